// What both sides see: rows of numbers, and text. See src/wire.rs for the order of the numbers.
import * as wasm from "#wasm";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

let memory;

/** Once the module is there. */
export function attach(exports) {
  memory = exports.memory;
}

/** To be called before anything else is. */
export function checkStarted() {
  if (!memory) throw new Error("Tasklight has not started yet: await load(), init() or ready of the entry that you import");
}

// Each place first: to make room for it may move the memory.

export function putNumbers(numbers) {
  checkStarted();
  const at = wasm.numbers_in(numbers.length);
  new Float64Array(memory.buffer, at, numbers.length).set(numbers);
}

export function putBytes(bytes) {
  checkStarted();
  const at = wasm.bytes_in(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
}

export function putText(text) {
  putBytes(encoder.encode(text));
}

export function takeText() {
  return decoder.decode(new Uint8Array(memory.buffer, wasm.text_out(), wasm.text_out_length()));
}

/** The numbers that the last call gave, to be read one after the other. */
export function takeNumbers() {
  return new Numbers(new Float64Array(memory.buffer, wasm.numbers_out(), wasm.numbers_out_length()).slice());
}

class Numbers {
  at = 0;

  constructor(all) {
    this.all = all;
  }

  get isDone() {
    return this.at >= this.all.length;
  }

  next() {
    return this.all[this.at++];
  }

  /** `undefined` for none. */
  some() {
    const number = this.next();
    return Number.isNaN(number) ? undefined : number;
  }

  word(words) {
    return words[this.next()];
  }

  list(read) {
    return Array.from({ length: this.next() }, read);
  }
}
