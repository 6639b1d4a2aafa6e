import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../support/folder.js";

const load = () => import("../../tools/docs/check.mjs");

describe("a built site", () => {
  const folder = temporaryFolder();
  const index = `<link rel="icon" href="data:,"><script type="module" src="/app.js"></script><h1 id="a-b"></h1>
    <a href="/docs/">1</a> <a class="x" href="docs/#b&amp;c">2</a> <a href="#a-b">3</a> <a href="https://example.org/">4</a>`;

  /** @returns the problems of a site whose page docs/index.html has this text besides */
  const problemsWith = async (text: string): Promise<string[]> => {
    await mkdir(join(folder.path, "docs"), { recursive: true });
    await writeFile(join(folder.path, "app.js"), "");
    await writeFile(join(folder.path, "index.html"), index);
    await writeFile(join(folder.path, "docs", "index.html"), `<h2 id="b&c"></h2><a href="../app.js">5</a>${text}`);
    return (await load()).problemsOf(folder.path);
  };

  it("has no problem if its links lead to its pages, their headings and its files", async () => {
    assert.deepEqual(await problemsWith(""), []);
  });

  for (const { reason, link } of [
    { reason: "a page is missing", link: '<a href="../none.html">6</a>' },
    { reason: "a heading is missing", link: '<a href="/#none">6</a>' },
    { reason: "a script comes from elsewhere", link: '<script defer src="//example.org/x.js"></script>' },
  ])
    it(`has a problem if ${reason}`, async () => {
      const [, target] = /(?:href|src)="([^"]*)"/.exec(link)!;
      assert.deepEqual(await problemsWith(link), [`docs/index.html: ${target}`]);
    });
});
