import { AttemptLedger, BackgroundTaskView, TasklightError, formatTimeline, init } from "tasklight/slim";
import address from "tasklight/wasm?url";
import { check, report } from "./check.js";

report(init(fetch(address)).then(() => check({ AttemptLedger, BackgroundTaskView, TasklightError, formatTimeline })));
