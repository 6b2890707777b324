// When each attempt ran, from the first session to the end of the last, as bars on one line. A failed one is low and
// one that was stopped is hollow: it is not only their colours that differ.
import { html, nothing, svg } from "lit";
import { guard } from "lit/directives/guard.js";
import { attemptsOf, duration, fill, number, statusWord } from "./labels.js";

const WIDTH = 1_000;
const HEIGHT = 14;
const LOW = 6;
const NARROWEST = 8; // so that what took no time can be seen

export function chart(rows, { labels, now }) {
  const started = rows.filter(({ startedAt }) => startedAt !== undefined);
  if (started.length === 0) return nothing;
  const start = started[0].startedAt;
  // Only while something runs does it change with the time.
  const until = rows.at(-1).status === "running" ? now() : rows.at(-1).completedAt;
  const end = Math.max(until ?? start, ...started.slice(-1).map(({ startedAt, completedAt }) => completedAt ?? startedAt));
  if (!(end > start)) return nothing;
  return guard([rows, labels, end], () => {
    const label = fill(labels.chart, { attempts: attemptsOf(labels, rows.length), duration: duration(labels, end - start) });
    return html`
      <svg class="chart" role="img" aria-label=${label} viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">
        <path class="axis" d="M0 ${HEIGHT - 0.5}H${WIDTH}" />
        ${rows.map((row, index) => bar(row, rows[index - 1], { start, end, labels }))}
      </svg>
    `;
  });
}

function bar(row, previous, { start, end, labels }) {
  const { attemptNumber, status, startedAt, completedAt } = row;
  // Without a session there is only the moment at which it was given up.
  const from = startedAt ?? completedAt ?? previous?.completedAt;
  if (from === undefined) return nothing;
  const place = (at) => (WIDTH * Math.min(Math.max(at - start, 0), end - start)) / (end - start);
  const x = Math.min(place(from), WIDTH - NARROWEST);
  const width = Math.max(place(startedAt === undefined ? from : (completedAt ?? end)) - x, NARROWEST);
  const y = status === "error" ? HEIGHT - LOW : 1;
  const took = startedAt === undefined ? "" : ` · ${duration(labels, (completedAt ?? end) - startedAt)}`;
  const title = `${fill(labels.attempt, { n: number(attemptNumber) })} · ${statusWord(labels, row)}${took}`;
  return svg`<rect class="bar" data-status=${status} x=${x.toFixed(1)} y=${y} width=${width.toFixed(1)} height=${HEIGHT - 1 - y}><title>${title}</title></rect>`;
}
