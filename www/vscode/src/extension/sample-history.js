// A history from before: what a person finds who opens the tab for the first time. Their messages lie in replays/.
const hour = 3_600_000;
const begin = Date.UTC(2026, 4, 4, 9);
const item = (id, number, task, status) => ({
  id, number, task, status, parentTaskId: "task_main", ts: begin + number * hour, tokensIn: 0, tokensOut: 0, totalCost: 0,
});

export const sampleHistory = [
  // The foreground task: a task without a parent is not listed as a background task.
  { ...item("task_main", 0, "Prepare the release", undefined), parentTaskId: undefined },
  item("sample_ok", 1, "Sort the changelog by kind", "completed"),
  item("sample_corrupt", 2, "Rename the settings module", "completed"),
  item("sample_missing", 3, "Check the licences of all packages", "interrupted"),
  item("sample_old", 4, "Compare the two landing pages", "completed"),
];
