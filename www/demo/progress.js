import { errorLine } from "tasklight";
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { icon } from "./icons.js";
import { clip, count, elapsed, kindWord } from "./words.js";

const SHOWN = 500; // messages of a replay

/** What the selected task does, or, once it has ended, what it did. */
export function progress(model, actions) {
  return model.snapshot?.viewMode === "replay" ? replay(model, actions) : live(model, actions);
}

/** A row for each update, the newest last. */
function live({ snapshot, following, source }, actions) {
  const updates = snapshot?.live?.updates ?? [];
  const ended = snapshot?.finished.find(({ taskId }) => taskId === snapshot.selectedTaskId);
  const onScroll = ({ target }) => actions.follow(target.scrollTop + target.clientHeight >= target.scrollHeight - 8);
  return html`
    <section class="pane live" aria-labelledby="live-heading">
      <div class="pane-head">
        <h2 id="live-heading">Progress</h2>
        ${following ? nothing : html`<button class="link" @click=${() => actions.follow(true)}>Go to the newest</button>`}
        ${ended ? html`<button class="link" id="show-replay" @click=${() => actions.select(ended.taskId)}>Show replay</button>` : nothing}
      </div>
      ${updates.length === 0
        ? html`<p class="empty">${ended ? "It ended before there was any." : "Nothing yet. Progress comes in windows of half a second."}</p>`
        : html`<ol class="scroll updates" id="live-list" tabindex="0" aria-labelledby="live-heading" @scroll=${onScroll}>
            ${repeat(updates, ({ seq }) => seq, (one) => update(one, source.start))}
          </ol>`}
    </section>
  `;
}

function update({ kind, seq, timestamp, toolName, status, errorMessage }, start) {
  const error = errorLine(errorMessage);
  return html`
    <li class="update" data-kind=${kind} data-seq=${seq}>
      ${icon(kind === "error" ? "update_error" : kind)}
      <span class="kind">${kindWord(kind)}</span>
      <span class="tool" title=${clip(toolName, 1_000)}>${clip(toolName)}</span>
      <span class="update-status">${clip(status)}</span>
      <span class="time">${elapsed(timestamp - start)}</span>
      ${error ? html`<span class="update-error" title=${clip(errorMessage, 2_000)}>${error}</span>` : nothing}
    </li>
  `;
}

const STATES = {
  loading: "Asking the extension for the messages…",
  empty: "This task left no messages.",
  unreadable: "The messages of this task cannot be read.",
};

/** The messages of a task that has ended, to read. */
function replay({ snapshot: { selectedTaskId, replay }, source }, actions) {
  const { state, messages } = replay;
  const shown = messages.slice(-SHOWN);
  return html`
    <section class="pane live" aria-labelledby="live-heading" data-replay=${state}>
      <div class="pane-head">
        <h2 id="live-heading">Replay ${state === "ready" ? html`<span class="badge">${count(messages.length)}</span>` : nothing}</h2>
        ${shown.length < messages.length ? html`<span class="muted">the last ${count(SHOWN)}</span>` : nothing}
        ${state === "unreadable"
          ? html`<button class="link" @click=${() => actions.select(selectedTaskId)}>Ask again</button>`
          : nothing}
      </div>
      ${state === "ready"
        ? html`<ol class="scroll" id="replay-list" tabindex="0" aria-labelledby="live-heading">
            ${shown.map((one) => message(one, source.start))}
          </ol>`
        : html`<p class="empty" role="status">${STATES[state]}</p>`}
    </section>
  `;
}

/** What it is, whoever wrote it, is text. */
function message(one, start) {
  const { ts, type, say, ask, text } = one ?? {};
  const failed = say === "error";
  return html`
    <li class="message" data-say=${clip(say ?? ask)}>
      ${icon(failed ? "update_error" : "message")}
      <span class="kind">${clip(say ?? ask ?? type ?? "message", 40)}</span>
      <span class=${failed ? "update-error" : "message-text"}>${clip(text === undefined ? one : text, 500)}</span>
      <span class="time">${Number.isFinite(ts) ? elapsed(ts - start) : nothing}</span>
    </li>
  `;
}
