import assert from "node:assert/strict";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CycleResult } from "../../proofs/bench/cycle.js";
import { Results } from "../../proofs/bench/results.js";
import { addLines, openLines } from "../../proofs/kept-lines.js";
import { type Measured, measuredOnce } from "../../proofs/scale/measured.js";
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

  it("let the benchmark go on after half a line", async () => {
    const file = newFile();
    const at = join(file, "..");
    const origin = { machine: "any", command: "npm run bench" };
    const combination = { contender: "idle", mix: "agency", size: 10, latency: 0 } as const;
    const result: CycleResult = { steps: {} };
    for (const expected of [0, 1, 2]) {
      const results = await Results.open(at, origin, false);
      assert.equal(results.cyclesOf(combination, []).length, expected);
      await results.addCycle(combination, result);
      await appendFile(file, '{"kind":"cy');
    }
    const other = await Results.open(at, { ...origin, machine: "another" }, false);
    assert.deepEqual(other.entries, []);
  });

  describe("of the simulated fleet", () => {
    const measured = (customers: number): Measured[] => [
      { case: "create", customers, seconds: 1, processor: 1, requests: [] },
      { case: "refresh", customers, seconds: 1, processor: 1, requests: [] },
    ];
    const options = (file: string, digest = "sources", fresh = false) => ({ file, digest, sizes: [1, 10], fresh });
    /** @returns what was measured, and for which sizes */
    const run = async (given: Parameters<typeof measuredOnce>[0], failing?: number) => {
      const asked: number[] = [];
      const all = measuredOnce(given, (customers) => {
        asked.push(customers);
        return customers === failing ? Promise.reject(new Error("interrupted")) : Promise.resolve(measured(customers));
      });
      return { asked, all: await all.catch(() => undefined) };
    };
    const everything = [...measured(1), ...measured(10)];

    it("are kept for each stack that was measured before an interruption", async () => {
      const file = newFile();
      assert.deepEqual(await run(options(file), 10), { asked: [1, 10], all: undefined });
      assert.deepEqual(await run(options(file)), { asked: [10], all: everything });
      assert.deepEqual(await run(options(file)), { asked: [], all: everything });
      assert.deepEqual((await run({ ...options(file), sizes: [1, 50] })).asked, [50]);
    });

    it("are measured again for other sources, if asked, and if the file was cut off", async () => {
      const file = newFile();
      await run(options(file));
      assert.deepEqual((await run(options(file, "other sources"))).asked, [1, 10]);
      assert.deepEqual((await run(options(file, "sources", true))).asked, [1, 10]);
      const text = await readFile(file, "utf8");
      await writeFile(file, text.slice(0, -20));
      assert.deepEqual((await run(options(file))).asked, [10]);
      await writeFile(file, "null");
      assert.deepEqual(await run(options(file)), { asked: [1, 10], all: everything });
    });
  });
});
