import * as wasm from "#wasm";
import { TasklightError } from "./error.js";
import { checkStarted } from "./memory.js";

/** An object of the core, which lives until it is freed, here or when nobody has it any more. */
export class CoreObject {
  #number;

  /** The options of its throttler. */
  constructor(windowMs = 500, maxPerBatch = 5, keepLast = 20) {
    checkStarted();
    this.#number = wasm.core_new(windowMs, maxPerBatch, keepLast);
    registry.register(this, this.#number, this);
  }

  /** Its number in the core. Throws `disposed` once it is freed. */
  get number() {
    if (this.#number === undefined) throw new TasklightError("disposed", "this was freed, and cannot be used any more");
    return this.#number;
  }

  /** Throws `disposed` once it is freed. */
  check() {
    return this.number;
  }

  get isFreed() {
    return this.#number === undefined;
  }

  free() {
    if (this.#number === undefined) return;
    registry.unregister(this);
    wasm.core_free(this.#number);
    this.#number = undefined;
  }
}

const registry = new FinalizationRegistry((number) => wasm.core_free(number));

/** What `using` calls, also where the engine does not know it yet. */
export const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
