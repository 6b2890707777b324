// A saved message as a row. Files of old versions hold kinds that nobody knows any more, and nobody checked them when
// they were written: whatever is there, it becomes a row, and no row breaks the others.
import { html, nothing } from "lit-html";
import { errorLine } from "tasklight/inline";
import { statusIcon } from "./icons.js";

/** Bookkeeping that a chat does not show either. */
const hidden = new Set(["api_req_started", "api_req_finished", "api_req_retried", "api_req_deleted", "mcp_server_request_started", "api_req_failed", "resume_task", "resume_completed_task"]);

const rows = {
  text: (text) => row("text", "assistant", "Assistant", text),
  reasoning: (text) => row("reasoning", "assistant", "Reasoning", text),
  completion_result: (text) => row("result", "completed", "Result", text),
  user_feedback: (text) => row("user", "user", "You", text),
  followup: (text) => row("text", "assistant", "Question", parsed(text)?.question ?? text),
  tool: (text) => row("tool", "tool", parsed(text)?.tool ?? "Tool", parsed(text)?.path),
  command: (text) => row("tool", "tool", "Command", text),
  command_output: (text) => row("output", "tool", "Output", text),
  error: (text) => row("error", "error", "Error", errorLine(text)),
  // "<status>\n<message>\n<retry_timer>N</retry_timer>": nothing counts down any more.
  api_req_retry_delayed: (text) => row("retry", "pending", "Retried", errorLine(text.replace(/<retry_timer>.*?<\/retry_timer>/gs, ""))),
};

export function replayRow(message, index) {
  const kind = message?.say ?? message?.ask;
  if (hidden.has(kind)) return nothing;
  const text = typeof message?.text === "string" ? message.text : "";
  const known = typeof kind === "string" && Object.hasOwn(rows, kind);
  if (known && !text) return nothing;
  // What the first message says is what the task was to be.
  if (index === 0 && kind === "text") return row("user", "user", "Task", text);
  if (known) return rows[kind](text);
  return row("other", "unknown", typeof kind === "string" ? kind : "A message of an unknown form", text);
}

function row(kind, symbol, title, text) {
  return html`<li class="message" data-kind=${kind}>${statusIcon(symbol)}<span class="title">${title}</span>${text ? html`<div class="text">${text}</div>` : nothing}</li>`;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
