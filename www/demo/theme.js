const dark = matchMedia("(prefers-color-scheme: dark)");
const forced = matchMedia("(forced-colors: active)");
const contrast = matchMedia("(prefers-contrast: more)");

/** @typedef {"light" | "dark" | "hc-dark" | "hc-light"} Theme */

/** @param {Theme | "auto"} chosen @returns {Theme} */
export function effectiveTheme(chosen) {
  if (chosen !== "auto") return chosen;
  const shade = dark.matches ? "dark" : "light";
  return forced.matches || contrast.matches ? `hc-${shade}` : shade;
}

export function onThemeChange(listener) {
  for (const query of [dark, forced, contrast]) query.addEventListener("change", listener);
}
