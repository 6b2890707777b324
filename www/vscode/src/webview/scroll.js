// Keeps what scrolls at its newest line, unless the reader has scrolled up to read.
const NEAR = 16; // pixels: a fraction of a line is still the end

/** Renders; what was at its end before is at its end afterwards. */
export function keepAtEnd(root, render) {
  const before = root.querySelector("[data-follow]");
  // What has just been opened starts at its newest line.
  const follows = !before || before.scrollHeight - before.scrollTop - before.clientHeight <= NEAR;
  const what = before?.dataset.follow;
  render();
  const after = root.querySelector("[data-follow]");
  if (after && (follows || after.dataset.follow !== what)) after.scrollTop = after.scrollHeight;
}
