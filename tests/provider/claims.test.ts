import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs, { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { Claim } from "../../provider/journal/claims.js";
import { mayBe } from "../../provider/journal/journal-events.js";
import { folderStorage } from "../../provider/journal/journal-storage.js";
import { runRecords } from "../../provider/journal/journal.js";
import { thisProcess, type SenderState } from "../../provider/journal/sender.js";
import { Ownership } from "../../provider/ownership/ownership.js";
import { FakeClock } from "../support/clock.js";
import { temporaryFolder } from "../support/folder.js";

const day = 24 * 60 * 60 * 1000;
const object = { kind: "webhook", id: "7", address: "https://api.example" };
const claimOf = (entry: string, rest: Partial<Claim> = {}): Claim => ({
  ...object,
  entry,
  name: `resource of ${entry}`,
  project: "agency",
  stack: "prod",
  backend: "file:///state",
  ...rest,
});

/** What can happen to a file. */
const damages: readonly ((text: string) => string)[] = [
  () => "",
  () => "\n",
  () => "no claim\n",
  () => "\0".repeat(200),
  () => '{"event":"of a later version"}\n',
  (text) => text.slice(0, text.length >> 1),
  (text) => `x${text.slice(1)}`,
];

/** A disk that writes a part, and nothing after that. */
function withFullDisk<T>(work: () => T): T {
  const { writeSync } = fs;
  let left = 20;
  fs.writeSync = ((descriptor: number, bytes: Uint8Array, offset: number) => {
    if (left === 0) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    const length = Math.min(left, bytes.length - offset);
    left -= length;
    return writeSync(descriptor, bytes, offset, length);
  }) as typeof writeSync;
  try {
    return work();
  } finally {
    fs.writeSync = writeSync;
  }
}

describe("claims to an object that was adopted", () => {
  const temporary = temporaryFolder();
  let clock: FakeClock;
  let states: Map<number, SenderState>;
  let processes = 1000;
  const folder = () => join(temporary.path, "claims");
  const open = (state?: SenderState) => recordsOf(state).claims;
  const recordsOf = (state: SenderState = "ended") => {
    const pid = ++processes;
    states.set(pid, state);
    return runRecords({
      storage: folderStorage(folder()),
      engine: `engine ${pid}`,
      clock,
      self: { ...thisProcess(), pid },
      stateOf: (sender) => states.get(sender.pid) ?? "ended",
    });
  };
  const isFresh = (claim: Claim): boolean => open().isFresh(claim, open().of(claim));
  /** The file of the claim of an entry. */
  const fileOf = (entry: string): string => {
    const place = folderStorage(folder()).folder("claims");
    const files = place.folders().flatMap((name) => {
      const inner = place.folder(name);
      return inner.names().map((file) => inner.path(file));
    });
    return files.find((file) => readFileSync(file, "utf8").includes(`"entry":"${entry}"`))!;
  };
  const entries = (claims = open()) =>
    claims
      .of(object)
      .map(({ entry }) => entry)
      .sort();

  beforeEach(() => {
    rmSync(folder(), { recursive: true, force: true });
    clock = new FakeClock(Date.now());
    states = new Map();
  });

  it("are kept for each entry, and released one by one or all with the object", () => {
    for (const entry of ["a", "b", "c"]) open().make(claimOf(entry));
    open().make(claimOf("d", { id: "8" }));
    open().release(object, "b");
    assert.deepEqual(entries(), ["a", "c"]);
    open().release(object);
    assert.deepEqual(entries(), []);
    assert.equal(open().of({ ...object, id: "8" }).length, 1);
  });

  it("also count if their run was killed, because the state may have the entry", () => {
    open("running").make(claimOf("running"));
    open("unknown").make(claimOf("unknown"));
    open("ended").make(claimOf("killed"));
    assert.deepEqual(entries(), ["killed", "running", "unknown"]);
  });

  it("are uncertain if an entry of the same resource has had the object since, until they are shown again", () => {
    const doubted = () =>
      open()
        .of(object)
        .filter(({ isDoubted }) => isDoubted)
        .map(({ entry }) => entry);
    open().make(claimOf("old", { name: "hook" }));
    open().make(claimOf("beside", { name: "hook", stack: "dev" }));
    open().make(claimOf("other"));
    open().make({ ...object, entry: "one", name: "hook" });
    open().make({ ...object, entry: "two", name: "hook" });
    assert.deepEqual(doubted(), []);
    open().make(claimOf("new", { name: "hook" }));
    assert.deepEqual(doubted(), ["old"]);
    assert.deepEqual(entries(), ["beside", "new", "old", "one", "other", "two"]);
    const moved = claimOf("old", { name: "hook", stack: "renamed" });
    assert.equal(isFresh(moved), false);
    open().make(moved);
    assert.deepEqual(doubted(), []);
    assert.equal(isFresh(moved), true);
  });

  it("expire after 30 days in which no run has shown the entry", async () => {
    open().make(claimOf("left"));
    open().make(claimOf("shown"));
    await clock.advance(20 * day);
    open().make(claimOf("shown"));
    await clock.advance(11 * day);
    assert.deepEqual(entries(), ["shown"]);
  });

  it("cannot be read if one of them is damaged, until its entry is shown again", () => {
    for (const spoil of damages) {
      for (const entry of ["a", "b"]) open().make(claimOf(entry));
      const file = fileOf("b");
      const text = readFileSync(file, "utf8");
      writeFileSync(file, spoil(text));
      assert.throws(() => open().of(object), { message: `The file ${file} is damaged.` });
      open().make(claimOf("a"));
      open().release(object, "a");
      assert.throws(() => open().of(object), /is damaged/);
      open().make(claimOf("b"));
      assert.deepEqual(entries(), ["b"]);
      open().release(object);
    }
  });

  it("are released if another run notes a deletion while they are made", async () => {
    const [{ claims, journal }, beside] = [recordsOf(), recordsOf("running")];
    const make = claims.make.bind(claims);
    claims.make = (claim) => {
      make(claim);
      beside.journal.change("delete", object, "other", false).sent();
    };
    const account = () => ({ address: object.address, login: "reseller" });
    const ownership = new Ownership({ claims, journal, account, clock, stack: () => Promise.resolve({}) });
    const deletion = await ownership.claimObject({ ...object, state: ownership.newEntry() }, {}, () => assert.fail());
    assert.deepEqual([deletion?.entry, entries()], ["other", []]);
  });

  it("survive a partial write of another claim", () => {
    open().make(claimOf("a"));
    const { isKept, files } = withFullDisk(() => {
      assert.throws(() => open().make(claimOf("b")), { code: "ENOSPC" });
      assert.throws(() => open().make(claimOf("a")), { code: "ENOSPC" });
      return { isKept: isFresh(claimOf("a")), files: readdirSync(dirname(fileOf("a"))) };
    });
    assert.equal(isKept, true);
    assert.deepEqual(files, [basename(fileOf("a"))]);
    assert.deepEqual(entries(), ["a"]);
  });

  it("survive several processes that create and release them at once", async () => {
    const rounds = 60;
    const script = `
      const { Claims } = require(${JSON.stringify(resolve(__dirname, "..", "..", "provider", "journal", "claims.js"))});
      const { folderStorage } = require(${JSON.stringify(resolve(__dirname, "..", "..", "provider", "journal", "journal-storage.js"))});
      const { thisProcess } = require(${JSON.stringify(resolve(__dirname, "..", "..", "provider", "journal", "sender.js"))});
      const [folder, name] = process.argv.slice(1);
      const claims = new Claims({ storage: folderStorage(folder).folder("claims"), clock: { now: Date.now }, self: thisProcess() });
      for (let round = 0; round < ${rounds}; round += 1) {
        const object = { kind: "webhook", id: String(round % 3), address: "https://api.example" };
        claims.make({ ...object, entry: name + " passing", name });
        claims.make({ ...object, entry: name + " " + round, name });
        claims.release(object, name + " passing");
        if (!claims.of(object).some(({ entry }) => entry === name + " " + round)) throw new Error("lost in round " + round);
      }`;
    const names = ["one", "two", "three"];
    await Promise.all(names.map((name) => promisify(execFile)(process.execPath, ["-e", script, folder(), name])));
    const expected = names.flatMap((name) => Array.from({ length: rounds }, (_, round) => `${name} ${round}`));
    const made = open().all();
    assert.deepEqual(made.map(({ entry }) => entry).sort(), expected.sort());
  });
});

describe("the stack of a program", () => {
  const stack = { project: "shops", stack: "prod", backend: "file:///srv/a", organization: undefined };

  it("is another than one of the same name in another backend or organization", () => {
    assert.ok(mayBe(stack, stack));
    assert.ok(!mayBe({ ...stack, backend: "file:///srv/b" }, stack));
    assert.ok(!mayBe({ ...stack, organization: "branch" }, { ...stack, organization: "main" }));
  });

  it("may be any of its name if its backend is not known", () => {
    assert.ok(mayBe({ ...stack, backend: "file:///srv/b" }, { ...stack, backend: undefined }));
    assert.ok(!mayBe({ ...stack, stack: "test" }, { ...stack, backend: undefined }));
  });
});
