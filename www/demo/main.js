import load, { BackgroundTaskView, formatTimeline } from "tasklight";
import "tasklight/element";
import { render } from "lit";
import { Extension } from "./extension.js";
import { LogPane } from "./log-pane.js";
import { page } from "./page.js";
import { Player } from "./player.js";
import { scenarios } from "./scenarios.js";
import { effectiveTheme, onThemeChange } from "./theme.js";
import { clip } from "./words.js";

const KEPT = 200; // notices and ignored events on the page; all are counted
const RATE_SLOT_MS = 100;
const WHAT = { backgroundTaskProgress: "progress", backgroundTaskMessages: "messages", backgroundTaskSnapshot: "snapshot" };

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
  counts: noCounts(),
  rate: 0,
  notices: [],
  ignored: [],
  text: { style: "balanced", durations: false, fold: false },
  theme: "auto",
  said: "",
  failure: undefined,
  opened: false,
  narrow: matchMedia("(max-width: 699px)").matches,
};

const player = new Player({ post: (entry) => extension.send(entry), changed: show });
const log = new LogPane({ changed: show, play: (source) => open(source) });
let extension;
let run;
let arrivals = [];

/** Starts a scenario, or the same one again, from its beginning. */
function open(source, { play = true } = {}) {
  state.source = source;
  player.load(source.messages, source.start);
  extension?.end();
  extension = new Extension({ post: (message) => postMessage(message), entries: source.messages });
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
  if (result.reason === "not_selected") state.counts.notViewed++;
  else if (result.reason === "waiting_for_snapshot") state.counts.heldBack++;
  else if (result.reason) addIgnored(message, result);
  else if (!result.handled) state.counts.other++;
  if (!state.opened) selectFirst();
  takeNotices();
  show();
}

/** Something is to be seen at once; after that, what is looked at is the reader's choice. */
function selectFirst() {
  const { active, finished } = state.view.getSnapshot();
  const first = active.at(-1) ?? finished.at(-1);
  if (!first) return;
  state.opened = true;
  state.view.select(first.taskId);
}

function beginRun() {
  state.view?.dispose();
  const { clock } = player;
  const ours = extension;
  state.view = new BackgroundTaskView({ clock, post: (message) => ours.take(message) });
  state.view.openTab();
  state.view.subscribe(show);
  state.counts = noCounts();
  state.notices = [];
  state.ignored = [];
  state.said = "";
  state.opened = false;
  arrivals = [];
  // At once: the tab is to see all that this view sees.
  draw();
}

function noCounts() {
  return { received: 0, notViewed: 0, heldBack: 0, ignored: 0, other: 0 };
}

function addIgnored({ type, event, taskId, backgroundTaskId, attemptID, sessionID, status, at }, { reason, detail, abortSession }) {
  state.counts.ignored++;
  const from = sessionID ?? attemptID;
  const what = WHAT[type] ?? [event, status].filter(Boolean).map((word) => clip(word)).join(" ");
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
  const snapshot = view?.getSnapshot();
  document.documentElement.dataset.theme = effectiveTheme(state.theme);
  const model = { ...state, snapshot, stats: view?.stats(), intents, answers: extension.answers, player, log, scenarios };
  render(page(model, actions), document.body);
  // The position moves while it plays, and the rate goes back to 0 after that; then nothing runs.
  clearTimeout(heartbeat);
  if (player.state === "playing" || state.rate > 0) heartbeat = setTimeout(show, 250);
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
  theme: (theme) => ((state.theme = theme), show()),
  text: (change) => ((state.text = { ...state.text, ...change }), show()),
};

/** What a reader asks for in the tab: this page is what carries it out. */
const intents = {
  cancel: ({ detail }) => state.view.cancel(detail.taskId),
  openReplay: ({ detail }) => state.view.select(detail.taskId),
  openSession: ({ detail }) => say(`An editor would open session ${clip(detail.sessionID)} now.`),
  async copyTimeline({ detail }) {
    try {
      await navigator.clipboard.writeText(formatTimeline(state.view.task(detail.taskId), { durations: state.text.durations }));
      say("The timeline was copied.");
    } catch {
      say("The browser does not let this page copy.");
    }
  },
};

function say(said) {
  state.said = said;
  show();
}

addEventListener("keydown", (event) => {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
  if (!plain || (event.key !== " " && event.key.toLowerCase() !== "k")) return;
  // In a control, or in a list that scrolls, these keys mean something else.
  if (event.composedPath()[0].closest("button, a, input, select, textarea, summary, [tabindex]")) return;
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
