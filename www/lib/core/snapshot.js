// What a page renders. What did not change keeps its object.
import * as wasm from "#wasm";
import { putNumbers, takeNumbers } from "./memory.js";
import { takePayload } from "./throttler.js";
import { ATTEMPT, rows } from "./timeline.js";
import { activityStatuses, kinds, modes, pendingReasons, replayStates, taskStatuses } from "./words.js";

const { freeze } = Object;
const none = freeze([]);
const TASK = 3;

/** The last snapshot, and the parts it is made of. */
export class Snapshots {
  #version;
  #whole;
  #summaries = new Map();
  #lists = { active: [], finished: [] };
  #arrays = { active: none, finished: none };
  #badge = freeze({ running: 0, errors: 0 });
  #task;
  #attempts = [];
  #timeline = none;
  #updates = none;
  #activity = none;
  #live = null;
  #replay = null;
  #replayNumber;
  #models = new Map();

  of(view, texts) {
    const version = wasm.view_version(view);
    if (version === this.#version) return this.#whole;
    wasm.view_state(view);
    const from = takeNumbers();
    const tab = from.next() ? "open" : "closed";
    const [selection] = from.list(() => takeSelection(from));
    this.#badge = same(this.#badge, { running: from.next(), errors: from.next() });
    this.#takeLists(from, texts);
    this.#takeTimeline(view, texts, selection?.task);
    this.#whole = freeze({
      version,
      tab,
      selectedTaskId: selection ? texts.get(selection.task) : null,
      viewMode: selection ? modes[selection.mode] : null,
      active: this.#arrays.active,
      finished: this.#arrays.finished,
      badge: this.#badge,
      timeline: this.#timeline,
      live: this.#takeLive(view, texts, selection),
      replay: this.#takeReplay(texts, selection),
    });
    this.#version = version;
    return this.#whole;
  }

  /** Numbers may stand for other texts than before. */
  forgetNumbers() {
    this.#models.clear();
  }

  #takeLists(from, texts) {
    if (from.next()) this.#summaries.clear();
    const relisted = from.next();
    if (relisted) {
      this.#lists.active = from.list(() => from.next());
      this.#lists.finished = from.list(() => from.next());
    }
    if (!relisted && from.isDone) return;
    while (!from.isDone) {
      const task = from.next();
      if (from.next()) this.#summaries.set(task, this.#takeSummary(from, texts, task));
      else this.#summaries.delete(task);
    }
    for (const name of ["active", "finished"]) {
      this.#arrays[name] = sameList(this.#arrays[name], this.#lists[name].map((task) => this.#summaries.get(task)));
    }
  }

  #takeSummary(from, texts, task) {
    const taskId = texts.get(task);
    const summary = { taskId };
    const parent = from.next();
    if (parent) summary.parentTaskId = texts.get(parent);
    summary.description = texts.get(from.next()) ?? taskId;
    summary.status = from.word(taskStatuses);
    const reason = from.word(pendingReasons);
    if (reason) summary.pendingReason = reason;
    summary.attempts = from.next();
    const model = this.#label(texts, from.next(), from.next(), from.next());
    if (model) summary.model = model;
    const startedAt = from.some();
    if (startedAt !== undefined) summary.startedAt = startedAt;
    const completedAt = from.some();
    if (completedAt !== undefined) summary.completedAt = completedAt;
    summary.hasUnseenError = from.next() === 1;
    return same(this.#summaries.get(task), summary);
  }

  #label(texts, provider, model, variant) {
    if (!provider && !model && !variant) return undefined;
    const key = `${provider} ${model} ${variant}`;
    let label = this.#models.get(key);
    if (label === undefined) {
      const [named] = rows([1, 0, 1, 0, ...[provider, model, variant].map((part) => texts.get(part) ?? 0), 0, NaN, 0, NaN, NaN]);
      label = named.model;
      this.#models.set(key, label);
    }
    return label;
  }

  /** Only the attempts whose numbers changed are looked into. */
  #takeTimeline(view, texts, task) {
    if (task) wasm.ledger_task(view, task);
    const { all = none } = task ? takeNumbers() : {};
    if (task !== this.#task) {
      this.#timeline = none;
      this.#attempts = [];
    }
    const before = this.#attempts;
    // After the task's own numbers and the count.
    const attempts = Array.from({ length: all[TASK] ?? 0 }, (_, at) => all.subarray(TASK + 1 + at * ATTEMPT, TASK + 1 + (at + 1) * ATTEMPT));
    const changed = attempts.flatMap((attempt, at) => (sameNumbers(attempt, before[at]) ? [] : [at]));
    if (changed.length > 0 || attempts.length !== before.length) {
      const timeline = this.#timeline.slice(0, Math.min(before.length, attempts.length));
      const made = rows([changed.length, ...changed.flatMap((at) => attemptValues(attempts[at], texts))]);
      changed.forEach((at, place) => (timeline[at] = same(timeline[at], made[place])));
      this.#timeline = freeze(timeline);
    }
    this.#task = task;
    this.#attempts = attempts;
  }

  #takeLive(view, texts, selection) {
    if (!selection || modes[selection.mode] !== "live") {
      this.#updates = this.#activity = none;
      return (this.#live = null);
    }
    wasm.view_recent(view);
    const recent = takeNumbers();
    const updates = recent.list(() => texts.get(takePayload(recent)));
    const tools = ["", ...new Set(updates.map(({ toolName = "" }) => toolName).filter(Boolean))];
    putNumbers([
      updates.length,
      ...updates.flatMap(({ seq, kind, timestamp, toolName = "", status }) => [
        seq,
        kinds.indexOf(kind),
        timestamp,
        tools.indexOf(toolName),
        status !== undefined,
        status === "errored",
      ]),
    ]);
    wasm.view_live(view);
    const from = takeNumbers();
    const status = from.word(taskStatuses);
    const saidBy = from.next();
    const bySeq = (seq) => updates.find((update) => update.seq === seq);
    const known = new Map(this.#activity.map((row) => [row.seq, row]));
    const activity = [];
    while (!from.isDone) {
      const row = takeActivity(from, tools, bySeq);
      activity.push(same(known.get(row.seq), row));
    }
    this.#updates = sameList(this.#updates, updates);
    this.#activity = sameList(this.#activity, activity);
    return (this.#live = same(this.#live, {
      status: saidBy ? bySeq(saidBy).status : status,
      updates: this.#updates,
      activity: this.#activity,
      dropped: selection.dropped,
    }));
  }

  #takeReplay(texts, selection) {
    if (!selection || modes[selection.mode] !== "replay") return (this.#replay = null);
    const { state, messages } = selection;
    const ready = replayStates[state] === "ready";
    if (this.#replay?.state !== replayStates[state] || (ready && messages !== this.#replayNumber)) {
      this.#replay = freeze({ state: replayStates[state], messages: ready ? texts.get(messages) : none });
      this.#replayNumber = messages;
    }
    return this.#replay;
  }
}

/** With its texts. */
function attemptValues(numbers, texts) {
  const values = [...numbers];
  for (const place of [0, 2, 3, 4, 5, 8]) values[place] &&= texts.get(values[place]);
  return values;
}

function takeSelection(from) {
  const [task, mode, , dropped, state, messages] = Array.from({ length: 6 }, () => from.next());
  // The core's order: loading, ready, empty, unreadable.
  return { task, mode, dropped, state, messages };
}

function takeActivity(from, tools, bySeq) {
  const row = { seq: from.next(), toolName: tools[from.next()], status: from.word(activityStatuses) };
  const startedAt = from.some();
  if (startedAt !== undefined) row.startedAt = startedAt;
  const endedAt = from.some();
  if (endedAt !== undefined) row.endedAt = endedAt;
  const failedBy = from.next();
  const errorMessage = failedBy ? bySeq(failedBy)?.errorMessage : undefined;
  if (errorMessage !== undefined) row.errorMessage = errorMessage;
  return row;
}

/** The one before, if the new one says the same. */
function same(before, now) {
  if (before) {
    const keys = Object.keys(now);
    if (keys.length === Object.keys(before).length && keys.every((key) => Object.is(before[key], now[key]))) return before;
  }
  return freeze(now);
}

function sameList(before, now) {
  return before.length === now.length && now.every((element, at) => element === before[at]) ? before : freeze(now);
}

const sameNumbers = (now, before) => before !== undefined && now.every((number, at) => Object.is(number, before[at]));
