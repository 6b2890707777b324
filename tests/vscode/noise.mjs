// What others than our code write to the console here. Everything else fails the tests.
const noise = [
  // VS Code's web host for extensions warns of its own frame, since the page gives it no second origin to run in.
  // Our extension has no part in how it is hosted.
  { text: /^The web worker extension host is started in a same-origin iframe!$/, source: /\/static\/out\/vs\/workbench\/workbench\.web\.main\.js$/ },
  // Chromium's remark about the sandbox attribute of VS Code's frames: that of the extension host, and the outer frame
  // of every webview. Both are made by VS Code.
  {
    text: /^An iframe which has both allow-scripts and allow-same-origin for its sandbox attribute can escape its sandboxing\.$/,
    source: /\/static\/out\/vs\/workbench\/(workbench\.web\.main\.js$|services\/extensions\/worker\/|contrib\/webview\/browser\/pre\/)/,
  },
  // The browser's own report of the file that the sample history lacks on purpose: whoever asks whether a file is there,
  // over HTTP, gets one. Only of this file.
  { text: /^Failed to load resource: the server responded with a status of 404 /, source: /\/ext\/replays\/sample_missing\.json$/ },
];

export function isNoise(text, source) {
  return noise.some((known) => known.text.test(text) && known.source.test(source));
}
