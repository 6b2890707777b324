import load, { AttemptLedger, BackgroundTaskView, TasklightError, formatTimeline } from "../node_modules/tasklight/index.js";
import { check, report } from "./check.js";

report(load().then(() => check({ AttemptLedger, BackgroundTaskView, TasklightError, formatTimeline })));
