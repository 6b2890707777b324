import { AttemptLedger, BackgroundTaskView, TasklightError, formatTimeline, ready } from "tasklight/inline";
import { check, report } from "./check.js";

report(ready.then(() => check({ AttemptLedger, BackgroundTaskView, TasklightError, formatTimeline })));
