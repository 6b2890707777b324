import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { icon } from "./icons.js";
import { clip, counted, statusWord } from "./words.js";

/** The list of tasks: one stop for the Tab key, the arrows go through it. */
export function tasks({ snapshot }, actions) {
  const active = snapshot?.active ?? [];
  const finished = snapshot?.finished ?? [];
  const all = [...active, ...finished];
  const badge = snapshot?.badge;
  const selected = all.findIndex(({ taskId }) => taskId === snapshot.selectedTaskId);
  const keydown = (event) => {
    const to = { ArrowDown: selected + 1, ArrowUp: selected - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const task = all[Math.max(0, Math.min(to, all.length - 1))];
    // A task that is selected again opens anew.
    if (task.taskId !== snapshot.selectedTaskId) actions.select(task.taskId);
    event.currentTarget.querySelector(`#option-${all.indexOf(task)}`)?.scrollIntoView({ block: "nearest" });
  };
  const group = (name, members, from, more = nothing) =>
    members.length === 0
      ? nothing
      : html`<div role="group" aria-labelledby="group-${name}">
          <p class="group-name" id="group-${name}">${name} <span class="badge">${members.length}</span> ${more}</p>
          ${repeat(
            members,
            ({ taskId }) => taskId,
            (task, index) => option(task, from + index, from + index === selected, actions),
          )}
        </div>`;
  return html`
    <section class="pane tasks" aria-labelledby="tasks-heading">
      <div class="pane-head">
        <h2 id="tasks-heading">Background tasks</h2>
        ${badge?.errors
          ? html`<span class="badge errors" title=${counted(badge.errors, "new error")}>
              ${badge.errors}<span class="visually-hidden"> new</span>
            </span>`
          : nothing}
      </div>
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
            ${group("Active", active, 0, `${badge.running} running`)}${group("Finished", finished, active.length)}
          </div>`}
    </section>
  `;
}

function option(task, index, selected, actions) {
  const description = clip(task.description, 1_000);
  const model = clip(task.model);
  const more = [statusWord(task), task.attempts > 0 && counted(task.attempts, "attempt"), task.hasUnseenError && "new"];
  return html`
    <div class="row task ${task.hasUnseenError ? "unseen" : ""}" role="option" id="option-${index}" aria-selected=${selected} @click=${() => actions.select(task.taskId)}>
      ${icon(task.status)}
      <span class="task-text">
        <span class="task-name" title=${description}>${description}</span>
        <span class="task-more">${more.filter(Boolean).join(" · ")}</span>
        <span class="task-more" title=${model}>${model}</span>
      </span>
    </div>
  `;
}
