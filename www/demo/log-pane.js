import { html, nothing } from "lit";
import { MAX_BYTES, parseLog } from "./log.js";
import { count, counted } from "./words.js";

const NAMED = 20;

/** The part of the side bar that plays recorded logs: pasted, dropped or chosen. */
export class LogPane {
  #changed;
  #play;
  #text = "";
  #result;
  #dragged = false;

  constructor({ changed, play }) {
    this.#changed = changed;
    this.#play = play;
  }

  /** Files may be dropped on, and logs pasted into, any part of the page that has no use of its own for them. */
  attach() {
    const drag = (dragged) => {
      if (this.#dragged === dragged) return;
      this.#dragged = dragged;
      this.#changed();
    };
    addEventListener("dragover", (event) => {
      event.preventDefault();
      drag(true);
    });
    addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) drag(false);
    });
    addEventListener("drop", (event) => {
      event.preventDefault();
      drag(false);
      const [file] = event.dataTransfer.files;
      if (file) this.#readFile(file);
      else this.#read("Dropped text", event.dataTransfer.getData("text/plain"));
    });
    addEventListener("paste", (event) => {
      const text = event.clipboardData.getData("text/plain");
      if (text && !event.target.closest?.("input, textarea")) this.#read("Pasted log", text);
    });
  }

  #read(name, text) {
    if (text.length > MAX_BYTES) return this.#refuse(name, `is larger than ${count(MAX_BYTES / 1e6)} MB`);
    const { entries, start, bad } = parseLog(text);
    if (entries.length === 0 && bad.length === 0) return this.#refuse(name, "is empty");
    this.#result = { name, messages: entries.length, bad };
    if (entries.length > 0) {
      const story = "A recording, as the page received it. Pauses of more than 5 seconds are shortened.";
      this.#play({ id: "log", title: name, story, start, messages: entries });
    }
    this.#changed();
  }

  async #readFile(file) {
    if (file.size > MAX_BYTES) return this.#refuse(file.name, `is larger than ${count(MAX_BYTES / 1e6)} MB`);
    try {
      this.#read(file.name, await file.text());
    } catch {
      // A folder, for one.
      this.#refuse(file.name, "could not be read");
    }
  }

  async #readSample() {
    try {
      const response = await fetch("sample.jsonl");
      if (!response.ok) throw new Error(String(response.status));
      this.#read("sample.jsonl", await response.text());
    } catch {
      this.#refuse("sample.jsonl", "could not be read");
    }
  }

  #refuse(name, why) {
    this.#result = { name, why, messages: 0, bad: [] };
    this.#changed();
  }

  template() {
    const input = (event) => {
      this.#text = event.target.value;
      this.#changed();
    };
    const choose = (event) => {
      const [file] = event.target.files;
      if (file) this.#readFile(file);
      // The same file may be chosen again.
      event.target.value = "";
    };
    return html`
      <div class="log ${this.#dragged ? "dragged" : ""}">
        <p class="hint" id="log-hint">
          One JSON message on each line, with the time <code>at</code> if you have it. Paste it here, or drop a file
          anywhere. It stays in this page.
        </p>
        <textarea
          aria-label="Recorded log"
          aria-describedby="log-hint"
          rows="3"
          spellcheck="false"
          placeholder='{"type":"backgroundTaskAttempt", …}'
          .value=${this.#text}
          @input=${input}
        ></textarea>
        <div class="buttons">
          <button class="secondary" ?disabled=${this.#text.trim() === ""} @click=${() => this.#read("Pasted log", this.#text)}>
            Play log
          </button>
          <label class="file">
            <input type="file" accept=".jsonl,.ndjson,.log,.txt,.json" class="visually-hidden" @change=${choose} />
            <span class="button secondary">Choose file…</span>
          </label>
        </div>
        <p class="hint">
          <button class="link" @click=${() => this.#readSample()}>Play the sample</button>, or
          <a href="sample.jsonl" download>download it</a>.
        </p>
        ${this.#result ? report(this.#result) : nothing}
      </div>
    `;
  }
}

function report({ name, why, messages, bad }) {
  return html`
    <div id="log-report" role="status">
      <p><span class="name" title=${name}>${name}</span>${why ? ` ${why}.` : `: ${counted(messages, "message")}, ${counted(bad.length, "bad line")}.`}</p>
      ${bad.length === 0
        ? nothing
        : html`<ul class="bad-lines">
            ${bad.slice(0, NAMED).map(({ line, why }) => html`<li>Line ${count(line)}: ${why}</li>`)}
            ${bad.length > NAMED ? html`<li>and ${count(bad.length - NAMED)} more</li>` : nothing}
          </ul>`}
    </div>
  `;
}
