// The task that was chosen: how it stands, its attempts, and what it does or did.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { activity } from "./activity.js";
import { icon } from "./icons.js";
import { attemptsOf, duration, statusWord } from "./labels.js";
import { replay } from "./replay.js";
import { clip, line } from "./text.js";
import { timeline } from "./timeline.js";

const TITLE = 160;
const WHOLE = 20_000;

export function taskPane(snapshot, context) {
  const { selectedTaskId, active, finished, viewMode } = snapshot;
  if (selectedTaskId === null) return html`<p class="hint choose">${context.labels.chooseTask}</p>`;
  const isActive = active.some(({ taskId }) => taskId === selectedTaskId);
  const task = (isActive ? active : finished).find(({ taskId }) => taskId === selectedTaskId);
  const ended = Boolean(task) && !isActive;
  const elapsed = elapsedTime(task, snapshot.timeline, context);
  return html`
    ${guard([task, selectedTaskId, isActive, elapsed, snapshot.timeline.length > 0, context.labels, context.opened.has("title")], () =>
      head(task ?? { description: selectedTaskId, status: "unknown", attempts: 0 }, { isActive, elapsed }, snapshot, context))}
    ${timeline(snapshot.timeline, context)}
    ${viewMode === "replay" ? replay(snapshot, context) : activity(snapshot, ended, context)}
  `;
}

function head(task, { isActive, elapsed }, { selectedTaskId, timeline }, { labels, intent, opened, toggle }) {
  const { description, status, attempts } = task;
  const more = [attempts > 0 && attemptsOf(labels, attempts), elapsed].filter(Boolean).join(" · ");
  const title = line(description, TITLE) || clip(selectedTaskId);
  const isOpen = opened.has("title");
  return html`
    <header class="task-head">
      <h3 id="task-title" dir="auto" tabindex="-1">${isOpen ? clip(description, WHOLE) : title}</h3>
      ${title.endsWith("…")
        ? html`<button type="button" class="link more" aria-expanded=${isOpen} @click=${() => toggle("title")}>${isOpen ? labels.showLess : labels.showAll}</button>`
        : nothing}
      <p class="state" data-status=${status}>
        ${icon(status)}<strong>${statusWord(labels, task)}</strong>
        ${more ? html`<span class="state-more" dir="auto">${more}</span>` : nothing}
        <span class="task-id" title=${clip(selectedTaskId, 1_000)}>${clip(selectedTaskId)}</span>
      </p>
      <div class="actions">
        ${isActive
          ? html`<button type="button" class="secondary cancel" @click=${() => intent("cancel-task", { taskId: selectedTaskId })}>${labels.cancel}</button>`
          : nothing}
        ${timeline.length > 0
          ? html`<button type="button" class="tool copy" aria-label=${labels.copyTimeline} title=${labels.copyTimeline} @click=${() => intent("copy-timeline", { taskId: selectedTaskId })}>
              ${icon("copy")}
            </button>`
          : nothing}
      </div>
    </header>
  `;
}

/** From its first session to its end, or to now. */
function elapsedTime(task, rows, { labels, now }) {
  const startedAt = rows.find((row) => row.startedAt !== undefined)?.startedAt ?? task?.startedAt;
  if (startedAt === undefined) return "";
  const isRunning = rows.at(-1)?.status === "running" || (rows.length === 0 && task?.status === "running");
  const end = isRunning ? now() : (rows.at(-1)?.completedAt ?? task?.completedAt);
  return end === undefined ? "" : duration(labels, end - startedAt);
}
