// What the demo plays: messages as an extension posts them, with the pause before each. Nothing here is random.
import { flood } from "./flood.js";
import { START, lasting, progress, script, task, toolRuns } from "./script.js";

const model = (providerID, modelID, variant) => ({ providerID, modelID, variant });
const MINI = model("openai", "gpt-5.4-mini");
const HAIKU = model("anthropic", "claude-haiku-4.5");
const FLASH = model("google", "gemini-2.5-flash-lite");
const SONNET = model("anthropic", "claude-sonnet-4.5", "high");

const BAD_GATEWAY =
  "Bad Gateway: <html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n" +
  "<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.27.4</center>\r\n</body>\r\n</html>";

const RATE_LIMIT =
  'Error: 429 {"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your organization\'s ' +
  "rate limit of 50,000 input tokens per minute (model: claude-haiku-4.5). For details, refer to the rate limits page of " +
  "the API. You can see the response headers for current usage. Please reduce the prompt length or the maximum tokens " +
  'requested, or try again later."},"request_id":"req_011CTd8uZQ"}\n    at generate (agent/session.js:412:19)\n' +
  "    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)\n    at runLoop (agent/loop.js:88:7)";

const QUOTA =
  'got status: 429 Too Many Requests. {"error":{"message":"{\\n  \\"error\\": {\\n    \\"code\\": 429,\\n    \\"message\\": ' +
  '\\"Resource has been exhausted (e.g. check quota).\\",\\n    \\"status\\": \\"RESOURCE_EXHAUSTED\\"\\n  }\\n}\\n",' +
  '"code":429,"status":"Too Many Requests"}}';

function forbidden() {
  const bg = task("bg_auth");
  return script([
    bg.launched(0, "att_1", MINI, "Find where session tokens are refreshed"),
    bg.sessionReady(700, "att_1", "ses_aaa"),
    progress(900, "bg_auth", { kind: "status_change", status: "running" }),
    bg.retry(1_300, { sessionID: "ses_aaa" }, "Forbidden: Selected provider is forbidden", "att_2", HAIKU),
    bg.sessionReady(1_600, "att_2", "ses_bbb"),
    ...toolRuns(500, "bg_auth", "list_files search_files read_file read_file read_file search_files read_file"),
    bg.finished(1_000, { sessionID: "ses_bbb" }, "completed"),
  ]);
}

function seven() {
  const bg = task("bg_flaky");
  const missing = [
    model("anthropic", "claude-haiku-5"),
    model("google", "gemini-3-flash-lite"),
    model("moonshotai", "kimi-k2.7"),
    model("x-ai", "grok-code-fast-2"),
    model("z-ai", "glm-4.8-air"),
  ];
  const retries = missing.flatMap(({ providerID, modelID }, index) => [
    bg.sessionReady(600, `att_${index + 2}`, `ses_${index + 2}`),
    bg.retry(
      900,
      { sessionID: `ses_${index + 2}` },
      `{"name":"ProviderModelNotFoundError","data":{"message":"Model not found: ${providerID}/${modelID}","suggestions":[]}}`,
      `att_${index + 3}`,
      missing[index + 1] ?? model("anthropic", "claude-sonnet-4.5"),
    ),
  ]);
  return script([
    bg.launched(0, "att_1", MINI, "Explain why the nightly build is flaky"),
    bg.sessionReady(600, "att_1", "ses_1"),
    ...toolRuns(400, "bg_flaky", "list_files read_file"),
    bg.retry(1_200, { sessionID: "ses_1" }, BAD_GATEWAY, "att_2", missing[0]),
    ...retries,
    bg.sessionReady(800, "att_7", "ses_7"),
    ...toolRuns(350, "bg_flaky", "search_files read_file execute_command! execute_command read_file read_file apply_diff"),
    bg.finished(900, { sessionID: "ses_7" }, "completed"),
  ]);
}

function exhausted() {
  const bg = task("bg_docs");
  return script([
    bg.launched(0, "att_1", HAIKU, "Summarise the architecture documents for the new mode"),
    bg.sessionReady(600, "att_1", "ses_d1"),
    ...toolRuns(450, "bg_docs", "list_files read_file read_file"),
    bg.retry(900, { sessionID: "ses_d1" }, RATE_LIMIT, "att_2", FLASH),
    bg.sessionReady(1_200, "att_2", "ses_d2"),
    ...toolRuns(450, "bg_docs", "read_file read_file!"),
    progress(300, "bg_docs", { kind: "error", status: "errored", errorMessage: QUOTA }),
    bg.finished(1_500, { sessionID: "ses_d2" }, "error", QUOTA),
  ]);
}

function queued() {
  const first = task("bg_types");
  const second = task("bg_changelog");
  return script([
    first.launched(0, "att_1", SONNET, "Add the missing types to the settings store"),
    first.sessionReady(500, "att_1", "ses_types"),
    second.launched(700, "att_2", MINI, "Draft the changelog since the last release"),
    ...toolRuns(450, "bg_types", "read_file search_files read_file"),
    second.finished(900, { attemptID: "att_2" }, "cancelled"),
    ...toolRuns(450, "bg_types", "apply_diff execute_command"),
    first.finished(900, { sessionID: "ses_types" }, "completed"),
  ]);
}

function sessionFails() {
  const first = task("bg_tests");
  const second = task("bg_lint");
  const refused = "Failed to create session: connect ECONNREFUSED 127.0.0.1:4096";
  return script([
    first.launched(0, "att_1", SONNET, "Write tests for the path matcher"),
    second.launched(400, "att_2", MINI, "Fix the lint warnings in packages/core"),
    first.sessionFailed(1_200, "att_1", refused),
    second.sessionFailed(300, "att_2", refused),
    first.retry(2_200, { attemptID: "att_1" }, refused, "att_3", SONNET),
    second.finished(900, { attemptID: "att_2" }, "error", `${refused} (3 tries)`),
    first.sessionReady(1_400, "att_3", "ses_tests"),
    ...toolRuns(450, "bg_tests", "read_file read_file write_to_file execute_command! apply_diff execute_command"),
    first.finished(900, { sessionID: "ses_tests" }, "completed"),
  ]);
}

function late() {
  const bg = task("bg_deps");
  const overloaded = '529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_011CTeK2"}';
  return script([
    bg.launched(0, "att_1", HAIKU, "Check which dependencies are no longer used"),
    bg.sessionReady(600, "att_1", "ses_old"),
    ...toolRuns(400, "bg_deps", "read_file search_files"),
    bg.retry(900, { sessionID: "ses_old" }, overloaded, "att_2", MINI),
    // A second handler of the same error wants to retry, too.
    bg.retry(700, { sessionID: "ses_old" }, overloaded, "att_other", FLASH),
    bg.sessionReady(900, "att_2", "ses_new"),
    // The session that was started twice, and the aborted one's last words.
    bg.sessionReady(900, "att_1", "ses_twin"),
    bg.finished(900, { sessionID: "ses_old" }, "error", "MessageAbortedError: The operation was aborted."),
    ...toolRuns(400, "bg_deps", "search_files read_file"),
    bg.sessionReady(500, "att_2", "ses_new"),
    bg.finished(700, { sessionID: "ses_stranger" }, "completed"),
    ...toolRuns(400, "bg_deps", "execute_command"),
    bg.finished(900, { sessionID: "ses_new" }, "completed"),
    bg.finished(1_200, { sessionID: "ses_new" }, "interrupt", "Interrupted by user"),
  ]);
}

/**
 * @typedef {object} Scenario
 * @property {string} id
 * @property {string} title
 * @property {string} story what happens, and what to look at
 * @property {number} start epoch milliseconds
 * @property {readonly import("./player.js").Entry[]} messages
 */

/** @type {Scenario[]} */
export const scenarios = [
  {
    id: "forbidden",
    start: START,
    title: "Forbidden, then a fallback",
    story: "The provider refuses the first model, so the agent goes on with another one in a session of its own. One task, two attempts: nobody has to guess whether there was a retry.",
    messages: forbidden(),
  },
  {
    id: "seven",
    start: START,
    title: "Seven attempts",
    story: "A gateway breaks, five models do not exist, the seventh attempt succeeds. Each error is one readable line, whatever it came wrapped in: an HTML page, JSON, a stack trace.",
    messages: seven(),
  },
  {
    id: "exhausted",
    start: START,
    title: "No fallback left",
    story: "Both models are over their limits and there is no third. The task ends in error, and the last line says so: it never looks finished, or still running.",
    messages: exhausted(),
  },
  {
    id: "queued",
    start: START,
    title: "Cancelled while queued",
    story: "The second task waits for a free slot and is cancelled there. It never had a session; the task that runs does not notice.",
    messages: queued(),
  },
  {
    id: "session",
    start: START,
    title: "Session creation fails",
    story: "No session can be created, so there is no child to open. Pending says why it is pending; one task recovers, the other ends in error without a session.",
    messages: sessionFails(),
  },
  {
    id: "late",
    start: START,
    title: "Late events of old sessions",
    story: "A session that was given up goes on talking: a second retry, a second session, a last error. Each is ignored, with the reason, and the attempt that runs is left alone.",
    messages: late(),
  },
  {
    id: "flood",
    start: START,
    title: "A flood of progress",
    story: "Twenty tasks post 2,000 updates a second. Each task shows at most five every half second, the important ones first, and what was dropped is counted.",
    // Made when it is first played: 16,000 messages.
    get messages() {
      return lasting(this, "messages", flood());
    },
  },
];
