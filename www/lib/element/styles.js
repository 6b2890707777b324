import { css } from "lit";
import { colors } from "./colors.js";
import { taskStyles } from "./task-styles.js";

const layout = css`
  :host {
    display: block;
    height: 100%;
    min-width: 0;
    container-type: inline-size;
    color: var(--fg);
    font: var(--vscode-font-size, 13px) / 1.4 var(--vscode-font-family, system-ui, sans-serif);
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  :is(h2, h3, h4, p, ul, ol, pre) {
    margin: 0;
    padding: 0;
    font-size: inherit;
    list-style: none;
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .tab {
    position: relative;
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    height: 100%;
    /* Texts have directions of their own; where they begin is that of the page. */
    text-align: left;
  }
  .tab.rtl {
    text-align: right;
  }
  .tab-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 8px;
    min-height: 32px;
    padding: 4px 12px;
    border-block-end: 1px solid var(--border);
  }
  h2,
  h3,
  h4 {
    font-weight: 600;
  }
  h2 {
    margin-inline-end: auto;
  }
  .list-pane,
  .task-pane {
    min-width: 0;
    min-height: 0;
    overflow-y: auto;
  }
  .task-pane {
    display: flex;
    flex-direction: column;
  }
  /* In a side bar the task takes the place of the list; where there is room, it stands beside it. */
  .has-task .list-pane,
  .tab:not(.has-task) .task-pane {
    display: none;
  }
  @container (min-width: 560px) {
    .tab {
      grid-template-columns: minmax(180px, 1fr) minmax(0, 2fr);
    }
    .tab-head {
      grid-column: 1 / -1;
    }
    .has-task .list-pane,
    .tab:not(.has-task) .task-pane {
      display: block;
    }
    .tab .task-pane {
      display: flex;
      border-inline-start: 1px solid var(--border);
    }
    .tab .back {
      display: none;
    }
  }

  .badges {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 6px;
  }
  .badge {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    padding-inline: 4px 7px;
    font-size: 11px;
    line-height: 18px;
    border: 1px solid var(--contrast, transparent);
    border-radius: 10px;
    color: var(--badge-fg);
    background: var(--badge-bg);
  }
  .badge .icon {
    width: 14px;
    height: 14px;
    color: inherit;
  }
  .badge.errors {
    color: var(--red);
    background: none;
    border-color: currentColor;
  }
  .count {
    display: inline-block;
    min-width: 18px;
    margin-inline-start: 6px;
    padding: 0 5px;
    font-size: 11px;
    font-weight: 400;
    line-height: 16px;
    text-align: center;
    letter-spacing: 0;
    color: var(--badge-fg);
    background: var(--badge-bg);
    border: 1px solid var(--contrast, transparent);
    border-radius: 9px;
  }
  .hint {
    display: flex;
    gap: 6px;
    padding: 4px 12px;
    color: var(--muted);
  }
  .unreadable {
    color: var(--red);
  }
  .took,
  time {
    color: var(--muted);
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  code,
  pre,
  .session,
  .task-id {
    font-family: var(--vscode-editor-font-family, ui-monospace, monospace);
    font-size: 0.92em;
  }
  code {
    color: inherit;
    background: none;
    padding: 0;
  }
  pre {
    max-height: 220px;
    margin-block: 4px;
    padding: 6px 8px;
    overflow: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    color: var(--fg);
    background: var(--code-bg);
    border: 1px solid var(--contrast, transparent);
  }

  .icon {
    flex: none;
    width: 16px;
    height: 16px;
    margin-block-start: 1px;
    fill: currentColor;
  }
  .rtl :is([data-icon="back"], [data-icon="chevron"], [data-icon="call"]) {
    transform: scaleX(-1);
  }
  [data-icon="running"] {
    color: var(--blue);
    animation: turn 1.2s linear infinite;
  }
  :is([data-icon="completed"], [data-icon="result"]) {
    color: var(--green);
  }
  :is([data-icon="error"], [data-icon="failure"]) {
    color: var(--red);
  }
  :is([data-icon="interrupt"], [data-icon="paused"], [data-icon="warning"]) {
    color: var(--yellow);
  }
  :is([data-icon="pending"], [data-icon="cancelled"], [data-icon="unknown"], [data-icon="call"], [data-icon="state"], [data-icon="tool"], [data-icon="reasoning"]) {
    color: var(--muted);
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    [data-icon="running"] {
      animation: none;
    }
  }

  button {
    margin: 0;
    padding: 0;
    font: inherit;
    color: inherit;
    text-align: inherit;
    background: none;
    border: 0;
    border-radius: 2px;
    cursor: pointer;
  }
  :focus-visible {
    outline: var(--focus-width) solid var(--focus);
    outline-offset: -1px;
  }
  button:is(.secondary, .tool, .link):focus-visible {
    outline-offset: 1px;
  }
  .secondary {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    padding: 2px 10px;
    color: var(--button-fg);
    background: var(--button-bg);
    border: 1px solid var(--button-border);
  }
  .secondary:hover {
    background: var(--button-hover);
  }
  .tool {
    display: inline-flex;
    padding: 3px;
    border-radius: 5px;
  }
  .tool .icon {
    margin: 0;
    color: inherit;
  }
  .tool:hover {
    background: var(--tool-hover);
  }
  .link {
    color: var(--link);
  }
  .link:hover {
    text-decoration: underline;
  }
  button:is(.secondary, .tool, .task, .fold):hover {
    outline: 1px dashed var(--contrast-active, transparent);
    outline-offset: -1px;
  }
  .section-head {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 10px;
    padding-inline-end: 12px;
  }
  .lists h3,
  h4 {
    padding: 8px 12px 4px;
    font-size: 11px;
    letter-spacing: 0.03em;
    text-transform: uppercase;
    color: var(--muted);
  }
`;

const list = css`
  .lists {
    padding-block-end: 12px;
  }
  .task {
    display: grid;
    grid-template-columns: 16px minmax(0, 1fr);
    gap: 0 8px;
    width: 100%;
    padding: 4px 12px;
    border-radius: 0;
  }
  .level-1 > .task {
    padding-inline-start: 26px;
  }
  .level-2 > .task {
    padding-inline-start: 40px;
  }
  .level-3 > .task {
    padding-inline-start: 54px;
  }
  .task:hover {
    background: var(--hover);
  }
  .task[aria-current] {
    color: var(--selected-fg);
    background: var(--selected-bg);
    outline: 1px solid var(--contrast-active, transparent);
    outline-offset: -1px;
  }
  .task:focus-visible {
    outline: var(--focus-width) solid var(--focus);
  }
  .task-name,
  .task-model {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .task-about {
    display: flex;
    flex-wrap: wrap;
    grid-column: 2;
    gap: 0 8px;
    min-width: 0;
    font-size: 0.92em;
    color: var(--muted);
  }
  .task-about > .task-more {
    flex: none;
    max-width: 100%;
  }
  .task[aria-current] .task-about {
    color: inherit;
  }
  .unseen .task-name {
    font-weight: 600;
  }
  .unseen .task-more {
    color: var(--red);
  }
  .unseen[aria-current] .task-more {
    color: inherit;
  }
  @media (forced-colors: active) {
    .task[aria-current] {
      outline: 2px solid Highlight;
    }
  }
`;


export const styles = [colors, layout, list, taskStyles];
