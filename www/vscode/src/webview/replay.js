// The conversation of a task that has ended. Read-only: no input, no approvals.
import { html } from "lit-html";
import { statusIcon } from "./icons.js";
import { replayRow } from "./replay-row.js";

export function replayPane({ selectedTaskId, replay }) {
  return html`<section class="replay" data-state=${replay.state} aria-busy=${replay.state === "loading"}><h2>Conversation</h2>${content(selectedTaskId, replay)}</section>`;
}

function content(taskId, { state, messages }) {
  switch (state) {
    case "loading":
      return html`<p class="hint">${statusIcon("running")}Loading the conversation…</p>`;
    case "empty":
      return html`<p class="hint">No messages of this task were saved.</p>`;
    case "unreadable":
      return html`<p class="hint unreadable" role="alert">${statusIcon("error")}The saved conversation cannot be read. The task itself is not affected.</p>`;
    default:
      // Saved messages have no key that is sure: two can share a time. The list never changes, so the order will do.
      return html`<ol class="messages" data-task=${taskId}>${messages.map(replayRow)}</ol>`;
  }
}
