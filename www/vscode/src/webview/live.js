// What an active task does: its last tool runs, the newest at the end.
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { errorLine } from "tasklight/inline";
import { icon, statusIcon } from "./icons.js";

const icons = { started: "running", completed: "completed", errored: "error" };
const words = { started: "started", completed: "completed", errored: "failed" };

export function livePane({ selectedTaskId, live }, isActive, actions) {
  const { activity, dropped } = live;
  return html`
    <section class="live">
      <h2>Activity</h2>
      ${dropped ? html`<p class="hint">${dropped} older ${dropped === 1 ? "update was" : "updates were"} left out.</p>` : nothing}
      ${activity.length
        ? html`<ol class="activity" data-follow=${selectedTaskId} tabindex="0" aria-label="Tool runs">
            ${repeat(activity, ({ seq }) => seq, (row) => toolRow(row, isActive))}
          </ol>`
        : html`<p class="hint">${isActive ? "Waiting for the first tool run…" : "No tool runs were seen."}</p>`}
      ${isActive
        ? nothing
        : html`<p class="ended"><button class="secondary" @click=${() => actions.open(selectedTaskId)}>${icon("replay")}Show the conversation</button></p>`}
    </section>
  `;
}

function toolRow({ seq, toolName, status, errorMessage }, isActive) {
  // A run without a result does not go on in a task that has ended.
  const ended = status === "started" && !isActive;
  return html`
    <li class="tool" data-seq=${seq} data-status=${status}>
      ${statusIcon(ended ? "unknown" : icons[status])}
      <code>${toolName}</code>
      <span class="about">${ended ? "no result" : words[status]}</span>
      ${errorMessage ? html`<span class="error">${errorLine(errorMessage)}</span>` : nothing}
    </li>
  `;
}
