// The extension's side of the demo: it knows what it has posted, and answers what the view asks for.
import { AttemptLedger, TasklightError } from "tasklight";

/** Of one run. Its answers go the way of all its messages. */
export class Extension {
  #post;
  #recorded;
  #sent = [];
  #answers = 0;
  #ended = false;

  /**
   * @param {object} options
   * @param {(message: object) => void} options.post
   * @param {readonly import("./player.js").Entry[]} options.entries what it is going to post; a recording holds answers of its own
   */
  constructor({ post, entries }) {
    this.#post = post;
    this.#recorded = new Set(entries.map(({ message }) => answerKey(message)));
  }

  /** How many messages it has posted beside those of the scenario. */
  get answers() {
    return this.#answers;
  }

  /** Posts a message; what is lost on the way was sent, too. @param {import("./player.js").Entry} entry */
  send({ message, lost = [] }) {
    this.#sent.push(...lost, message);
    this.#post(message);
  }

  /** Takes a message of the view: the `post` of `BackgroundTaskView`. Most of them need no answer here. */
  take({ type, taskId }) {
    if (this.#ended) return;
    if (type === "requestBackgroundTaskMessages") this.#answer(this.#messages(taskId));
    if (type === "requestBackgroundTaskSnapshot") this.#answer(this.#snapshot(taskId));
    if (type === "cancelBackgroundTask") this.#answer(this.#cancelled(taskId));
  }

  /** Another run has begun. */
  end() {
    this.#ended = true;
  }

  #answer(message) {
    if (!message) return;
    this.#answers++;
    this.#post(message);
  }

  #messages(taskId) {
    const key = answerKey({ type: "backgroundTaskMessages", taskId });
    // The recorded answer, even if it is still to come.
    if (this.#recorded.has(key)) return this.#sent.findLast((message) => answerKey(message) === key);
    const progress = this.#sent.filter((message) => message.type === "backgroundTaskProgress" && idOf(message) === taskId);
    return { type: "backgroundTaskMessages", taskId, messages: progress.map(transcribe).filter(Boolean) };
  }

  #snapshot(taskId) {
    if (this.#recorded.has(answerKey({ type: "backgroundTaskSnapshot", taskId }))) return undefined;
    const { task, seq } = this.#task(taskId);
    return task && { type: "backgroundTaskSnapshot", taskId, task, seq };
  }

  /** The scenario goes on regardless, like an agent that does not listen: the view ignores what it says. */
  #cancelled(taskId) {
    const { task, seq, at } = this.#task(taskId);
    if (!task) return undefined;
    const message = { type: "backgroundTaskAttempt", taskId, event: "finished", attemptID: task.currentAttemptID, status: "cancelled", at };
    const numbered = seq === undefined ? message : { ...message, seq: seq + 1 };
    this.#sent.push(numbered);
    return numbered;
  }

  /** The task as of the last message that was sent. */
  #task(taskId) {
    const ledger = new AttemptLedger();
    let seq;
    let at = 0;
    for (const message of this.#sent) {
      at = message.at ?? message.update?.timestamp ?? at;
      if (message.type !== "backgroundTaskAttempt") continue;
      apply(ledger, message);
      if (message.taskId === taskId) seq = message.seq ?? seq;
    }
    const task = ledger.task(taskId);
    ledger.free();
    return { task, seq, at };
  }
}

const idOf = ({ taskId, backgroundTaskId }) => taskId ?? backgroundTaskId;

const answerKey = (message) => JSON.stringify([message.type, idOf(message)]);

/** An update of progress as a message of the task's chat. */
function transcribe({ update, backgroundTaskProgress }) {
  const { timestamp, kind, toolName, status, errorMessage } = update ?? backgroundTaskProgress ?? {};
  const text = [toolName, status, errorMessage].filter((part) => typeof part === "string").join(" · ");
  return text && { ts: timestamp, type: "say", say: kind === "error" ? "error" : "tool", text };
}

/** What the ledger refuses, the view would refuse as well. */
function apply(ledger, { taskId, event, attemptID, sessionID, at, model, error, ...rest }) {
  const of = attemptID ?? { sessionID };
  try {
    if (event === "launched") {
      const { description, parentTaskId } = rest;
      ledger.startAttempt(taskId, { at, model, attemptID, description, parentTaskId });
    }
    if (event === "session_ready") ledger.bindAttemptSession(attemptID, sessionID, { at, model });
    if (event === "session_failed") ledger.sessionFailed(attemptID, { at, error });
    if (event === "retry_scheduled") {
      ledger.scheduleRetry(of, { at, error, nextModel: rest.nextModel, attemptID: rest.nextAttemptID });
    }
    if (event === "finished") ledger.finalizeAttempt(of, rest.status, { at, error });
  } catch (refused) {
    if (!(refused instanceof TasklightError)) throw refused;
  }
}
