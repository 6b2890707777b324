import { html, svg } from "lit";

const ring = svg`<circle cx="8" cy="8" r="5.75" />`;

// All of the same pen; each differs by its shape, never by colour alone.
const shapes = {
  completed: svg`${ring}<path d="M5.4 8.3l1.9 1.9 3.4-4.1" />`,
  error: svg`${ring}<path d="M6 6l4 4M10 6l-4 4" />`,
  cancelled: svg`${ring}<path d="M4 12L12 4" />`,
  interrupt: svg`${ring}<path d="M6.25 6.25h3.5v3.5h-3.5z" fill="currentColor" />`,
  ignored: svg`<path d="M2.5 8h7M7 5.25L9.75 8 7 10.75M13 3.5v9" />`,
  retry_scheduled: svg`<path d="M12.75 8a4.75 4.75 0 1 1-1.6-3.55M12.9 2v2.9H10" />`,
  retry_session_ready: svg`<path d="M2.5 8h9M8.5 4.5L12 8l-3.5 3.5" />`,
  play: svg`<path d="M5 3.5v9l7.5-4.5z" fill="currentColor" />`,
  pause: svg`<path d="M5.5 3.5v9M10.5 3.5v9" stroke-width="2" />`,
  step: svg`<path d="M4 3.5v9L10.5 8z" fill="currentColor" /><path d="M12.5 3.5v9" />`,
  restart: svg`<path d="M3.25 8a4.75 4.75 0 1 0 1.6-3.55M3.1 2v2.9H6" />`,
};

/** Words stand beside every icon, so a screen reader need not hear of it. @param {keyof typeof shapes} name */
export function icon(name) {
  return html`<svg class="icon icon-${name}" viewBox="0 0 16 16" aria-hidden="true">${shapes[name]}</svg>`;
}
