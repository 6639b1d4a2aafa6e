import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Claim } from "../../provider/claims.js";
import { partOf } from "../../provider/journal-storage.js";
import { openRecords } from "../../provider/records.js";
import { thisProcess, type SenderState } from "../../provider/sender.js";
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

describe("claims to an object that was taken over", () => {
  const temporary = temporaryFolder();
  let clock: FakeClock;
  let states: Map<number, SenderState>;
  let processes = 1000;
  const folder = () => join(temporary.path, "claims");
  const open = (state: SenderState = "ended") => {
    const pid = ++processes;
    states.set(pid, state);
    return openRecords({
      storage: (part) => partOf(folder(), part),
      engine: `engine ${pid}`,
      clock,
      self: { ...thisProcess(), pid },
      stateOf: (sender) => states.get(sender.pid) ?? "ended",
    }).claims;
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

  it("are several, and each is released by itself, or all with the object", () => {
    for (const entry of ["a", "b", "c"]) open().make(claimOf(entry));
    open().make(claimOf("d", { id: "8" }));
    open().release(object, "b");
    assert.deepEqual(entries(), ["a", "c"]);
    open().release(object);
    assert.deepEqual(entries(), []);
    assert.equal(open().of({ ...object, id: "8" }).length, 1);
  });

  it("count also where their run was killed: whether the state has the entry nobody knows", () => {
    open("running").make(claimOf("running"));
    open("unknown").make(claimOf("unknown"));
    open("ended").make(claimOf("killed"));
    assert.deepEqual(entries(), ["killed", "running", "unknown"]);
  });

  it("are in doubt where an entry of the same resource has the object since, and no longer once they are shown again", () => {
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
    assert.equal(open().isFresh(moved), false);
    open().make(moved);
    assert.deepEqual(doubted(), []);
    assert.equal(open().isFresh(moved), true);
  });

  it("are to one object however its names are spelled", () => {
    const id = (domain: string) => ({ kind: "subdomain", id: `p1/${domain}/www`, address: object.address });
    open().make(claimOf("one", id("bücher.de")));
    open().make(claimOf("two", id("XN--Bcher-kva.de")));
    for (const domain of ["BÜCHER.de", "xn--bcher-kva.de"]) {
      assert.deepEqual(
        open()
          .of(id(domain))
          .map(({ entry }) => entry)
          .sort(),
        ["one", "two"],
      );
      assert.equal(open().within(object.address, `p1/${domain}`).length, 2);
    }
  });

  it("are found by what their objects lie in", () => {
    const ids = { virtualAccount: "1/p1", domain: "p1/Example.de", subdomain: "p1/example.de/www", webhook: "7" };
    for (const [kind, id] of Object.entries(ids)) open().make(claimOf(kind, { kind, id }));
    open().make(claimOf("elsewhere", { kind: "domain", id: "p1/example.de", address: "https://other.example" }));
    open().make(claimOf("beside", { kind: "domain", id: "p2/example.de" }));
    const within = (path: string) =>
      open()
        .within(object.address, path)
        .map(({ entry }) => entry)
        .sort();
    assert.deepEqual(within("p1"), ["domain", "subdomain"]);
    assert.deepEqual(within("p1/example.de"), ["subdomain"]);
    assert.deepEqual(within("p3"), []);
  });

  it("end after 30 days in which no run has shown the entry", async () => {
    open().make(claimOf("left"));
    open().make(claimOf("shown"));
    await clock.advance(20 * day);
    open().make(claimOf("shown"));
    await clock.advance(11 * day);
    assert.deepEqual(entries(), ["shown"]);
  });

  it("keep short files, and leave none behind once the object is gone", async () => {
    const files = () => partOf(folder(), "claims").names();
    for (let days = 0; days < 60; days += 1) {
      for (const entry of ["a", "b"]) open().make(claimOf(entry));
      await clock.advance(2 * day);
    }
    assert.deepEqual(entries(), ["a", "b"]);
    const [file] = files();
    assert.ok(readFileSync(join(folder(), "claims", file!), "utf8").length < 10_000);
    open().make(claimOf("old", { id: "8" }));
    await clock.advance(31 * day);
    open().make(claimOf("a"));
    open().make(claimOf("a"));
    assert.deepEqual(files(), [file]);
    open().release(object);
    assert.deepEqual(files(), []);
  });

  it("keep nothing back where a file is there and cannot be read", () => {
    open().make(claimOf("a"));
    const [name] = partOf(folder(), "claims").names();
    const file = join(folder(), "claims", name!);
    rmSync(file);
    mkdirSync(file);
    assert.throws(() => open().of(object), { code: "EISDIR" });
    assert.equal(open().isFresh(claimOf("a")), false);
    assert.deepEqual(open().all(), []);
    open().release(object);
  });

  it("cannot be read where a line of them cannot, as it may be anybody's, until the object is gone or nobody has shown it for long", async () => {
    for (const damage of ["", "\n", "cut o", "no claim\n", "\0".repeat(200), '{"event":"of a later version"}\n']) {
      open().make(claimOf("a"));
      const [name] = partOf(folder(), "claims").names();
      const file = join(folder(), "claims", name!);
      writeFileSync(file, damage);
      assert.throws(() => open().of(object), /is damaged/);
      open().make(claimOf("b"));
      open().release(object, "b");
      assert.throws(() => open().of(object), /is damaged/);
      open().release(object);
      assert.deepEqual(entries(), []);
    }
    open().make(claimOf("a"));
    const [name] = partOf(folder(), "claims").names();
    appendFileSync(join(folder(), "claims", name!), '\n{"event":"clai');
    open().make(claimOf("b"));
    assert.deepEqual(entries(), ["a", "b"]);
    assert.deepEqual(readdirSync(join(folder(), "claims")), [name]);
    writeFileSync(join(folder(), "claims", name!), "cut o");
    await clock.advance(31 * day);
    assert.deepEqual(entries(), []);
  });

  it("say nothing where there is no place for them", () => {
    rmSync(folder(), { recursive: true, force: true });
    writeFileSync(folder(), "");
    assert.throws(() => open().make(claimOf("a")));
    assert.deepEqual(entries(), []);
  });
});
