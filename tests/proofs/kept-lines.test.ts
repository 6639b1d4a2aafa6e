import assert from "node:assert/strict";
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addLines, openLines } from "../../proofs/matrix/kept-lines.js";
import { temporaryFolder } from "../support/folder.js";

/** What a process that was killed, or an editor, may leave in a line. */
const damaged = ['{"kind":"cy', "null", "", "17", '"text"', "[]", "{}", '{"digest":1}', "no JSON"];

describe("results that are kept between runs", () => {
  const folder = temporaryFolder();
  let files = 0;
  const newFile = (): string => join(folder.path, `file-${++files}`, "results.jsonl");

  it("are those that were added", async () => {
    const file = newFile();
    assert.deepEqual(await openLines(file, false), []);
    const results = ["a", "b", "c"].map((digest) => ({ digest, name: `line\n${digest}` }));
    await addLines(file, results.slice(0, 2));
    await addLines(file, results.slice(2));
    assert.deepEqual(await openLines(file, false), results);
    assert.deepEqual(await openLines(file, true), [], "fresh");
    assert.deepEqual(await openLines(file, false), []);
  });

  for (const line of damaged)
    for (const end of ["", "\n"])
      it(`do not suffer from a last line ${JSON.stringify(line + end)}`, async () => {
        const file = newFile();
        await openLines(file, false);
        await addLines(file, [{ digest: "a" }]);
        await appendFile(file, line + end);
        assert.deepEqual(await openLines(file, false), [{ digest: "a" }]);
        await addLines(file, [{ digest: "b" }]);
        assert.deepEqual(await openLines(file, false), [{ digest: "a" }, { digest: "b" }]);
      });

  it("include one whose line break was not written", async () => {
    const file = newFile();
    await openLines(file, false);
    await writeFile(file, '{"digest":"a"}');
    assert.deepEqual(await openLines(file, false), [{ digest: "a" }]);
    await addLines(file, [{ digest: "b" }]);
    assert.deepEqual(await openLines(file, false), [{ digest: "a" }, { digest: "b" }]);
  });
});
