// Saved messages as rows. Files of old versions hold kinds that nobody knows any more, and nobody checked them when
// they were written: whatever is there, it becomes a row, and no row breaks the others.
import { clip, parsed } from "./text.js";

/** Bookkeeping, which a chat does not show either. */
const HIDDEN = new Set([
  "api_req_started", "api_req_finished", "api_req_retried", "api_req_deleted", "mcp_server_request_started", "api_req_failed",
  "resume_task", "resume_completed_task",
]);

const ROWS = {
  text: (text) => ["text", "assistant", "messageText", text],
  reasoning: (text) => ["reasoning", "reasoning", "messageReasoning", text],
  completion_result: (text) => ["result", "completed", "messageResult", text],
  user_feedback: (text) => ["user", "user", "messageUser", text],
  followup: (text) => ["text", "assistant", "messageQuestion", said(parsed(text)?.question) ?? text],
  tool,
  command: (text) => ["tool", "tool", "messageCommand", text],
  command_output: (text) => ["output", "tool", "messageOutput", text],
  error: (text) => ["error", "error", "messageError", text],
  // "<status>\n<message>\n<retry_timer>N</retry_timer>": nothing counts down any more.
  api_req_retry_delayed: (text) => ["retry", "refresh", "messageRetry", text.replace(/<retry_timer>[^<]*<\/retry_timer>/g, "")],
};

function tool(text) {
  const call = parsed(text);
  if (!call) return ["tool", "tool", "messageTool", text];
  const { tool, path, regex, query, command } = call;
  return ["tool", "tool", { words: said(tool) }, [path, regex, query, command].find(said) ?? (said(tool) ? "" : text)];
}

const said = (value) => (typeof value === "string" && value !== "" ? value : undefined);

/**
 * @typedef {object} MessageRow
 * @property {string} kind `other` for what nobody knows
 * @property {string} symbol
 * @property {string} [label] the name of its title in the table of labels
 * @property {string} [words] its title, where that is its own
 * @property {string} text
 * @property {unknown} at
 */

/** @param {readonly unknown[]} messages @returns {MessageRow[]} */
export const messageRows = (messages) => messages.map(safely).filter(Boolean);

function safely(message, index) {
  try {
    return messageRow(message, index);
  } catch {
    // A getter of it throws.
    return { kind: "other", symbol: "unknown", label: "messageUnknown", text: "", at: undefined };
  }
}

function messageRow(message, index) {
  const { say, ask, text: value, ts: at } = typeof message === "object" && message !== null ? message : {};
  const kind = say ?? ask;
  if (HIDDEN.has(kind)) return undefined;
  const text = typeof value === "string" ? value : "";
  if (typeof kind === "string" && Object.hasOwn(ROWS, kind)) {
    if (!text) return undefined;
    // What the first message says is what the task was to be.
    if (index === 0 && kind === "text") return { kind: "user", symbol: "user", label: "messageTask", text, at };
    const [name, symbol, title, shown] = ROWS[kind](text);
    const titled = typeof title === "string" ? { label: title } : { label: "messageTool", words: title.words };
    return { kind: name, symbol, ...titled, text: shown, at };
  }
  const words = typeof kind === "string" && kind ? clip(kind, 40) : undefined;
  const whole = text || (say === undefined && ask === undefined && message !== null && message !== undefined ? clip(message, 2_000) : "");
  return { kind: "other", symbol: "unknown", label: "messageUnknown", words, text: whole, at };
}
