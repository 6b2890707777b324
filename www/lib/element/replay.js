// The conversation of a task that has ended, to read: there is nothing in it that takes an input.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { icon } from "./icons.js";
import { fill, number } from "./labels.js";
import { messageRows } from "./messages.js";
import { clip, line, times } from "./text.js";

const LONG = 1_000; // characters of a message that are shown at first
const LINES = 16;
const WHOLE = 1_000_000;

/** How many messages are shown at first, and how many more each time. */
export const PAGE = 500;

export function replay({ selectedTaskId, replay }, context) {
  const { labels } = context;
  const { state, messages } = replay;
  return html`
    <section class="replay" data-state=${state} aria-labelledby="live-heading" aria-busy=${state === "loading"}>
      ${state === "ready"
        ? guard([messages, context.shown, context.opened, labels, context.language, selectedTaskId], () => conversation(messages, context))
        : html`<div class="section-head"><h4 id="live-heading">${labels.conversation}</h4></div>
            ${unavailable(state, selectedTaskId, context)}`}
    </section>
  `;
}

function unavailable(state, taskId, { labels, intent }) {
  if (state === "loading") return html`<p class="hint">${icon("running")}${labels.loading}</p>`;
  if (state === "empty") return html`<p class="hint">${labels.empty}</p>`;
  return html`
    <p class="hint unreadable">${icon("warning")}${labels.unreadable}</p>
    <p class="ended"><button type="button" class="secondary" @click=${() => intent("open-replay", { taskId })}>${icon("refresh")}${labels.askAgain}</button></p>
  `;
}

function conversation(messages, context) {
  const { labels, shown, showMore } = context;
  const rows = rowsOf(messages);
  if (rows.length === 0) return unavailable("empty", undefined, context);
  const first = Math.max(0, rows.length - shown);
  // Saved messages have no key that is sure: two can share a time. Their order will do, it never changes.
  return html`
    <div class="section-head">
      <h4 id="live-heading">${labels.conversation}<span class="count">${number(rows.length)}</span></h4>
      ${first > 0
        ? html`<span class="last-ones" dir="auto">${fill(labels.lastOnes, { n: number(shown) })}</span>
            <button type="button" class="link" @click=${showMore}>${labels.showEarlier}</button>`
        : nothing}
    </div>
    <div class="transcript" role="group" aria-labelledby="live-heading" tabindex="0">
      <ol class="messages">
        ${rows.slice(first).map((row, index) => message(row, `message ${first + index}`, context))}
      </ol>
    </div>
  `;
}

const read = new WeakMap();

/** Read once, however often they are shown. */
function rowsOf(messages) {
  if (!read.has(messages)) read.set(messages, messageRows(messages));
  return read.get(messages);
}

function message({ kind, symbol, label, words, text, at }, key, { labels, language, errorLine, opened, toggle }) {
  const time = times(at, language);
  const isError = kind === "error" || kind === "retry";
  const short = isError ? (errorLine(text) ?? "") : shortened(text);
  const whole = isError ? errorLine(text, { maxWidth: WHOLE }) : text;
  const isOpen = opened.has(key);
  return html`
    <li class="message" data-kind=${kind}>
      ${icon(symbol)}
      <span class="title" dir="auto">${words === undefined ? labels[label] : line(words)}</span>
      ${time ? html`<time datetime=${time.iso} title=${time.long}>${time.short}</time>` : nothing}
      ${short ? html`<div class="text" dir="auto">${isOpen ? clip(whole, WHOLE) : clip(short, LONG + LINES)}</div>` : nothing}
      ${short === whole || !short
        ? nothing
        : html`<button type="button" class="link more" aria-expanded=${isOpen} @click=${() => toggle(key)}>${isOpen ? labels.showLess : labels.showAll}</button>`}
    </li>
  `;
}

/** The beginning of what is long; the very same of what is not. */
function shortened(text) {
  const lines = text.split("\n", LINES + 1);
  const cut = lines.length > LINES ? `${lines.slice(0, LINES).join("\n")}…` : text;
  return cut.length > LONG ? `${cut.slice(0, LONG)}…` : cut;
}
