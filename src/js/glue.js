// What is easier said in JavaScript. Bundled into the package.

/** A call that could not be carried out. It changed nothing. */
export class TasklightError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "TasklightError";
    this.code = code;
  }
}

export function deliveredUpdate(kind, timestamp, toolName, status, errorMessage, seq) {
  return Object.freeze({
    kind,
    timestamp,
    ...(toolName !== undefined && { toolName }),
    ...(status !== undefined && { status }),
    ...(errorMessage !== undefined && { errorMessage }),
    seq,
  });
}

export function progressBatch(taskId, updates, dropped) {
  return { taskId, updates, dropped };
}
