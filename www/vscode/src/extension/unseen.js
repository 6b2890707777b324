// The tasks that ended in an error and were not looked at since. The extension counts them, not the webview: an error
// that comes while no webview lives needs its badge most.
const SAVED = "tasklight.unseen";

export class UnseenErrors {
  #tasks;
  #memento;
  #changed;

  constructor(memento, changed) {
    this.#memento = memento;
    this.#changed = changed;
    this.#tasks = new Set(memento.get(SAVED, []));
  }

  get size() {
    return this.#tasks.size;
  }

  add(taskId) {
    this.#tasks.add(taskId);
    this.#save();
  }

  delete(taskId) {
    if (this.#tasks.delete(taskId)) this.#save();
  }

  #save() {
    this.#memento.update(SAVED, [...this.#tasks]);
    this.#changed();
  }
}
