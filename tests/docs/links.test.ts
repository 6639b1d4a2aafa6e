import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { anchorsOf, inCheckout, linksOf, type Page, root, userPages } from "../support/markdown.js";

/** Relative links of a page without a target. */
function brokenLinks(page: Page, pages: ReadonlyMap<string, Page>): string[] {
  return linksOf(page).filter((link) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return false;
    const [file = "", fragment] = link.split("#");
    const path = file === "" ? page.path : inCheckout(join(root, dirname(page.path), decodeURIComponent(file)));
    const target = pages.get(path);
    if (target === undefined && (path.startsWith("..") || !existsSync(join(root, path)))) return true;
    return fragment !== undefined && target !== undefined && !anchorsOf(target).includes(fragment);
  });
}

describe("the links of the documentation", () => {
  const pages = new Map(userPages().map((page) => [page.path, page]));

  for (const page of pages.values())
    it(`${page.path}: lead to existing files and headings`, () => assert.deepEqual(brokenLinks(page, pages), []));

  it("are reported if broken", () => {
    const text =
      "# A b\n\n[1](#a-b) [2](#c) ![3](none.png) [4](reference/README.md) [5](https://example.org/x) `[6](x)`\n\n[7]: y.md\n";
    const page = { path: "docs/probe.md", text };
    assert.deepEqual(brokenLinks(page, new Map([[page.path, page]])), ["#c", "none.png", "y.md"]);
  });
});
