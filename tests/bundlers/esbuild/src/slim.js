import { AttemptLedger, BackgroundTaskView, TasklightError, formatTimeline, init } from "tasklight/slim";
import bytes from "tasklight/wasm";
import { check, report } from "./check.js";

init(bytes);
report(check({ AttemptLedger, BackgroundTaskView, TasklightError, formatTimeline }));
