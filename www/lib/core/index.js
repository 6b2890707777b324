// What every entry exports, once the module is there.
export { TasklightError } from "./error.js";
export { AttemptLedger } from "./ledger.js";
export { ProgressThrottler } from "./throttler.js";
export { errorLine, formatDuration, formatNotice, formatTimeline, timelineRows } from "./timeline.js";
export { BackgroundTaskView } from "./view.js";
