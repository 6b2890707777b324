// The hook in both versions of React that it is for.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { join } from "node:path";
import { launch, visit } from "./browse.mjs";
import { folder, script, setUp } from "./projects.mjs";
import { serve } from "./serve.mjs";

const root = folder("react");
const project = join(root, "react");
let browser;
let server;

before(async () => {
  await setUp(root, ["react"]);
  browser = await launch();
  server = await serve(root);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

for (const version of ["18", "19"]) {
  describe(`React ${version}`, () => {
    let value;
    before(async () => {
      await script(project, `build:${version}`);
      const visited = await visit(browser, server.page(`react/dist/${version}/index.js`, { policy: "kilo", type: "classic" }), { timeout: 30_000 });
      assert.deepEqual(visited.complaints, []);
      ({ value } = visited);
      assert.equal(value.version, version, JSON.stringify(value));
    });

    test("a component follows the view, in strict mode, too, and lets go of it", () => {
      assert.deepEqual(value.follows, [
        "0 running, 0 errors: ",
        "0 running, 0 errors: t pending",
        "0 running, 1 errors: t error",
        1,
        0,
      ]);
    });

    test("it renders for what it shows, and for nothing else", () => {
      assert.deepEqual(value.rendersOnlyForChanges, [
        { whole: 1, badge: 1, ids: 1 },
        { whole: 1, badge: 1, ids: 1 },
        { whole: 1, badge: 1, ids: 1 },
        { whole: 2, badge: 1, ids: 2 },
        { whole: 3, badge: 1, ids: 2 },
        { whole: 4, badge: 2, ids: 2 },
        { whole: 4, badge: 2, ids: 2 },
      ]);
    });

    test("no two components ever show two states", () => {
      assert.deepEqual(value.tears, { ours: 0, naive: "some" });
      assert.deepEqual(value.shown, { rows: 20, versions: 1, isLast: true });
    });

    test("another view may take the place of the first", () => {
      assert.deepEqual(value.changesItsView, ["0 running, 0 errors: ", "0 running, 0 errors: b pending", "0 running, 0 errors: b pending"]);
    });

    test("it takes over what a server has rendered", () => {
      assert.equal(value.hydrates, "0 running, 0 errors: t pending");
    });

    test("a server renders it", async () => {
      assert.deepEqual(JSON.parse(await script(project, `server:${version}`)), [
        "<p>0 running, 0 errors: </p>",
        "<p>0 running, 0 errors: t pending</p>",
      ]);
    });
  });
}
