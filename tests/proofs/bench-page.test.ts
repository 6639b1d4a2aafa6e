import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { lostFrom } from "../../proofs/bench/lost.js";
import { benchmarksPage, markdownTable, withMeasured, writeMeasured } from "../../proofs/bench/page.js";
import { temporaryFolder } from "../support/folder.js";

const page = "# Title\n\n<!-- measured: begin -->\nold\n<!-- measured: end -->\n\nMore\n";

/** A section of the report, with a row for each size. */
const section = (title: string, ...sizes: readonly (number | string)[]): string => {
  const rows = sizes.map((size) => ["ours", String(size), "0 ms", "3", "1.5"]);
  return `### ${title}\n\nSeconds.\n\n${markdownTable(["", "resources", "latency", "runs", "first apply"], rows)}`;
};

const operations = (...names: readonly string[]): string =>
  markdownTable(
    ["operation", "first apply"],
    names.map((name) => [name, "1"]),
  );

describe("the page of the benchmark", () => {
  it("contains the measurements between its markers, however often it is written", () => {
    const once = withMeasured(page, "new", "measured");
    assert.equal(once, "# Title\n\n<!-- measured: begin -->\n\nnew\n\n<!-- measured: end -->\n\nMore\n");
    assert.equal(withMeasured(once, "new", "measured"), once);
  });

  it("must have its markers", () => assert.throws(() => withMeasured("# Title\n", "new", "measured"), /markers|no <!--/));

  it("loses sections and rows that the new text lacks, each named once", () => {
    const before = [section("Time", 100, 300), section("Growth", "100 to 300"), section("CPU", 100, 300)].join("\n\n");
    const after = [section("Time", 100), section("CPU", 100, 1000)].join("\n\n");
    assert.deepEqual(lostFrom(before, after, "The table of [growth](#growth)"), [
      'section "Growth", to which the page links',
      "ours, 300, 0 ms",
    ]);
    assert.deepEqual(lostFrom(before, before, ""), []);
    assert.deepEqual(lostFrom("", after, ""), []);
  });

  it("loses nothing if the measurements differ, or an operation is sent no more", () => {
    const before = `${section("Time", 100)}\n\n${operations("createWebhook", "listWebhooks")}`;
    const after = `${section("Time", 100).replaceAll("1.5", "9.9")}\n\n${operations("createWebhook")}`;
    assert.deepEqual(lostFrom(before, after, ""), []);
  });

  for (const name of ["measured", "scale"])
    it(`names rows of the section "${name}" of docs/contributing/benchmarks.md`, async () => {
      const text = await readFile(benchmarksPage, "utf8");
      const measured = text.slice(text.indexOf(`<!-- ${name}: begin -->`), text.indexOf(`<!-- ${name}: end -->`));
      const lost = lostFrom(measured, measured.replace(/^\| .*\|$/gm, ""), "");
      assert.ok(lost.length > 10, lost.join("\n"));
    });

  describe("with results", () => {
    const folder = temporaryFolder();
    const both = withMeasured(page, section("Time", 100, 300), "measured");

    it("is not written without some of them, unless they shall be replaced", async () => {
      const file = join(folder.path, "page.md");
      await writeFile(file, both);
      const warned: string[] = [];
      const write = (text: string, replace: boolean) =>
        writeMeasured(file, text, { name: "measured", replace, warn: (line) => warned.push(line) });
      await assert.rejects(write(section("Time", 100), false), (error: Error) => {
        assert.match(error.message, /lack:\n {2}ours, 300, 0 ms\nIt was not changed\. .*--replace/);
        return true;
      });
      assert.equal(await readFile(file, "utf8"), both);

      const more = section("Time", 100, 300, 1000);
      await write(more, false);
      assert.equal(await readFile(file, "utf8"), withMeasured(page, more, "measured"));
      assert.deepEqual(warned, []);

      await write(section("Time", 100), true);
      assert.equal(await readFile(file, "utf8"), withMeasured(page, section("Time", 100), "measured"));
      assert.match(warned.join(), /lack:\n {2}ours, 300, 0 ms\n {2}ours, 1000, 0 ms\nThey were removed/);
    });
  });
});
