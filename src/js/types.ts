// Stands before what wasm-bindgen declares: the types that it names, and all others.
export * from "./types/attempts.js";
export * from "./types/progress.js";
export * from "./types/timeline.js";
export * from "./types/messages.js";
export * from "./types/view.js";
import type {
  AttemptRef,
  BackgroundTask,
  BindOptions,
  FailOptions,
  LedgerOptions,
  LedgerSnapshot,
  Notice,
  Outcome,
  ResolvedSession,
  RetryOptions,
  StartOptions,
  TerminalStatus,
  Time,
} from "./types/attempts.js";
import type { Received } from "./types/messages.js";
import type {
  BackgroundTaskUpdate,
  DeliveredUpdate,
  ProgressBatch,
  ProgressStats,
  ThrottlerOptions,
} from "./types/progress.js";
import type { ErrorLineOptions, TimelineOptions, TimelineRow } from "./types/timeline.js";
import type { ViewOptions, ViewSnapshot } from "./types/view.js";
