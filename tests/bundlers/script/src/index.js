import { AttemptLedger, BackgroundTaskView, TasklightError, formatTimeline } from "../node_modules/tasklight/inline.js";
import { check, report } from "./check.js";

report(check({ AttemptLedger, BackgroundTaskView, TasklightError, formatTimeline }));
