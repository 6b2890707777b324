/** A call that could not be carried out. It changed nothing. */
export class TasklightError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "TasklightError";
    this.code = code;
  }
}

/** `what` is the path of the value; `rule` says what it must be. */
export function invalid(what, rule) {
  return new TasklightError("invalid_argument", `${what} must be ${rule}`);
}
