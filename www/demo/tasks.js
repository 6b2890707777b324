import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { icon } from "./icons.js";
import { clip, counted, statusWord } from "./words.js";

/** The list of tasks: one stop for the Tab key, the arrows go through it. */
export function tasks({ snapshot }, actions) {
  const active = snapshot?.active ?? [];
  const finished = snapshot?.finished ?? [];
  const all = [...active, ...finished];
  const selected = all.findIndex(({ taskId }) => taskId === snapshot.selectedTaskId);
  const keydown = (event) => {
    const to = { ArrowDown: selected + 1, ArrowUp: selected - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const task = all[Math.max(0, Math.min(to, all.length - 1))];
    actions.select(task.taskId);
    event.currentTarget.querySelector(`#option-${all.indexOf(task)}`)?.scrollIntoView({ block: "nearest" });
  };
  const group = (name, members, from) =>
    members.length === 0
      ? nothing
      : html`<div role="group" aria-labelledby="group-${name}">
          <p class="group-name" id="group-${name}">${name} <span class="badge">${members.length}</span></p>
          ${repeat(
            members,
            ({ taskId }) => taskId,
            (task, index) => option(task, from + index, from + index === selected, actions),
          )}
        </div>`;
  return html`
    <section class="pane tasks" aria-labelledby="tasks-heading">
      <h2 id="tasks-heading">Background tasks</h2>
      ${all.length === 0
        ? html`<p class="empty">No background task yet.</p>`
        : html`<div
            class="scroll"
            role="listbox"
            tabindex="0"
            aria-labelledby="tasks-heading"
            aria-activedescendant=${selected >= 0 ? `option-${selected}` : nothing}
            @keydown=${keydown}
          >
            ${group("Active", active, 0)}${group("Finished", finished, active.length)}
          </div>`}
    </section>
  `;
}

function option(task, index, selected, actions) {
  const description = clip(task.description, 1_000);
  const model = clip(task.model);
  return html`
    <div class="row task" role="option" id="option-${index}" aria-selected=${selected} @click=${() => actions.select(task.taskId)}>
      ${icon(task.status)}
      <span class="task-text">
        <span class="task-name" title=${description}>${description}</span>
        <span class="task-more">${statusWord(task)} · ${counted(task.attempts, "attempt")}</span>
        <span class="task-more" title=${model}>${model}</span>
      </span>
    </div>
  `;
}
