import load, { formatNotice } from "tasklight";
import { render } from "lit-html";
import { LogPane } from "./log-pane.js";
import { page } from "./page.js";
import { Player } from "./player.js";
import { scenarios } from "./scenarios.js";
import { BackgroundTaskView } from "./stand-in.js";
import { effectiveTheme, onThemeChange } from "./theme.js";
import { clip } from "./words.js";

const KEPT = 200; // notices and ignored events on the page; all are counted
const RATE_SLOT_MS = 100;

// An extension posts as soon as the document is there, so the listener is attached before anything is awaited.
const waiting = [];
let ready = false;
addEventListener("message", ({ data, source }) => {
  // A frame of somebody else's is not the extension.
  if (source !== window) return;
  if (ready) receive(data);
  else waiting.push(data);
});

const state = {
  source: scenarios[0],
  view: undefined,
  counts: { received: 0, other: 0, ignored: 0 },
  rate: 0,
  notices: [],
  ignored: [],
  text: { style: "balanced", durations: false, fold: false },
  theme: "auto",
  outcome: "",
  failure: undefined,
  following: true,
  narrow: matchMedia("(max-width: 699px)").matches,
};

const player = new Player({ post: (message) => postMessage(message), changed: show });
const log = new LogPane({ changed: show, play: (source) => open(source) });
let run;
let arrivals = [];

/** Starts a scenario, or the same one again, from its beginning. */
function open(source, { play = true } = {}) {
  state.source = source;
  player.load(source.messages, source.start);
  // What the last run posted may still be on its way. The new view begins when this message has come after it.
  run = crypto.randomUUID();
  postMessage({ type: "demoRun", run });
  if (play) player.play();
  show();
}

function receive(message) {
  if (message?.type === "demoRun" && message.run === run) return beginRun();
  if (!state.view) return;
  state.counts.received++;
  countArrival();
  const result = state.view.receive(message);
  if (!result.handled) state.counts.other++;
  else if (result.reason) addIgnored(message, result);
  if (state.view.getSnapshot().selectedTaskId === null) selectFirst();
  takeNotices();
  show();
}

function selectFirst() {
  const { active, finished } = state.view.getSnapshot();
  const first = active.at(-1) ?? finished.at(-1);
  if (first) state.view.select(first.taskId);
}

function beginRun() {
  state.view?.dispose();
  state.view = new BackgroundTaskView({ clock: player.clock });
  state.view.subscribe(show);
  state.counts = { received: 0, other: 0, ignored: 0 };
  state.notices = [];
  state.ignored = [];
  state.outcome = "";
  state.following = true;
  arrivals = [];
  show();
}

function addIgnored({ type, event, taskId, backgroundTaskId, attemptID, sessionID, status, at }, { reason, detail, abortSession }) {
  state.counts.ignored++;
  const from = sessionID ?? attemptID;
  const what = type === "backgroundTaskProgress" ? "progress" : [event, status].filter(Boolean).map((word) => clip(word)).join(" ");
  state.ignored = [
    { key: state.counts.ignored, what, from: clip(from), taskId: clip(taskId ?? backgroundTaskId), at, reason, detail, abortSession },
    ...state.ignored.slice(0, KEPT - 1),
  ];
}

function takeNotices() {
  const taken = state.view.takeNotices();
  if (taken.length === 0) return;
  const made = taken.map((notice, index) => ({ key: `${state.counts.received}-${index}`, notice }));
  state.notices = [...made.reverse(), ...state.notices].slice(0, KEPT);
  for (const notice of taken) {
    // One outcome is news, twenty in a second are noise: only the task that is looked at is announced.
    if (notice.kind !== "final_summary" || notice.taskId !== state.view.getSnapshot().selectedTaskId) continue;
    const [outcome] = formatNotice(notice).split("\n", 1);
    state.outcome = `${clip(notice.task.description ?? notice.taskId)}: ${outcome}`;
  }
}

// ---------------------------------------------------------------- messages a second, as they arrive here

function countArrival() {
  const slot = Math.floor(performance.now() / RATE_SLOT_MS);
  const last = arrivals.at(-1);
  if (last?.slot === slot) last.messages++;
  else arrivals.push({ slot, messages: 1 });
}

function measureRate() {
  const oldest = performance.now() / RATE_SLOT_MS - 1_000 / RATE_SLOT_MS;
  arrivals = arrivals.filter(({ slot }) => slot >= oldest);
  state.rate = arrivals.reduce((sum, { messages }) => sum + messages, 0);
}

// ---------------------------------------------------------------- rendering

let frame;
let heartbeat;
let shownAttempt;

/** At most once per frame, and only when something has changed. */
function show() {
  frame ??= requestAnimationFrame(() => {
    frame = undefined;
    draw();
  });
}

function draw() {
  measureRate();
  const { view } = state;
  document.documentElement.dataset.theme = effectiveTheme(state.theme);
  const model = { ...state, snapshot: view?.getSnapshot(), stats: view?.stats(), player, log, scenarios };
  render(page(model, actions), document.body);
  scrollToNewest(model.snapshot);
  // The position moves while it plays, and the rate goes back to 0 after that; then nothing runs.
  clearTimeout(heartbeat);
  if (player.state === "playing" || state.rate > 0) heartbeat = setTimeout(show, 250);
}

function scrollToNewest(snapshot) {
  const list = document.querySelector("#live-list");
  if (list && state.following) list.scrollTop = list.scrollHeight;
  // A new attempt is news; a reader who scrolls between two of them is left alone.
  const newest = snapshot?.task?.currentAttemptID;
  if (newest === shownAttempt) return;
  shownAttempt = newest;
  const timeline = document.querySelector("#timeline");
  if (timeline) timeline.scrollTop = timeline.scrollHeight;
}

const actions = {
  open,
  toggle() {
    if (player.state === "ended") open(state.source);
    else if (player.state === "playing") player.pause();
    else player.play();
  },
  step: () => player.step(),
  restart: () => open(state.source, { play: player.state !== "paused" }),
  speed: (speed) => ((player.speed = speed), show()),
  select(taskId) {
    state.following = true;
    state.view.select(taskId);
  },
  theme: (theme) => ((state.theme = theme), show()),
  text: (change) => ((state.text = { ...state.text, ...change }), show()),
  follow(following) {
    if (state.following === following) return;
    state.following = following;
    show();
  },
};

addEventListener("keydown", (event) => {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
  if (!plain || (event.key !== " " && event.key.toLowerCase() !== "k")) return;
  // In a control, or in a list that scrolls, these keys mean something else.
  if (event.target.closest("button, a, input, select, textarea, summary, [tabindex]")) return;
  event.preventDefault();
  actions.toggle();
});

log.attach();
onThemeChange(show);
const wanted = scenarios.find(({ id }) => `#${id}` === location.hash) ?? scenarios[0];
open(wanted);

try {
  await load();
  ready = true;
  waiting.splice(0).forEach(receive);
} catch (error) {
  state.failure = error.message;
  player.pause();
}
show();
