// The attempts of a task, a row each; from ten on, those that ended alike fold to one.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { chart } from "./chart.js";
import { icon } from "./icons.js";
import { counted, duration, fill, number, statusWord } from "./labels.js";
import { clip, line } from "./text.js";

const FOLD_FROM = 10;
const WHOLE = 70_000; // more than an error is ever kept of

export function timeline(rows, context) {
  const { labels } = context;
  return html`
    <section class="attempts" aria-labelledby="attempts-heading">
      <h4 id="attempts-heading">${labels.attempts}${rows.length > 0 ? html`<span class="count">${number(rows.length)}</span>` : nothing}</h4>
      ${rows.length > 0
        ? html`
            ${chart(rows, context)}
            <ol class="timeline" tabindex="0" aria-labelledby="attempts-heading">
              ${repeat(runs(rows), ({ key }) => key, ({ rows }) => (rows.length === 1 ? attempt(rows[0], context) : run(rows, context)))}
            </ol>
          `
        : html`<p class="hint">${labels.noAttempts}</p>`}
    </section>
  `;
}

/** The last attempt is how it stands, so it never folds. */
function runs(rows) {
  if (rows.length < FOLD_FROM) return rows.map((row) => ({ key: row.attemptID, rows: [row] }));
  const all = [];
  for (const [index, row] of rows.entries()) {
    const last = all.at(-1);
    if (last && index < rows.length - 1 && isAlike(last.rows[0], row)) last.rows.push(row);
    else all.push({ key: row.attemptID, rows: [row] });
  }
  return all;
}

const isAlike = (a, b) => a.status === b.status && commonError(a) === commonError(b);

/** The error, without the name of the attempt's own model. */
function commonError({ error, model }) {
  if (!error) return undefined;
  const name = [model, model.replace(/ \([^()]*\)$/, ""), model.replace(/^[^/]*\/| \([^()]*\)$/g, "")].find((name) => name && error.includes(name));
  if (!name) return error;
  const bare = error.replace(/[\s:.,'"`()]+$/, "");
  const head = bare.endsWith(name) ? bare.slice(0, -name.length).replace(/[\s:.,'"`()]+$/, "") : "";
  return (head || error).replaceAll(name, "…");
}

function run(rows, context) {
  const { labels, opened, toggle } = context;
  const [first] = rows;
  const last = rows.at(-1);
  const key = `run ${first.attemptID}`;
  const isOpen = opened.has(key);
  const models = new Set(rows.map(({ model }) => model));
  const errors = new Set(rows.map(({ error }) => error));
  const error = errors.size === 1 ? first.error : commonError(first);
  const range = fill(labels.attemptRange, { first: number(first.attemptNumber), last: number(last.attemptNumber) });
  return html`
    <li class="run" data-status=${first.status}>
      <button type="button" class="fold" aria-expanded=${isOpen} @click=${() => toggle(key)}>
        ${icon(first.status)}
        <span class="attempt-head"><strong>${range}</strong> <span class="status">${statusWord(labels, first)}</span></span>
        ${icon("chevron")}
        <span class="model">${models.size === 1 ? line(first.model) : counted(labels, models.size, "manyModels", "manyModels")}</span>
        ${error ? html`<span class="attempt-error" dir="auto">${line(error)}</span>` : nothing}
      </button>
      ${isOpen ? html`<ol>${repeat(rows, ({ attemptID }) => attemptID, (row) => attempt(row, context))}</ol>` : nothing}
    </li>
  `;
}

function attempt(row, context) {
  return guard([row, context.opened.has(row.attemptID), context.labels, context.taskId], () => attemptRow(row, context));
}

function attemptRow(row, { labels, opened, toggle, intent, taskId }) {
  const { attemptID, attemptNumber, status, pendingReason, model, sessionID, durationMs, error, fullError } = row;
  return html`
    <li class="attempt" data-attempt=${attemptID} data-status=${status} data-reason=${pendingReason ?? nothing}>
      ${icon(status)}
      <div>
        <p class="attempt-head">
          <strong>${fill(labels.attempt, { n: number(attemptNumber) })}</strong>
          <span class="status">${statusWord(labels, row)}</span>
          ${durationMs === undefined ? nothing : html`<span class="took">${duration(labels, durationMs)}</span>`}
        </p>
        <p class="attempt-where">
          <span class="model" dir="auto" title=${clip(model, 1_000)}>${line(model)}</span>
          ${sessionID ? session(labels, sessionID, () => intent("open-session", { taskId, attemptID, sessionID })) : html`<span class="session">${labels.noSession}</span>`}
        </p>
        ${error ? attemptError(error, fullError, opened.has(attemptID), () => toggle(attemptID), labels) : nothing}
      </div>
    </li>
  `;
}

function session(labels, sessionID, open) {
  const title = fill(labels.openSession, { session: clip(sessionID) });
  return html`<button type="button" class="link session" dir="auto" aria-label=${title} title=${title} @click=${open}>${clip(sessionID)}</button>`;
}

/** One line; it opens to the whole, where that says more. */
function attemptError(error, fullError, isOpen, toggle, labels) {
  if (!fullError || fullError === error) return html`<p class="attempt-error" dir="auto">${error}</p>`;
  return html`
    <button type="button" class="attempt-error fold" dir="auto" title=${labels.showError} aria-expanded=${isOpen} @click=${toggle}>
      ${icon("chevron")}<span>${error}</span>
    </button>
    ${isOpen ? html`<pre tabindex="0" role="group" aria-label=${labels.wholeError}>${clip(fullError, WHOLE)}</pre>` : nothing}
  `;
}
