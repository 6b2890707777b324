import * as wasm from "#wasm";
import { given, id, needed, object, optional, someId, someText, time, whole, word } from "./check.js";
import { putList, putNotice, putSomeModel, putTask, takeNotice, takeRecord, takeTaskOf, terminalStatus } from "./data.js";
import { TasklightError } from "./error.js";
import { putNumbers, takeNumbers, takeText } from "./memory.js";
import { CoreObject, dispose } from "./object.js";
import { Texts } from "./texts.js";
import { attemptEvents, refusal } from "./words.js";

const VERSION = 1;
const [LAUNCHED, SESSION_READY, SESSION_FAILED, RETRY_SCHEDULED, FINISHED] = attemptEvents.keys();

/** Exact as a number, also after counting on. */
const counter = whole(1, 2 ** 52);
const idSource = word(["uuid", "sequential"]);

export class AttemptLedger {
  #core;
  #texts = new Texts();
  #isSequential;
  /** The number of the next sequential id. */
  #next = 1;

  constructor(options) {
    this.#isSequential = optional(given(options, "options"), "ids", "options", idSource) === 1;
    this.#core = new CoreObject();
  }

  startAttempt(taskId, options) {
    this.#core.check();
    const task = id(taskId, "taskId");
    const at = needed(object(options, "options"), "at", "options", time);
    const rest = [];
    putSomeModel(rest, options, "model", "options");
    rest.push(needed(options, "description", "options", someText), needed(options, "parentTaskId", "options", someId));
    const { attempt, next } = this.#newAttempt(optional(options, "attemptID", "options", id));
    return this.#tell([at, LAUNCHED, task, attempt, ...rest], next);
  }

  bindAttemptSession(attemptID, sessionID, options) {
    this.#core.check();
    const of = [id(attemptID, "attemptID"), id(sessionID, "sessionID")];
    const at = needed(object(options, "options"), "at", "options", time);
    const model = [];
    putSomeModel(model, options, "model", "options");
    return this.#tell([at, SESSION_READY, ...of, ...model]);
  }

  sessionFailed(attemptID, options) {
    this.#core.check();
    const attempt = id(attemptID, "attemptID");
    const [at, error] = failure(options);
    return this.#tell([at, SESSION_FAILED, attempt, error]);
  }

  scheduleRetry(ref, options) {
    this.#core.check();
    const of = reference(ref);
    const [at, error] = failure(options);
    const model = [];
    putSomeModel(model, options, "nextModel", "options");
    const { attempt, next } = this.#newAttempt(optional(options, "attemptID", "options", id));
    return this.#tell([at, RETRY_SCHEDULED, ...of, error, attempt, ...model], next);
  }

  finalizeAttempt(ref, status, options) {
    this.#core.check();
    const of = reference(ref);
    const ended = terminalStatus(status, "status");
    const [at, error] = failure(options);
    return this.#tell([at, FINISHED, ...of, ended, error]);
  }

  resolveSession(sessionID) {
    this.#core.check();
    const session = this.#texts.find(id(sessionID, "sessionID"));
    if (!session) return undefined;
    wasm.ledger_resolve(this.#core.number, session);
    const [task, attempt, attemptNumber, isCurrent] = takeNumbers().all;
    return task && { taskId: this.#texts.get(task), attemptID: this.#texts.get(attempt), attemptNumber, isCurrent: isCurrent === 1 };
  }

  task(taskId) {
    this.#core.check();
    const task = this.#texts.find(id(taskId, "taskId"));
    return task ? takeTaskOf(this.#core.number, task, this.#texts) : undefined;
  }

  taskIds() {
    wasm.ledger_tasks(this.#core.number);
    return Array.from(takeNumbers().all, (task) => this.#texts.get(task));
  }

  takeNotices() {
    wasm.ledger_notices(this.#core.number);
    const from = takeNumbers();
    return from.list(() => takeNotice(from, this.#texts));
  }

  forgetTask(taskId) {
    this.#core.check();
    const task = this.#texts.find(id(taskId, "taskId"));
    return task > 0 && wasm.ledger_forget(this.#core.number, task);
  }

  snapshot() {
    const from = this.#dump();
    const tasks = from.list(() => takeRecord(from, this.#texts));
    const notices = from.list(() => takeNotice(from, this.#texts));
    return { version: VERSION, nextAttempt: this.#next, tasks, notices };
  }

  restore(snapshot) {
    this.#core.check();
    const values = [];
    let next;
    try {
      next = putSnapshot(values, snapshot);
    } catch (error) {
      throw new TasklightError("corrupt_snapshot", error.message);
    }
    const { number } = this.#core;
    const texts = new Texts();
    putNumbers(texts.numbers(values));
    if (!wasm.ledger_restore(number)) throw new TasklightError("corrupt_snapshot", takeText());
    this.#texts = texts;
    this.#next = next;
  }

  free() {
    this.#core.free();
  }

  #dump() {
    wasm.ledger_save(this.#core.number);
    return takeNumbers();
  }

  /** The id of a new attempt: the one that is given, or one that no attempt has. */
  #newAttempt(given) {
    if (given !== undefined) return { attempt: given };
    for (let next = this.#next; ; next++) {
      const attempt = this.#isSequential ? `att_${next}` : randomId();
      const known = this.#texts.find(attempt);
      if (known && wasm.ledger_knows(this.#core.number, known)) continue;
      return { attempt, next: next + 1 };
    }
  }

  /** Tells the core an event. The counter goes on only with what was applied. */
  #tell(values, next = this.#next) {
    const { number } = this.#core;
    if (this.#texts.isLarge) this.#texts.sweep(() => this.#dump().all);
    putNumbers(this.#texts.numbers(values));
    const code = wasm.ledger_event(number);
    if (code < 0) return { applied: false, ...refusal(code) };
    if (this.#isSequential) this.#next = next;
    return { applied: true, attemptID: this.#texts.get(code) };
  }
}

AttemptLedger.prototype[dispose] = AttemptLedger.prototype.free;

/** When, and why. */
function failure(options) {
  const from = object(options, "options");
  const error = needed(from, "error", "options", someText);
  return [needed(from, "at", "options", time), error];
}

/** An attempt, or else a session. */
function reference(ref) {
  if (typeof ref !== "object" || ref === null) return [id(ref, "ref"), 0];
  return [0, needed(ref, "sessionID", "ref", id)];
}

function putSnapshot(out, value) {
  const from = object(value, "snapshot");
  const next = needed(from, "nextAttempt", "snapshot", counter);
  needed(from, "version", "snapshot", whole(VERSION, VERSION));
  putList(out, from, "tasks", "snapshot", (record, at) => {
    const what = `snapshot.tasks[${at}]`;
    out.push(needed(object(record, what), "lastAt", what, time));
    putTask(out, record, what);
  });
  putList(out, from, "notices", "snapshot", (notice, at) => putNotice(out, notice, `snapshot.notices[${at}]`));
  return next;
}

/** Without Web Crypto: ids need not be secret, but must differ. */
function randomId() {
  const random = new Uint32Array(4);
  if (globalThis.crypto?.getRandomValues) crypto.getRandomValues(random);
  else random.forEach((_, at) => (random[at] = Math.random() * 2 ** 32));
  wasm.random_id(...random);
  return takeText();
}
