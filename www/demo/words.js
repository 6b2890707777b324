// What the page says of reasons and times.

const REASONS = {
  unknown_task: "No such task was launched.",
  unknown_attempt: "No such attempt is known.",
  unknown_session: "The session belongs to no attempt.",
  superseded: "A newer attempt has taken over.",
  already_terminal: "The attempt had already ended.",
  already_bound: "The attempt has another session.",
  session_in_use: "Another attempt owns the session.",
  attempt_in_use: "The id of the attempt is taken.",
  task_active: "The task is still active.",
  duplicate: "This was known already.",
  stale: "A newer state is known.",
  conflict: "It contradicts what is known of another task.",
  not_requested: "Nobody waits for these messages.",
  malformed: "A field is missing, or of the wrong kind.",
};

export const reasonSentence = (reason) => REASONS[reason] ?? "";

/** `1:05`, from the start of what is played. */
export function elapsed(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const rest = String(seconds % 60).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${rest}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

export const count = (n) => n.toLocaleString("en-GB");

export const counted = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/** What a message holds may be megabytes long, or not even text. */
export function clip(value, length = 200) {
  const text = typeof value === "string" ? value : value === undefined ? "" : String(JSON.stringify(value));
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
