// What a task does: a row for each update, the newest last. Rows are only added, so that a reader of the screen reads
// out what is new and nothing else; the throttler sees to it that this happens once per window.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "./icons.js";
import { counted } from "./labels.js";
import { clip, line, times } from "./text.js";

const SYMBOLS = { tool_call: "call", tool_result: "result", error: "failure", status_change: "state" };
const NEAR = 16; // pixels: a part of a line is still the end
const WHOLE = 20_000;

export function activity({ selectedTaskId, live }, ended, context) {
  const { labels, following, follow, intent } = context;
  const { updates, dropped } = live ?? { updates: [], dropped: 0 };
  markFailed(updates);
  const onScroll = ({ target }) => follow(target.scrollHeight - target.scrollTop - target.clientHeight <= NEAR);
  return html`
    <section class="live" aria-labelledby="live-heading">
      <div class="section-head">
        <h4 id="live-heading">${labels.activity}</h4>
        ${following ? nothing : html`<button type="button" class="link newest" @click=${() => follow(true)}>${labels.goToNewest}</button>`}
        ${dropped > 0 ? html`<span class="dropped" dir="auto">${counted(labels, dropped, "oneDropped", "manyDropped")}</span>` : nothing}
      </div>
      ${updates.length > 0 ? nothing : html`<p class="hint">${ended ? labels.noActivity : labels.waiting}</p>`}
      <div class="log" role="log" aria-live="polite" aria-labelledby="live-heading" tabindex="0" @scroll=${onScroll}>
        <ol>
          ${repeat(updates, ({ seq }) => seq, (update) => row(update, context))}
        </ol>
      </div>
      ${ended
        ? html`<p class="ended">
            <button type="button" class="secondary show-conversation" @click=${() => intent("open-replay", { taskId: selectedTaskId })}>
              ${icon("conversation")}${labels.showConversation}
            </button>
          </p>`
        : nothing}
    </section>
  `;
}

function row(update, context) {
  const key = `update ${update.seq}`;
  return guard([update, context.opened.has(key), context.labels, context.language], () => updateRow(update, key, context));
}

/** Results that follow an error of their tool: they say that it is over, not that it went well. */
const failed = new WeakSet();

function markFailed(updates) {
  const last = new Map();
  for (const update of updates) {
    if (update.kind === "tool_result" && last.get(update.toolName) === "error") failed.add(update);
    last.set(update.toolName, update.kind);
  }
}

function updateRow(update, key, { labels, language, errorLine, opened, toggle }) {
  const { kind, seq, timestamp, toolName, status, errorMessage } = update;
  const isOver = failed.has(update);
  // Nobody has taken the secrets out of it yet; both of these do.
  const error = errorMessage === undefined ? undefined : errorLine(errorMessage);
  const whole = error && errorLine(errorMessage, { maxWidth: WHOLE });
  const at = times(timestamp, language);
  return html`
    <li class="update" data-kind=${kind} data-seq=${seq} data-status=${line(status)}>
      ${icon(isOver ? "state" : SYMBOLS[kind])}
      <span class="what">
        ${toolName ? html`<code dir="auto" title=${clip(toolName, 1_000)}>${line(toolName)}</code>` : nothing}
        <span class="update-status">${isOver ? labels.over : word(labels, kind, line(status))}</span>
      </span>
      ${at ? html`<time datetime=${at.iso} title=${at.long}>${at.short}</time>` : nothing}
      ${error ? updateError(error, whole, opened.has(key), () => toggle(key), labels) : nothing}
    </li>
  `;
}

/** One line; it opens to the whole, where that says more. */
function updateError(error, whole, isOpen, toggle, labels) {
  if (error === whole) return html`<span class="update-error" dir="auto">${error}</span>`;
  return html`
    <button type="button" class="update-error fold" dir="auto" title=${labels.showError} aria-expanded=${isOpen} @click=${toggle}>
      ${icon("chevron")}<span>${error}</span>
    </button>
    ${isOpen ? html`<pre tabindex="0" role="group" aria-label=${labels.wholeError}>${clip(whole, WHOLE)}</pre>` : nothing}
  `;
}

/** What extensions say of their tools, in the words of the table; what a task says of itself, if it is a status. */
function word(labels, kind, status) {
  if (kind === "status_change") return Object.hasOwn(STATUSES, status) ? labels[STATUSES[status]] : status;
  return { started: labels.started, completed: labels.done, errored: labels.failed }[status] ?? status;
}

const STATUSES = {
  pending: "pending", running: "running", active: "running", completed: "completed", error: "error", failed: "error",
  cancelled: "cancelled", interrupt: "interrupt", interrupted: "interrupt", paused: "paused",
};
