// Icons as inline SVG: the policy of the webview allows no font and no image.
import { svg, html } from "lit-html";

const shapes = {
  pending: svg`<circle cx="8" cy="8" r="5.5"/><path d="M8 5v3.2l2 1.3"/>`,
  running: svg`<path d="M8 2.5a5.5 5.5 0 1 1-5.5 5.5"/>`,
  paused: svg`<path d="M6 4.5v7M10 4.5v7"/>`,
  completed: svg`<path d="m3.5 8.5 3 3 6-7"/>`,
  error: svg`<circle cx="8" cy="8" r="5.5"/><path d="M8 5v3.5M8 10.8v.2"/>`,
  cancelled: svg`<circle cx="8" cy="8" r="5.5"/><path d="m4.2 11.8 7.6-7.6"/>`,
  interrupt: svg`<path d="M8.5 2.5 4 9h4l-.5 4.5L12 7H8z"/>`,
  unknown: svg`<circle cx="8" cy="8" r="1.2"/>`,
  back: svg`<path d="M13 8H3.5M7.5 4l-4 4 4 4"/>`,
  replay: svg`<path d="M3 4.5h10M3 8h10M3 11.5h6"/>`,
  assistant: svg`<path d="M8 2.5 9.4 6.6 13.5 8 9.4 9.4 8 13.5 6.6 9.4 2.5 8l4.1-1.4z"/>`,
  user: svg`<circle cx="8" cy="5.5" r="2.5"/><path d="M3.5 13.5a4.5 4.5 0 0 1 9 0"/>`,
  tool: svg`<path d="m4 5 3 3-3 3M8.5 11.5H12"/>`,
};

const words = { interrupt: "interrupted", error: "failed", unknown: "state unknown" };

export const icon = (name) => html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${shapes[name] ?? shapes.unknown}</svg>`;

/** The words beside it say the same, so it is hidden from readers of the screen. */
export const statusIcon = (status = "unknown") => html`<svg class="icon" data-icon=${status} viewBox="0 0 16 16" aria-hidden="true">${shapes[status] ?? shapes.unknown}</svg>`;

export const statusWord = (status = "unknown") => words[status] ?? status;
