// What is shown: the lists, or the task that was chosen.
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { icon, statusIcon, statusWord } from "./icons.js";
import { livePane } from "./live.js";
import { replayPane } from "./replay.js";
import { timelineRows } from "./timeline.js";

export function page(snapshot, actions) {
  return snapshot.selectedTaskId === null ? lists(snapshot, actions) : taskPage(snapshot, actions);
}

function lists({ active, finished }, actions) {
  if (!active.length && !finished.length) {
    return html`<p class="hint">No background tasks yet. Start one with the + above.</p>`;
  }
  return html`
    ${list("Active", active, actions, "Nothing runs at the moment.")}
    ${list("Finished", finished, actions)}
  `;
}

function list(title, tasks, actions, empty) {
  if (!tasks.length && !empty) return nothing;
  return html`
    <section class="tasks">
      <h2>${title}${tasks.length ? html`<span class="count">${tasks.length}</span>` : nothing}</h2>
      ${tasks.length ? html`<ul>${repeat(tasks, ({ taskId }) => taskId, (task) => taskRow(task, actions))}</ul>` : html`<p class="hint">${empty}</p>`}
    </section>
  `;
}

function taskRow(task, actions) {
  const attempts = task.attempts > 1 ? `attempt ${task.attempts}` : "";
  const about = [statusWord(task.status), attempts, task.model].filter(Boolean).join(" · ");
  return html`
    <li>
      <button class="task" data-task=${task.taskId} data-status=${task.status} @click=${() => actions.open(task.taskId)}>
        ${statusIcon(task.status)}
        <span class="what">${task.description}</span>
        ${task.hasUnseenError ? html`<span class="unseen" role="img" aria-label="not looked at yet"></span>` : nothing}
        <span class="about">${about}</span>
      </button>
    </li>
  `;
}

function taskPage(snapshot, actions) {
  const { selectedTaskId, timeline, viewMode } = snapshot;
  const task = [...snapshot.active, ...snapshot.finished].find(({ taskId }) => taskId === selectedTaskId);
  const isActive = snapshot.active.includes(task);
  return html`
    <header class="task-head">
      <button id="back" class="quiet" aria-label="Back to all tasks" title="Back to all tasks" @click=${actions.back}>${icon("back")}</button>
      <h1>${task?.description ?? selectedTaskId}</h1>
      <span class="badge" data-status=${task?.status ?? "unknown"} role="status">${statusIcon(task?.status)}${statusWord(task?.status)}</span>
      ${isActive ? html`<button class="cancel secondary" @click=${() => actions.cancel(selectedTaskId)}>Cancel</button>` : nothing}
    </header>
    ${timeline.length ? html`<section class="timeline"><h2>Attempts<span class="count">${timeline.length}</span></h2>${timelineRows(timeline)}</section>` : nothing}
    ${viewMode === "live" ? livePane(snapshot, isActive, actions) : replayPane(snapshot)}
  `;
}
