import { AttemptLedger, BackgroundTaskView, TasklightError, formatTimeline } from "tasklight/inline";
import { check, report } from "./check.js";

report(check({ AttemptLedger, BackgroundTaskView, TasklightError, formatTimeline }));
