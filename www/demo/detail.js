import { formatDuration } from "tasklight";
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { icon } from "./icons.js";
import { clip, counted, selectedTask, statusWord } from "./words.js";

/** The attempts of the selected task, as rows. */
export function attempts({ snapshot }) {
  const task = selectedTask(snapshot);
  return html`
    <section class="pane attempts" aria-labelledby="task-heading">
      ${task
        ? html`
            <h2 id="task-heading" class="task-heading">
              ${icon(task.status)}<span>${clip(task.description, 1_000)}</span>
            </h2>
            <p class="task-ids">
              <span>${clip(task.taskId)}</span>
              ${task.attempts > 0 ? html`<span>${counted(task.attempts, "attempt")}</span>` : nothing}
            </p>
            ${snapshot.timeline.length > 0
              ? html`<ol class="timeline scroll" id="timeline" tabindex="0" aria-labelledby="task-heading">
                  ${repeat(snapshot.timeline, ({ attemptID }) => attemptID, attempt)}
                </ol>`
              : html`<p class="empty">Nothing is known of its attempts.</p>`}
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
