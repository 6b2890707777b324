// The attempts of a task, a row each.
import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { formatDuration } from "tasklight/inline";
import { statusIcon, statusWord } from "./icons.js";

const reasons = { queued: "queued", retry_scheduled: "retry scheduled", session_failed: "session failed" };

export function timelineRows(rows) {
  return html`<ol class="attempts">${repeat(rows, ({ attemptID }) => attemptID, attemptRow)}</ol>`;
}

function attemptRow(row) {
  const state = row.pendingReason ? reasons[row.pendingReason] : statusWord(row.status);
  const took = row.durationMs === undefined ? "" : formatDuration(row.durationMs);
  const about = [state, took, row.sessionID ?? "no session"].filter(Boolean).join(" · ");
  return html`
    <li class="attempt" data-status=${row.status} data-reason=${row.pendingReason ?? nothing}>
      ${statusIcon(row.status)}
      <span class="model"><span class="number">Attempt ${row.attemptNumber}</span> ${row.model}</span>
      <span class="about">${about}</span>
      ${row.error ? html`<span class="error" title=${row.fullError ?? row.error}>${row.error}</span>` : nothing}
    </li>
  `;
}
