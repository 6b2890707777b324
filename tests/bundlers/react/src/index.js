// What a page with the hook does: how often each component renders, and whether two of them ever show two states.
import { StrictMode, createElement as h, memo, startTransition, useEffect, useState, version } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { BackgroundTaskView } from "tasklight/inline";
import { useBackgroundTasks } from "tasklight/react";
import { SimulatedClock } from "tasklight/testing";
import { report } from "./check.js";
import { App, attempt } from "./app.js";

// `act` is for tests that know React; a page has none.
const settle = () => new Promise((resolve) => setTimeout(resolve, 30));
const text = (element) => element.textContent;

function newView() {
  const clock = new SimulatedClock(1_000);
  const view = new BackgroundTaskView({ clock });
  return { clock, view };
}

function mount(element) {
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container, { onUncaughtError: fail, onRecoverableError: fail });
  flushSync(() => root.render(element));
  return { container, root };
}

function fail(error) {
  throw error;
}

/** Follows a view from its first task to its last, and unsubscribes. */
async function follows() {
  const { view } = newView();
  let listeners = 0;
  const counted = {
    getSnapshot: () => view.getSnapshot(),
    subscribe(listener) {
      listeners++;
      const unsubscribe = view.subscribe(listener);
      return () => {
        listeners--;
        unsubscribe();
      };
    },
  };
  const { container, root } = mount(h(StrictMode, null, h(App, { view: counted })));
  const shown = [text(container)];
  attempt(view, "t", "launched");
  await settle();
  shown.push(text(container));
  attempt(view, "t", "finished", { status: "error" });
  await settle();
  shown.push(text(container), listeners);
  root.unmount();
  await settle();
  return [...shown, listeners];
}

/** A component renders for what it shows, and for nothing else. */
async function rendersOnlyForChanges() {
  const { clock, view } = newView();
  const renders = { whole: 0, badge: 0, ids: 0 };
  const Whole = () => {
    renders.whole++;
    return useBackgroundTasks(view).version;
  };
  const Errors = () => {
    renders.badge++;
    return useBackgroundTasks(view, (snapshot) => snapshot.badge.errors);
  };
  const same = (a, b) => a.join() === b.join();
  const Ids = () => {
    renders.ids++;
    return useBackgroundTasks(view, ({ active, finished }) => [...active, ...finished].map((task) => task.taskId), same).join();
  };
  const { root } = mount(h("p", null, h(Whole), " ", h(Errors), " ", h(Ids)));
  const counts = [{ ...renders }];
  const after = async (change) => {
    change();
    await settle();
    counts.push({ ...renders });
  };
  await after(() => view.receive({ type: "anything" }));
  await after(() => attempt(view, "t", "finished", { status: "error" })); // unknown: ignored
  await after(() => attempt(view, "t", "launched"));
  await after(() => attempt(view, "t", "session_ready", { sessionID: "s" }));
  await after(() => attempt(view, "t", "finished", { status: "error" }));
  await after(() => clock.advance(10_000));
  root.unmount();
  return counts;
}

/** What a hook looks like that knows nothing of concurrent rendering. */
function useNaively(view) {
  const [, render] = useState(0);
  useEffect(() => view.subscribe(() => render((count) => count + 1)), [view]);
  return view.getSnapshot();
}

/** Messages that come in the middle of a slow, concurrent render: how often do two components show two states? */
async function tears(useView) {
  const { view } = newView();
  let torn = 0;
  const Slow = memo(() => {
    const { version } = useView(view);
    for (const end = performance.now() + 8; performance.now() < end; );
    return h("i", null, version);
  });
  let show;
  const List = () => {
    const [on, setOn] = useState(false);
    show = () => startTransition(() => setOn(true));
    return on ? Array.from({ length: 20 }, (_, i) => h(Slow, { key: i })) : "off";
  };
  const { container, root } = mount(h(List));
  const rows = () => [...container.querySelectorAll("i")].map(text);
  const observer = new MutationObserver(() => {
    if (new Set(rows()).size > 1) torn++;
  });
  observer.observe(container, { subtree: true, childList: true, characterData: true });
  show();
  for (let i = 0; i < 12; i++) {
    await new Promise((resolve) => setTimeout(resolve, 12));
    attempt(view, `t${i}`, "launched", { attemptID: `a${i}` });
  }
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  observer.disconnect();
  const last = new Set(rows());
  const shown = { rows: rows().length, versions: last.size, isLast: last.has(String(view.getSnapshot().version)) };
  root.unmount();
  return { torn, shown };
}

/** Another view takes the place of the first. */
async function changesItsView() {
  const [first, second] = [newView().view, newView().view];
  attempt(second, "b", "launched");
  const { container, root } = mount(h(App, { view: first }));
  const shown = [text(container)];
  flushSync(() => root.render(h(App, { view: second })));
  shown.push(text(container));
  attempt(first, "a", "launched");
  await settle();
  shown.push(text(container));
  root.unmount();
  return shown;
}

/** Takes over what a server has rendered, without a word from React. */
async function hydrates() {
  const { view } = newView();
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = "<p>0 running, 0 errors: </p>";
  const root = hydrateRoot(container, h(App, { view }), { onRecoverableError: fail });
  await settle();
  attempt(view, "t", "launched");
  await settle();
  const shown = text(container);
  root.unmount();
  return shown;
}

async function all() {
  const ours = await tears(useBackgroundTasks);
  const naive = await tears(useNaively);
  return {
    version: version.split(".")[0],
    follows: await follows(),
    rendersOnlyForChanges: await rendersOnlyForChanges(),
    // The naive one shows that this test would notice.
    tears: { ours: ours.torn, naive: naive.torn > 0 ? "some" : "none" },
    shown: ours.shown,
    changesItsView: await changesItsView(),
    hydrates: await hydrates(),
  };
}

report(all());
