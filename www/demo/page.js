import { errorLine } from "tasklight";
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { icon } from "./icons.js";
import { ignoredEvents, notices, parentText } from "./parent.js";
import { clip, count, elapsed } from "./words.js";

const SPEEDS = [
  [0.5, "0.5×"],
  [1, "1×"],
  [2, "2×"],
  [4, "4×"],
  [Infinity, "Max"],
];
const THEMES = [
  ["auto", "Follow system"],
  ["light", "Light"],
  ["dark", "Dark"],
  ["hc-dark", "High contrast dark"],
  ["hc-light", "High contrast light"],
];

/** The whole page, from what is known. */
export function page(model, actions) {
  return html`
    <header class="title-bar">
      <h1>Tasklight</h1>
      <p class="tagline">What the background tasks of a coding agent are doing</p>
      <label class="theme">
        <span>Theme</span>
        <select id="theme" @change=${(event) => actions.theme(event.target.value)}>
          ${THEMES.map(([value, name]) => html`<option value=${value} ?selected=${value === model.theme}>${name}</option>`)}
        </select>
      </label>
    </header>
    ${sideBar(model, actions)}
    <main>
      ${transport(model, actions)}
      ${model.failure
        ? html`<p class="failure" role="alert">Tasklight could not be loaded: ${clip(model.failure, 500)}</p>`
        : panes(model, actions)}
    </main>
    ${statusBar(model)}
  `;
}

function sideBar({ scenarios, source, log, narrow }, actions) {
  return html`
    <nav class="side-bar" aria-label="What to play">
      <details class="section" ?open=${!narrow}>
        <summary><h2>Scenarios</h2></summary>
        <ul class="scenarios">
          ${scenarios.map(
            (scenario) => html`<li>
              <button class="row" aria-current=${scenario === source ? "true" : nothing} @click=${() => actions.open(scenario)}>
                ${scenario.title}
              </button>
            </li>`,
          )}
        </ul>
      </details>
      <details class="section" ?open=${!narrow}>
        <summary><h2>Recorded log</h2></summary>
        ${log.template()}
      </details>
    </nav>
  `;
}

function transport({ source, player }, actions) {
  const playing = player.state === "playing";
  const ended = player.state === "ended";
  return html`
    <section class="transport" aria-labelledby="playing" data-state=${player.state}>
      <h2 id="playing" title=${clip(source.title)}>${clip(source.title)}</h2>
      <p class="story">${source.story}</p>
      <div class="controls" role="group" aria-label="Playback">
        <button id="play" title="Space or K" @click=${actions.toggle}>
          ${icon(playing ? "pause" : "play")}${playing ? "Pause" : ended ? "Play again" : "Play"}
        </button>
        <button id="step" class="secondary" ?disabled=${ended} title="Posts the next message" @click=${actions.step}>
          ${icon("step")}Step
        </button>
        <button id="restart" class="secondary" @click=${actions.restart}>${icon("restart")}Restart</button>
        <label>
          <span>Speed</span>
          <select id="speed" @change=${(event) => actions.speed(SPEEDS[event.target.selectedIndex][0])}>
            ${SPEEDS.map(([speed, name]) => html`<option ?selected=${speed === player.speed}>${name}</option>`)}
          </select>
        </label>
        <p class="position">
          <span>${elapsed(player.position)} / ${elapsed(player.duration)}</span>
          <span id="posted">Message ${count(player.posted)} of ${count(player.total)}</span>
        </p>
      </div>
      <progress aria-label="Position" max=${player.total || 1} .value=${player.posted}></progress>
    </section>
  `;
}

/** The tab, and beside it what the parent of its tasks gets; that is made anew only when something in it has changed. */
function panes(model, actions) {
  const { view, player, intents, snapshot = {}, notices: told, ignored, source, text } = model;
  const { selectedTaskId, timeline } = snapshot;
  return html`
    <div class="panes">
      <background-tasks
        .view=${view}
        .now=${player.clock.now}
        .errorLine=${errorLine}
        @cancel-task=${intents.cancel}
        @open-session=${intents.openSession}
        @open-replay=${intents.openReplay}
        @copy-timeline=${intents.copyTimeline}
      ></background-tasks>
      <div class="column parent-column">
        ${guard([selectedTaskId, timeline, text], () => parentText(model, actions))}${guard([told, text, source], () => notices(model))}
        ${guard([ignored, source], () => ignoredEvents(model))}
      </div>
    </div>
  `;
}

function statusBar({ counts, rate, stats, answers, said }) {
  const items = [
    ["Messages", counts.received],
    ["Messages/s", rate],
    ["Pushed", stats?.pushed ?? 0],
    ["Delivered", stats?.delivered ?? 0],
    ["Dropped", stats?.dropped ?? 0],
    ["Buffered", stats?.buffered ?? 0],
  ];
  if (counts.notViewed) items.push(["Not viewed", counts.notViewed]);
  if (counts.heldBack) items.push(["Held back", counts.heldBack]);
  if (counts.ignored) items.push(["Ignored", counts.ignored]);
  if (answers) items.push(["Answers", answers]);
  if (counts.other) items.push(["Not for Tasklight", counts.other]);
  return html`
    <footer class="status-bar">
      <h2 class="visually-hidden">Counters</h2>
      <dl>
        ${items.map(
          ([name, value]) => html`<div>
            <dt>${name}</dt>
            <dd data-counter=${name.toLowerCase()}>${count(value)}</dd>
          </div>`,
        )}
      </dl>
      <p id="said" role="status">${said}</p>
    </footer>
  `;
}
