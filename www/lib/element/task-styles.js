import { css } from "lit";

export const taskStyles = css`
  .task-head {
    display: grid;
    flex: none;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 4px 8px;
    align-items: center;
    padding: 8px 12px;
  }
  .task-head > h3 {
    grid-column: 1 / -1;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  .task-head > .more {
    grid-column: 1 / -1;
    justify-self: start;
  }
  .state {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    min-width: 0;
    padding: 3px 8px;
    border-inline-start: 3px solid var(--state);
    background: var(--code-bg);
    --state: var(--muted);
  }
  .state[data-status="running"] {
    --state: var(--blue);
  }
  .state[data-status="completed"] {
    --state: var(--green);
  }
  .state[data-status="error"] {
    --state: var(--red);
  }
  .state:is([data-status="interrupt"], [data-status="paused"]) {
    --state: var(--yellow);
  }
  .state[data-status="error"] > strong {
    color: var(--red);
  }
  .state-more,
  .task-id {
    color: var(--muted);
    font-variant-numeric: tabular-nums;
  }
  .task-id {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    line-height: 1.6;
  }
  .actions {
    display: flex;
    gap: 6px;
    align-items: center;
  }

  /* ------------------------------------------------------------ attempts */

  /* As high as it needs to be, as long as there is room for what is above and below it. */
  .attempts {
    display: flex;
    flex: none;
    flex-direction: column;
    max-height: max(120px, 100% - 230px);
    border-block-start: 1px solid var(--border);
  }
  .chart {
    display: block;
    flex: none;
    width: calc(100% - 24px);
    height: 14px;
    margin: 2px 12px 6px;
    overflow: visible;
  }
  .rtl .chart {
    transform: scaleX(-1);
  }
  .axis {
    fill: none;
    stroke: var(--muted);
    opacity: 0.5;
    vector-effect: non-scaling-stroke;
  }
  .bar {
    fill: var(--muted);
    stroke: none;
    vector-effect: non-scaling-stroke;
  }
  .bar[data-status="completed"] {
    fill: var(--green);
  }
  .bar[data-status="running"] {
    fill: var(--blue);
  }
  .bar[data-status="error"] {
    fill: var(--red);
  }
  .bar:is([data-status="cancelled"], [data-status="interrupt"], [data-status="pending"]) {
    fill: none;
    stroke: var(--muted);
  }
  .bar[data-status="interrupt"] {
    stroke: var(--yellow);
  }
  .timeline {
    flex: 0 1 auto;
    min-height: 0;
    padding: 2px 12px;
    overflow-y: auto;
  }
  .attempt {
    position: relative;
    display: flex;
    gap: 8px;
    padding-block-end: 6px;
  }
  .attempt > div {
    flex: 1;
    min-width: 0;
  }
  /* The line that leads from one attempt to the next. */
  .attempt:not(:last-child)::before {
    content: "";
    position: absolute;
    inset-block: 20px -1px;
    inset-inline-start: 7.5px;
    border-inline-start: 1px solid var(--muted);
    opacity: 0.4;
  }
  .attempt-head,
  .attempt-where {
    display: flex;
    flex-wrap: wrap;
    gap: 0 10px;
  }
  .attempt-head > .took {
    margin-inline-start: auto;
  }
  .attempt-where {
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  .attempt-where > .model {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  strong {
    font-weight: 600;
  }
  .fold {
    display: grid;
    grid-template-columns: 16px minmax(0, 1fr);
    gap: 0 2px;
    width: 100%;
  }
  .fold > [data-icon="chevron"] {
    transition: rotate 0.1s;
  }
  .fold[aria-expanded="true"] > [data-icon="chevron"] {
    rotate: 90deg;
  }
  .rtl .fold[aria-expanded="true"] > [data-icon="chevron"] {
    rotate: -90deg;
  }
  @media (prefers-reduced-motion: reduce) {
    .fold > [data-icon="chevron"] {
      transition: none;
    }
  }
  .attempt-error,
  .update-error {
    color: var(--red);
    overflow-wrap: anywhere;
  }
  .attempt-error.fold {
    margin-inline-start: -2px;
  }
  .run {
    padding-block-end: 6px;
  }
  .run > .fold {
    grid-template-columns: 16px minmax(0, 1fr) 16px;
    gap: 0 8px;
  }
  .run > .fold > :is(.model, .attempt-error) {
    grid-column: 2 / -1;
  }
  .run > .fold > .model {
    color: var(--muted);
    overflow-wrap: anywhere;
  }
  .run > ol {
    padding-block-start: 4px;
    padding-inline-start: 24px;
  }

  /* ------------------------------------------------------------ what it does, what it did */

  .live,
  .replay {
    display: flex;
    flex: 1 1 0;
    flex-direction: column;
    min-height: 150px;
    border-block-start: 1px solid var(--border);
  }
  .section-head > h4 {
    margin-inline-end: auto;
  }
  .dropped,
  .last-ones {
    font-size: 0.92em;
    color: var(--muted);
  }
  .log,
  .transcript {
    flex: 0 1 auto;
    min-height: 0;
    padding: 0 12px 8px;
    overflow-y: auto;
  }
  .update {
    display: grid;
    grid-template-columns: 16px minmax(0, 1fr) auto;
    gap: 0 8px;
    padding-block: 1px;
  }
  .what {
    display: flex;
    gap: 0 8px;
    min-width: 0;
    align-items: baseline;
  }
  .what > * {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .update-status,
  .update[data-kind="tool_call"] code {
    color: var(--muted);
  }
  .update > :is(.update-error, pre) {
    grid-column: 2 / -1;
  }
  .update-error.fold {
    margin-inline-start: -2px;
  }
  .ended {
    padding: 4px 12px 12px;
  }
  .message {
    display: grid;
    grid-template-columns: 16px minmax(0, 1fr) auto;
    gap: 0 8px;
    padding-block: 4px;
  }
  .message > .title {
    overflow: hidden;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .message > .text {
    grid-column: 2 / -1;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .message > .more {
    grid-column: 2;
    justify-self: start;
  }
  .message[data-kind="error"] > .text {
    color: var(--red);
  }
  .message:is([data-kind="reasoning"], [data-kind="output"], [data-kind="other"]) > .text {
    color: var(--muted);
  }
  .message:is([data-kind="tool"], [data-kind="output"]) > .text {
    font-family: var(--vscode-editor-font-family, ui-monospace, monospace);
    font-size: 0.92em;
  }
  .message[data-kind="other"] > .title {
    font-style: italic;
    font-weight: 400;
    color: var(--muted);
  }
  @media (forced-colors: active) {
    .bar {
      forced-color-adjust: none;
    }
    .bar:is([data-status="completed"], [data-status="running"], [data-status="error"]) {
      fill: CanvasText;
    }
    .bar:is([data-status="cancelled"], [data-status="interrupt"], [data-status="pending"]) {
      stroke: CanvasText;
    }
  }
`;
