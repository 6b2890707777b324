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

/** Runs it when the code that runs now has returned; what it throws is reported, and stops nothing. */
export function runLater(run) {
  queueMicrotask(run);
}

/** Calls a function of the user; what it throws is reported as any uncaught error, and stops nothing here. */
export function callSafely(callee, argument) {
  try {
    callee(argument);
  } catch (error) {
    (globalThis.reportError ?? console.error)(error);
  }
}

export function message(type, idKey, id) {
  return { type, [idKey]: id };
}

export function received(handled, reason) {
  return reason === undefined ? { handled } : { handled, reason };
}

export function viewSnapshot(version, tab, selectedTaskId, viewMode, active, finished, badge, timeline, live, replay) {
  return Object.freeze({
    version,
    tab,
    selectedTaskId: selectedTaskId ?? null,
    viewMode: viewMode ?? null,
    active,
    finished,
    badge,
    timeline,
    live,
    replay,
  });
}

export function liveView(status, updates, activity, dropped) {
  return Object.freeze({ status, updates, activity, dropped });
}

export function replayView(state, messages) {
  return Object.freeze({ state, messages });
}
