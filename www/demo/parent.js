import { formatNotice, formatTimeline } from "tasklight";
import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "./icons.js";
import { clip, count, elapsed, reasonSentence } from "./words.js";

const FOLD_AFTER = 4;

/** The timeline as the text that the parent chat gets. */
export function parentText({ snapshot, view, text }, actions) {
  const task = snapshot?.timeline.length > 0 ? view.task(snapshot.selectedTaskId) : undefined;
  const { style, durations, fold } = text;
  const choice = (value, name) => html`
    <label>
      <input type="radio" name="style" value=${value} .checked=${style === value} @change=${() => actions.text({ style: value })} />${name}
    </label>
  `;
  const option = (key, name) => html`
    <label>
      <input type="checkbox" name=${key} .checked=${text[key]} @change=${(event) => actions.text({ [key]: event.target.checked })} />${name}
    </label>
  `;
  return html`
    <section class="pane parent-text" aria-labelledby="text-heading">
      <h2 id="text-heading">In the parent chat</h2>
      <div class="options" role="group" aria-labelledby="text-heading">
        ${choice("balanced", "Balanced")}${choice("compact", "Compact")}${option("durations", "Durations")}${option("fold", "Fold runs")}
      </div>
      ${task
        ? html`<pre id="timeline-text" tabindex="0" aria-label="Timeline text">${formatTimeline(task, { style, durations, collapseAfter: fold ? FOLD_AFTER : undefined })}</pre>`
        : html`<p class="empty">The timeline as text.</p>`}
    </section>
  `;
}

const ICONS = { retry_scheduled: () => "retry_scheduled", retry_session_ready: () => "retry_session_ready", final_summary: ({ status }) => status };

/** What the parent is told, the newest first. */
export function notices({ notices, text: { style }, source }) {
  return html`
    <section class="pane notices" aria-labelledby="notices-heading">
      <h2 id="notices-heading">Notices <span class="badge">${count(notices.length)}</span></h2>
      ${notices.length === 0
        ? html`<p class="empty">The parent is told when a retry is scheduled, when it has its session, and how it all ended.</p>`
        : html`<ol class="scroll" tabindex="0" aria-labelledby="notices-heading">
            ${repeat(notices, ({ key }) => key, ({ notice }) => {
              const [heading, ...fields] = formatNotice(notice, { style }).split("\n");
              return html`<li class="notice" data-kind=${notice.kind}>
                ${icon(ICONS[notice.kind](notice))}
                <p class="notice-head">${heading}</p>
                <span class="time">${elapsed(notice.at - source.start)}</span>
                <p class="notice-task">${clip(notice.taskId)}</p>
                ${fields.length === 0 ? nothing : html`<pre>${fields.join("\n")}</pre>`}
              </li>`;
            })}
          </ol>`}
    </section>
  `;
}

/** What changed nothing, and why; the newest first. */
export function ignoredEvents({ ignored, counts, source }) {
  if (ignored.length === 0) return nothing;
  return html`
    <section class="pane ignored" aria-labelledby="ignored-heading">
      <h2 id="ignored-heading">Ignored events <span class="badge">${count(counts.ignored)}</span></h2>
      <ol class="scroll" tabindex="0" aria-labelledby="ignored-heading">
        ${repeat(ignored, ({ key }) => key, ({ what, from, taskId, at, reason, detail, abortSession }) =>
          html`<li class="ignored-event" data-reason=${reason}>
            ${icon("ignored")}
            <p><code>${what}</code>${from ? html` of <code>${from}</code>` : nothing} <span class="muted">${taskId}</span></p>
            <span class="time">${Number.isFinite(at) ? elapsed(at - source.start) : nothing}</span>
            <p class="reason"><strong>${reason}</strong> ${reasonSentence(reason)} ${clip(detail)} ${abortSession ? "The new session must be aborted." : nothing}</p>
          </li>`,
        )}
      </ol>
    </section>
  `;
}
