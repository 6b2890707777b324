// Entry "tasklight/element": <background-tasks>, the whole tab, from the snapshots of a BackgroundTaskView. It needs no
// WebAssembly of its own: which entry the view comes from is the page's affair.
import { LitElement, html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { icon } from "./icons.js";
import { defaultLabels, outcome } from "./labels.js";
import { badges, lists } from "./list.js";
import { PAGE } from "./replay.js";
import { styles } from "./styles.js";
import { taskPane } from "./task.js";
import { plainErrorLine } from "./text.js";

export { defaultLabels };

const SECOND = 1_000;

export class BackgroundTasksElement extends LitElement {
  static styles = styles;
  static properties = {
    view: { attribute: false },
    labels: { attribute: false },
    errorLine: { attribute: false },
    now: { attribute: false },
  };

  #attached; // the view that is listened to
  #unsubscribe;
  #snapshot;
  #words = defaultLabels;
  #opened = new Set(); // what was unfolded of the selected task
  #shown = PAGE;
  #following = true; // the log stays at its newest row
  #outcome = "";
  #focusable; // the task whose row the Tab key comes to
  #focus; // where the focus is to go once it is rendered: "task" or "list"
  #hadFocus = false;
  #newestAttempt;
  #tick;

  connectedCallback() {
    super.connectedCallback();
    this.#attach();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#detach();
    clearInterval(this.#tick);
    this.#tick = undefined;
  }

  #attach() {
    if (this.#attached === this.view) return;
    this.#detach();
    this.#attached = this.view;
    this.#unsubscribe = this.view?.subscribe(() => this.#changed());
    this.#take(this.view?.getSnapshot());
  }

  #detach() {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    this.#attached = undefined;
  }

  #changed() {
    const snapshot = this.#attached.getSnapshot();
    if (snapshot === this.#snapshot) return;
    const before = this.#snapshot;
    if (before.selectedTaskId === snapshot.selectedTaskId) this.#announce(before, snapshot);
    this.#take(snapshot);
  }

  #take(snapshot) {
    // Of another task nothing is unfolded, and no outcome is news.
    if (this.#snapshot?.selectedTaskId !== snapshot?.selectedTaskId) {
      this.#opened = new Set();
      this.#shown = PAGE;
      this.#following = true;
      this.#outcome = "";
    }
    this.#snapshot = snapshot;
    this.requestUpdate();
  }

  /** One outcome is news, twenty in a second are noise: only that of the task that is looked at is told. */
  #announce(before, { active, finished, selectedTaskId }) {
    const isSelected = ({ taskId }) => taskId === selectedTaskId;
    if (active.some(isSelected)) this.#outcome = "";
    else if (before.active.some(isSelected)) this.#outcome = outcome(this.#words, finished.find(isSelected) ?? {});
  }

  willUpdate(changed) {
    if (changed.has("labels")) this.#words = { ...defaultLabels, ...this.labels };
    if (changed.has("view") && this.isConnected) this.#attach();
    this.#hadFocus = Boolean(this.renderRoot.activeElement);
  }

  render() {
    const snapshot = this.#snapshot;
    const context = this.#context();
    const { labels, language, isRtl } = context;
    const hasTask = snapshot && snapshot.selectedTaskId !== null;
    return html`
      <div class="tab ${hasTask ? "has-task" : ""} ${isRtl ? "rtl" : ""}" @keydown=${this.#keydown}>
        ${snapshot
          ? html`
              <header class="tab-head">
                ${hasTask
                  ? html`<button type="button" class="tool back" aria-label=${labels.back} title=${labels.back} @click=${this.#back}>${icon("back")}</button>`
                  : nothing}
                <h2 id="tab-heading">${labels.title}</h2>
                ${guard([snapshot.badge, labels], () => badges(snapshot, context))}
              </header>
              <section class="list-pane" aria-labelledby="tab-heading">
                ${guard([snapshot.active, snapshot.finished, snapshot.selectedTaskId, this.#focusable, labels, language], () => lists(snapshot, context))}
              </section>
              <section class="task-pane" aria-labelledby=${hasTask ? "task-title" : nothing}>${taskPane(snapshot, context)}</section>
            `
          : nothing}
        <p class="visually-hidden" role="status">${this.#outcome}</p>
      </div>
    `;
  }

  /** What the templates need beside the snapshot. */
  #context() {
    return {
      labels: this.#words,
      language: this.closest("[lang]")?.lang ?? "",
      isRtl: getComputedStyle(this).direction === "rtl",
      errorLine: this.errorLine ?? plainErrorLine,
      now: this.now ?? Date.now,
      taskId: this.#snapshot?.selectedTaskId,
      opened: this.#opened,
      shown: this.#shown,
      following: this.#following,
      focusable: this.#focusable,
      open: this.#open,
      intent: this.#intent,
      toggle: this.#toggle,
      showMore: this.#showMore,
      follow: this.#follow,
      focused: this.#focused,
    };
  }

  #intent = (type, detail) => {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  };

  #open = (taskId) => {
    this.#focus = "task";
    this.view.select(taskId);
  };

  #back = () => {
    // Where it came from is where it goes back to.
    this.#focusable = this.#snapshot.selectedTaskId;
    this.#focus = "list";
    this.view.select(null);
  };

  #keydown = (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || this.#snapshot?.selectedTaskId == null) return;
    event.preventDefault();
    this.#back();
  };

  #toggle = (key) => {
    this.#opened = new Set(this.#opened);
    if (!this.#opened.delete(key)) this.#opened.add(key);
    this.requestUpdate();
  };

  #showMore = () => {
    this.#shown += PAGE;
    this.requestUpdate();
  };

  #follow = (following) => {
    if (this.#following === following) return;
    this.#following = following;
    this.requestUpdate();
  };

  #focused = (taskId) => {
    if (taskId === undefined || taskId === this.#focusable) return;
    this.#focusable = taskId;
    this.requestUpdate();
  };

  updated() {
    this.#moveFocus();
    this.#scroll();
    this.#keepTime();
  }

  /** The keyboard follows the page: what was focused is gone when the list gives way to the task, and back. */
  #moveFocus() {
    const selected = this.#snapshot?.selectedTaskId;
    if (this.#focus === "list" && selected === null) {
      this.#focus = undefined;
      this.renderRoot.querySelector('.task[tabindex="0"]')?.focus();
    } else if (this.#focus === "task" && typeof selected === "string") {
      this.#focus = undefined;
      const isListHidden = !this.renderRoot.querySelector(".list-pane").checkVisibility();
      if (isListHidden) this.renderRoot.querySelector(".back").focus();
    } else if (this.#hadFocus && !this.renderRoot.activeElement) {
      // A button that was pressed, and is no longer there.
      this.renderRoot.querySelector("#task-title")?.focus();
    }
  }

  #scroll() {
    const log = this.renderRoot.querySelector(".log");
    if (log && this.#following) log.scrollTop = log.scrollHeight;
    // A new attempt is news; a reader who scrolls between two of them is left alone.
    const newest = this.#snapshot?.timeline.at(-1)?.attemptID;
    if (newest === this.#newestAttempt) return;
    this.#newestAttempt = newest;
    const timeline = this.renderRoot.querySelector(".timeline");
    if (timeline) timeline.scrollTop = timeline.scrollHeight;
  }

  /** While an attempt runs, the time that it takes is shown. */
  #keepTime() {
    const isRunning = this.isConnected && this.#snapshot?.timeline.at(-1)?.status === "running";
    if (isRunning) this.#tick ??= setInterval(() => document.hidden || this.requestUpdate(), SECOND);
    else clearInterval(this.#tick);
    if (!isRunning) this.#tick = undefined;
  }
}

// Two copies of the package on one page are no error.
if (!customElements.get("background-tasks")) customElements.define("background-tasks", BackgroundTasksElement);
