import { progress, script, task } from "./script.js";

const TASKS = 20;
const PER_SECOND = 2_000;
const SECONDS = 8;
const TOOLS = ["read_file", "search_files", "list_files", "execute_command", "apply_diff", "codebase_search"];
const MODELS = [
  { providerID: "openai", modelID: "gpt-5.4-mini" },
  { providerID: "anthropic", modelID: "claude-haiku-4.5" },
  { providerID: "google", modelID: "gemini-2.5-flash-lite" },
];
const FOLDERS = ["core", "editor", "search", "terminal", "settings"];

/** Twenty tasks that all post at once. */
export function flood() {
  const names = Array.from({ length: TASKS }, (_, index) => `bg_${String(index + 1).padStart(2, "0")}`);
  const tasks = names.map(task);
  const describe = (index) => `Review ${FOLDERS[index % FOLDERS.length]}, part ${Math.floor(index / FOLDERS.length) + 1}`;
  const starts = tasks.flatMap((bg, index) => [
    bg.launched(10, `att_${index + 1}`, MODELS[index % MODELS.length], describe(index)),
    bg.sessionReady(10, `att_${index + 1}`, `ses_${names[index].slice(3)}`),
  ]);
  const updates = Array.from({ length: PER_SECOND * SECONDS }, (_, index) =>
    progress(1_000 / PER_SECOND, names[index % TASKS], update(Math.floor(index / TASKS))),
  );
  const ends = tasks.map((bg, index) => {
    const ref = { attemptID: `att_${index + 1}` };
    if (index === 6) return bg.finished(40, ref, "error", "504 Gateway Timeout: upstream request timeout");
    if (index === 12) return bg.finished(40, ref, "cancelled");
    return bg.finished(40, ref, "completed");
  });
  return script([...starts, ...updates, ...ends]);
}

/** A tool's call and its result by turns, now and then an error or a change of status. */
function update(round) {
  const toolName = TOOLS[Math.floor(round / 2) % TOOLS.length];
  if (round % 200 === 150) return { kind: "status_change", status: round % 400 === 150 ? "paused" : "running" };
  if (round % 75 === 74) return { kind: "error", toolName, status: "errored", errorMessage: "Tool timed out after 30 s" };
  return round % 2 === 0
    ? { kind: "tool_call", toolName, status: "started" }
    : { kind: "tool_result", toolName, status: "completed" };
}
