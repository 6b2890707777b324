import { errorLine, formatDuration } from "tasklight";
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { icon } from "./icons.js";
import { clip, counted, elapsed, kindWord, statusWord } from "./words.js";

/** The attempts of the selected task, as rows. */
export function attempts({ snapshot }) {
  const task = snapshot?.task;
  return html`
    <section class="pane attempts" aria-labelledby="task-heading">
      ${task
        ? html`
            <h2 id="task-heading" class="task-heading">
              ${icon(task.status)}<span>${clip(task.description ?? task.taskId, 1_000)}</span>
            </h2>
            <p class="task-ids">
              <span>${clip(task.taskId)}</span>
              <span>${counted(task.attempts.length, "attempt")}</span>
            </p>
            <ol class="timeline scroll" id="timeline" tabindex="0" aria-labelledby="task-heading">
              ${repeat(snapshot.timeline, ({ attemptID }) => attemptID, attempt)}
            </ol>
          `
        : html`<h2 id="task-heading">Attempts</h2>
            <p class="empty">The attempts of a task are listed here, each with its model, session and outcome.</p>`}
    </section>
  `;
}

function attempt(row) {
  const { attemptNumber, status, model, sessionID, durationMs, error, fullError } = row;
  return html`
    <li class="attempt" data-status=${status}>
      ${icon(status)}
      <div>
        <p class="attempt-head">
          <strong>Attempt ${attemptNumber}</strong>
          <span class="status">${statusWord(row)}</span>
          ${durationMs === undefined ? nothing : html`<span class="duration">${formatDuration(durationMs)}</span>`}
        </p>
        <p class="attempt-where">
          <span class="model">${clip(model)}</span>
          <span class="session">${sessionID ? clip(sessionID) : "no session"}</span>
        </p>
        ${error ? attemptError(error, fullError) : nothing}
      </div>
    </li>
  `;
}

/** One line; it opens to the whole, where that says more. */
function attemptError(error, fullError) {
  if (!fullError || fullError === error) return html`<p class="attempt-error">${error}</p>`;
  return html`
    <details class="attempt-error">
      <summary title="Show the whole error">${error}</summary>
      <pre tabindex="0" aria-label="Whole error">${fullError}</pre>
    </details>
  `;
}

/** What the selected task does: a row for each update, the newest last. */
export function live({ snapshot, following, source }, actions) {
  const updates = snapshot?.live?.updates ?? [];
  const onScroll = ({ target }) => actions.follow(target.scrollTop + target.clientHeight >= target.scrollHeight - 8);
  return html`
    <section class="pane live" aria-labelledby="live-heading">
      <div class="pane-head">
        <h2 id="live-heading">Progress</h2>
        ${following ? nothing : html`<button class="link" @click=${() => actions.follow(true)}>Go to the newest</button>`}
      </div>
      ${updates.length === 0
        ? html`<p class="empty">Nothing yet. Progress comes in windows of half a second.</p>`
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
