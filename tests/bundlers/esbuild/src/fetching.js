import load, { AttemptLedger, BackgroundTaskView, TasklightError, formatTimeline } from "tasklight";
import { check, report } from "./check.js";

report(load().then(() => check({ AttemptLedger, BackgroundTaskView, TasklightError, formatTimeline })));
