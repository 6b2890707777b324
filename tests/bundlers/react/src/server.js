// Rendered without a page, as a server does.
import { createElement as h } from "react";
import { renderToString } from "react-dom/server";
import { BackgroundTaskView } from "tasklight/inline";
import { App, attempt } from "./app.js";

const view = new BackgroundTaskView();
const empty = renderToString(h(App, { view }));
attempt(view, "t", "launched");
console.log(JSON.stringify([empty, renderToString(h(App, { view }))]));
view.dispose();
