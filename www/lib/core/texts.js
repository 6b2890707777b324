import { invalid } from "./error.js";

/** The fewest values that are worth a search for those that are no longer needed. */
const FEW = 1024;

/** Keeps the values whose numbers the core works on: equal texts have one number. */
export class Texts {
  #values = [undefined];
  #numbers = new Map();
  #free = [];
  #limit = FEW;

  get(number) {
    return this.#values[number];
  }

  /** The number of a text, if it has one; else 0. */
  find(text) {
    return this.#numbers.get(text) ?? 0;
  }

  of(text) {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.add(text);
    this.#numbers.set(text, number);
    return number;
  }

  /** For what is no text, or need not be found again. */
  add(value) {
    const number = this.#free.pop() ?? this.#values.length;
    this.#values[number] = value;
    return number;
  }

  set(number, value) {
    this.#values[number] = value;
  }

  /** Of what nobody has the number of. */
  drop(number) {
    this.#values[number] = undefined;
    this.#free.push(number);
  }

  /** As the core takes it: each text as its number. */
  numbers(values) {
    return values.map((value) => (typeof value === "string" ? this.of(value) : value));
  }

  /** Whether there may be much to let go of. */
  get isLarge() {
    return this.#values.length - this.#free.length > this.#limit;
  }

  /**
   * Lets go of what the core no longer has. `dump` gives all that the core has, as numbers; one that only looks like the
   * number of a value keeps it for a while. To be called when everything was read and nothing has its number yet:
   * readers may call anything.
   */
  sweep(dump) {
    const used = new Uint8Array(this.#values.length);
    for (const number of dump()) {
      if (number > 0 && number < used.length) used[number] = 1;
    }
    let kept = 0;
    for (let number = 1; number < used.length; number++) {
      if (used[number]) kept++;
      else this.#release(number);
    }
    while (this.#values.length > 1 && this.#values.at(-1) === undefined) this.#values.pop();
    this.#free = this.#free.filter((number) => number < this.#values.length);
    this.#limit = 2 * kept + FEW;
  }

  #release(number) {
    const value = this.#values[number];
    if (value === undefined) return;
    if (this.#numbers.get(value) === number) this.#numbers.delete(value);
    this.drop(number);
  }

  /** All of it, for a saved state. */
  save(dump) {
    this.sweep(dump);
    return this.#values.map((value) => value ?? null);
  }

  /** Of values that were saved. Throws if a text is there twice. */
  static from(values) {
    const texts = new Texts();
    values.forEach((value, number) => {
      if (number === 0) return;
      texts.#values[number] = value ?? undefined;
      if (value == null) texts.#free.push(number);
      if (typeof value !== "string") return;
      if (texts.#numbers.has(value)) throw invalid("state", "without a text that is there twice");
      texts.#numbers.set(value, number);
    });
    texts.#limit = 2 * values.length + FEW;
    return texts;
  }

  /** All texts as one, and their lengths; for a few that are looked into at once. */
  joined() {
    const texts = this.#values.slice(1);
    return { all: texts.join(""), lengths: texts.map((text) => text.length) };
  }
}
