// What the scripted provider does, attempt by attempt. A real agent would call models here; a script makes every run
// the same, so that it can be tested and shown.
//
// The steps of an attempt:
//   session                 the child session is created
//   noSession, error        it cannot be created
//   call, result, toolError a tool of the session starts, ends, fails
//   status                  the session says where it stands
//   say                     the assistant writes
//   fail, error             the session ends in an error: the next model of the chain takes over, if there is one
//   late, attempt           an event of the session of an earlier attempt arrives only now
//   done                    the session ends well

const model = (name) => {
  const [providerID, modelID, variant] = name.split("/");
  return variant ? { providerID, modelID, variant } : { providerID, modelID };
};

const work = (...tools) => tools.flatMap((tool) => [{ call: tool }, { result: tool }]);

export const scenarios = {
  fallback: {
    label: "Retries twice, then completes",
    detail: "Two providers refuse; late events of their sessions arrive while the third works",
    task: "Find out why the nightly build fails",
    chain: ["openai/gpt-5.4-mini", "anthropic/claude-haiku-4.5", "google/gemini-2.5-flash-lite"].map(model),
    attempts: [
      [{ session: true }, { call: "read_file" }, { fail: true, error: '{"error":{"message":"Forbidden: Selected provider is forbidden","code":403}}' }],
      [{ session: true }, { late: true, attempt: 1 }, ...work("read_file"), { fail: true, error: "429 Too Many Requests" }],
      [
        { session: true },
        { late: true, attempt: 2 },
        { say: "The build breaks since the linker flag was renamed. Let me look at the script." },
        { status: "running" },
        ...work("read_file", "search_files", "execute_command", "apply_diff"),
        { say: "Fixed: `build.sh` passed a flag that the linker no longer knows." },
        { done: true },
      ],
    ],
  },
  exhausted: {
    label: "Every model fails",
    detail: "Ends in an error, with a badge on the icon",
    task: "Translate the release notes",
    chain: ["openai/gpt-5.4-mini", "mistral/mistral-small"].map(model),
    attempts: [
      [{ session: true }, { fail: true, error: "503 Service Unavailable" }],
      [{ noSession: true, error: "Model not found: mistral/mistral-small. Did you mean: mistral-small-latest?" }, { fail: true }],
    ],
  },
  steady: {
    label: "One long attempt",
    detail: "Many tool calls, one of which fails; good for watching and for cancelling",
    task: "Add tests to the date parser",
    chain: ["anthropic/claude-sonnet-4.5/high"].map(model),
    attempts: [
      [
        { session: true },
        { say: "I will read the parser first, then write the tests." },
        ...work("list_files", "read_file", "read_file", "search_files", "write_to_file"),
        { call: "execute_command" },
        { toolError: "execute_command", error: "npm test: 2 of 14 tests fail" },
        ...work("read_file", "apply_diff", "execute_command", "read_file", "apply_diff", "execute_command"),
        ...work("search_files", "read_file", "apply_diff", "execute_command", "list_files", "read_file"),
        { say: "All 14 tests pass." },
        { done: true },
      ],
    ],
  },
};
