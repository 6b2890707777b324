// What every entry exports that runs the wasm.
import { AttemptLedger, BackgroundTaskView, ProgressThrottler } from "#wasm";
import { TasklightError } from "#glue";

export { AttemptLedger, BackgroundTaskView, ProgressThrottler, errorLine, formatDuration, formatNotice, formatTimeline, timelineRows } from "#wasm";
export { TasklightError };

for (const exported of [AttemptLedger, BackgroundTaskView, ProgressThrottler]) {
  refuseAfterFree(exported.prototype);
}

/** After `free()`, which may be called again, every method throws a `TasklightError` with the code `disposed`. */
function refuseAfterFree(prototype) {
  for (const [name, { value: method }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof method !== "function" || ["constructor", "free", "__destroy_into_raw"].includes(name)) continue;
    prototype[name] = {
      [name](...args) {
        if (!this.__wbg_ptr) throw new TasklightError("disposed", `${name} was called after free`);
        return method.apply(this, args);
      },
    }[name];
  }
  const free = prototype.free;
  prototype.free = function () {
    if (this.__wbg_ptr) free.call(this);
  };
  prototype[Symbol.dispose ?? Symbol.for("Symbol.dispose")] = prototype.free;
}
