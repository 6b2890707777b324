/** A call that could not be carried out. It changed nothing. */
export class TasklightError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "TasklightError";
    this.code = code;
  }
}

/** `what` is the path of the value, or with a `key`, of the object that it is in; `rule` says what it must be. */
export function invalid(what, rule, key) {
  return new TasklightError("invalid_argument", `${key === undefined ? what : `${what}.${key}`} must be ${rule}`);
}
