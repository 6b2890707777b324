// The lists: what is active, what has ended. One stop for the Tab key; the arrows go from row to row.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "./icons.js";
import { attemptsOf, counted, fill, number, statusWord } from "./labels.js";
import { clip, line } from "./text.js";

const DEEPEST = 3; // levels that are indented; a side bar is narrow

/** How many run, and how many errors are news. */
export function badges({ badge }, { labels }) {
  const { running, errors } = badge;
  return html`
    <p class="badges">
      ${running ? html`<span class="badge running">${icon("running")}<span dir="auto">${counted(labels, running, "oneRunning", "manyRunning")}</span></span>` : nothing}
      ${errors ? html`<span class="badge errors">${icon("error")}<span dir="auto">${counted(labels, errors, "oneNewError", "manyNewErrors")}</span></span>` : nothing}
    </p>
  `;
}

export function lists({ active, finished, selectedTaskId }, context) {
  const { labels, focusable } = context;
  const all = [...active, ...finished];
  if (all.length === 0) return html`<p class="hint">${labels.noTasks}</p>`;
  const known = new Map(all.map((task) => [task.taskId, task]));
  // Where the Tab key enters: where it was left, or at what is shown.
  const entry = [focusable, selectedTaskId].find((taskId) => known.has(taskId)) ?? arranged(active.length > 0 ? active : finished)[0].task.taskId;
  const rows = (tasks) =>
    repeat(
      arranged(tasks),
      ({ task }) => task.taskId,
      ({ task, depth }) => {
        const isSelected = task.taskId === selectedTaskId;
        const parent = known.get(task.parentTaskId)?.description;
        const dependencies = [task, depth, isSelected, task.taskId === entry, parent, context.labels];
        return guard(dependencies, () => row(task, { depth, isSelected, isEntry: task.taskId === entry, parent }, context));
      },
    );
  const group = (name, heading, tasks, empty) => html`
    <h3 id=${`group-${name}`}>${heading}${tasks.length > 0 ? html`<span class="count">${number(tasks.length)}</span>` : nothing}</h3>
    ${tasks.length > 0 ? html`<ul class="tasks" aria-labelledby=${`group-${name}`}>${rows(tasks)}</ul>` : html`<p class="hint">${empty}</p>`}
  `;
  return html`
    <div class="lists" @keydown=${arrows} @focusin=${(event) => context.focused(event.target.dataset.task)}>
      ${group("active", labels.active, active, labels.nothingActive)}
      ${finished.length > 0 ? group("finished", labels.finished, finished) : nothing}
    </div>
  `;
}

function row(task, { depth, isSelected, isEntry, parent }, { labels, open }) {
  const { taskId, description, status, attempts, model, hasUnseenError } = task;
  const more = [statusWord(labels, task), attempts > 0 && attemptsOf(labels, attempts), hasUnseenError && labels.newError];
  const partOf = parent === undefined ? nothing : fill(labels.partOf, { task: line(parent) });
  return html`
    <li class="level-${Math.min(depth, DEEPEST)}">
      <button
        type="button"
        class="task ${hasUnseenError ? "unseen" : ""}"
        data-task=${taskId}
        data-status=${status}
        aria-current=${isSelected ? "true" : nothing}
        tabindex=${isEntry ? 0 : -1}
        @click=${() => open(taskId)}
      >
        ${icon(status)}
        <span class="task-name" dir="auto" title=${clip(description, 2_000)}>${line(description) || taskId}</span>
        <span class="task-about">
          <span class="task-more" dir="auto">${more.filter(Boolean).join(" · ")}</span>
          <span class="task-model" dir="auto" title=${clip(model)}>${line(model)}</span>
        </span>
        ${partOf === nothing ? nothing : html`<span class=${depth > 0 ? "visually-hidden" : "task-about"} dir="auto">${partOf}</span>`}
      </button>
    </li>
  `;
}

/** Of each list; what did not change keeps its object. */
const arrangements = new WeakMap();

/** The tasks of a list, each below its parent where that is in the same list, and how deep each lies. */
function arranged(tasks) {
  if (!arrangements.has(tasks)) arrangements.set(tasks, arrange(tasks));
  return arrangements.get(tasks);
}

function arrange(tasks) {
  const ids = new Set(tasks.map(({ taskId }) => taskId));
  const children = new Map();
  for (const task of tasks) {
    const parent = ids.has(task.parentTaskId) ? task.parentTaskId : undefined;
    if (!children.has(parent)) children.set(parent, []);
    children.get(parent).push(task);
  }
  const rows = [];
  const waiting = [];
  // The last of them lies at the bottom of the stack.
  const push = (parent, depth) => {
    for (const task of [...(children.get(parent) ?? [])].reverse()) waiting.push({ task, depth });
  };
  push(undefined, 0);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    rows.push(next);
    push(next.task.taskId, next.depth + 1);
  }
  return rows;
}

function arrows(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const rows = [...event.currentTarget.querySelectorAll(".task")];
  const at = rows.indexOf(event.target.closest(".task"));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  rows[Math.max(0, Math.min(to, rows.length - 1))].focus();
}
