import assert from "node:assert/strict";
import { appendFile, mkdtemp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Backup } from "../../cli/enter/backup.js";
import { readingFile } from "../../cli/import/mapping.js";
import { KeptReading } from "../../cli/import/reading.js";
import { temporaryFolder } from "../support/folder.js";

const hour = 3_600_000;
const parent = temporaryFolder();

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  await work(await mkdtemp(join(parent.path, "imported-")));
}

describe("what an import keeps of its reading", () => {
  const domains = { accountIdentifier: "p1" };
  interface How {
    readonly run?: string;
    readonly at?: number;
    readonly isSecondStep?: boolean;
  }
  const open = (folder: string, { run = "a", at = 0, isSecondStep = true }: How = {}) =>
    KeptReading.open({ folder, run, isSecondStep, now: () => at });
  const never = () => Promise.reject(new Error("It was read again."));
  const listed = [{ id: "p1/a.de" }];

  async function reading(folder: string): Promise<void> {
    const first = await open(folder);
    assert.equal(first.earlier, undefined);
    assert.deepEqual(await first.of("domain", domains, () => Promise.resolve(listed)), listed);
  }

  it("is for the same run alone, and no longer than two hours", () =>
    withFolder(async (folder) => {
      await reading(folder);
      const again = await open(folder, { at: 2 * hour - 1 });
      assert.deepEqual(again.earlier, { count: 1, since: new Date(0) });
      assert.deepEqual(await again.of("domain", domains, never), listed);
      for (const other of [{ run: "b" }, { at: 2 * hour }, { at: -1 }])
        assert.equal((await open(folder, other)).earlier, undefined, JSON.stringify(other));
    }));

  it("of a run that has written the program is only for entering it", () =>
    withFolder(async (folder) => {
      await reading(folder);
      await (await open(folder)).end(true);
      assert.equal((await open(folder, { isSecondStep: false })).earlier, undefined);
      const second = await open(folder);
      assert.deepEqual(await second.of("domain", domains, never), listed);
      await second.end(false);
      assert.deepEqual(await readdir(folder), []);
    }));

  it("is lost with a line that was cut off, and that line alone", () =>
    withFolder(async (folder) => {
      await reading(folder);
      await appendFile(join(folder, readingFile), '{"key":"x","at":0,"lis');
      const again = await open(folder);
      await again.of("subdomain", domains, () => Promise.resolve([]));
      const last = await open(folder);
      assert.equal(last.earlier?.count, 2);
      assert.deepEqual(await last.of("subdomain", domains, never), []);
    }));

  it("is nothing that has secrets or personal data, nothing that failed, and nothing after the end", () =>
    withFolder(async (folder) => {
      const first = await open(folder);
      for (const kind of ["webhook", "applicationToken", "gdprContact", "contactPerson"])
        await first.of(kind, {}, () => Promise.resolve([{ secret: "planted" }]));
      const target = "https://hooks.slack.com/services/T00/B00/planted";
      await first.of("subdomain", domains, () => Promise.resolve([{ id: "p1/a.de/b", inputs: { target } }]));
      await assert.rejects(first.of("domain", domains, never));
      assert.deepEqual(await readdir(folder), []);
      await first.of("domain", domains, () => Promise.resolve([]));
      assert.doesNotMatch(await readFile(join(folder, readingFile), "utf8"), /planted/);
      await first.end(false);
      assert.deepEqual(await readdir(folder), []);
    }));
});

describe("what a killed command has entered in a state", () => {
  it("does not include what a later run has created in its place", () =>
    withFolder(async (folder) => {
      const backup = new Backup(join(folder, "state.json"));
      assert.equal(await backup.interrupted(), undefined);
      await backup.enters([
        { urn: "a", type: "t", id: "1" },
        { urn: "b", type: "t" },
      ]);
      const isEntered = (await backup.interrupted())!;
      assert.ok(isEntered({ urn: "a", type: "t", id: "1" }));
      assert.ok(isEntered({ urn: "b", type: "t" }));
      assert.ok(!isEntered({ urn: "a", type: "t", id: "2" }));
      assert.ok(!isEntered({ urn: "c", type: "t", id: "1" }));
    }));
});
