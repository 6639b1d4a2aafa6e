import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { journalFolder, type Note, openJournal } from "../../provider/journal.js";
import { FakeClock } from "../support/clock.js";
import { temporaryFolder } from "../support/folder.js";

/** No process has such a number. */
const ended = 2 ** 30;

const note = (name: string, before: readonly string[] = []): Note => ({
  kind: "webhook",
  name,
  title: `webhook ${name}`,
  address: "https://api.example",
  project: "agency",
  stack: "prod",
  before,
});

describe("the journal of creations", () => {
  const temporary = temporaryFolder();
  let clock: FakeClock;
  const folder = () => join(temporary.path, "journal");
  const open = (engine: string, pid = ended) => openJournal({ folder: folder(), engine, clock, pid });
  const files = () => (existsSync(folder()) ? readdirSync(folder()) : []);

  beforeEach(() => {
    rmSync(folder(), { recursive: true, force: true });
    clock = new FakeClock(Date.now());
  });

  it("tells the next run what was sent, and what was answered", () => {
    const first = open("one");
    first.send(note("a", ["1"]), true);
    first.send(note("b"), false).answered("7");
    const [a, b] = open("two").all();
    assert.deepEqual({ ...note("a", ["1"]), answered: undefined }, { ...note("a"), before: a?.before, answered: a?.answered });
    assert.equal(b?.answered, "7");
    assert.equal(a?.sentAt, clock.now());
    assert.deepEqual(
      open("three")
        .left(note("b"))
        .map(({ name }) => name),
      ["b"],
    );
  });

  it("keeps stacks, projects, addresses and resources apart", () => {
    open("one").send(note("a"), false);
    const next = open("two");
    assert.equal(next.left(note("a")).length, 1);
    for (const other of [
      { stack: "dev" },
      { project: "shop" },
      { address: "https://x.example" },
      { name: "b" },
      { kind: "domain" },
    ])
      assert.deepEqual(next.left({ ...note("a"), ...other }), []);
  });

  it("forgets what a state has shown, and leaves no file behind", () => {
    const first = open("one");
    first.send(note("a"), false).answered("1");
    first.send(note("b"), false).answered("2");
    const next = open("two");
    next.seen("webhook", "1");
    next.seen("domain", "2");
    assert.deepEqual(
      open("three")
        .all()
        .map(({ name }) => name),
      ["b"],
    );
    next.seen("webhook", "2");
    assert.deepEqual(files(), []);
  });

  it("holds nothing of a run that settled everything itself", () => {
    const first = open("one");
    const [a, b] = [first.send(note("a"), false), first.send(note("b"), false)];
    a.over();
    assert.equal(files().length, 1);
    b.over();
    assert.deepEqual(files(), []);
    first.send(note("c"), false);
    assert.equal(open("two").all().length, 1);
  });

  it("is no evidence after a day", async () => {
    open("one").send(note("a"), false);
    await clock.advance(24 * 60 * 60 * 1000 - 1);
    assert.equal(open("two").all().length, 1);
    await clock.advance(1);
    assert.deepEqual(open("three").all(), []);
    assert.deepEqual(files(), []);
  });

  it("knows a process that still runs, unless the same engine runs it", () => {
    open("one", process.pid).send(note("a"), false);
    assert.equal(open("two").all()[0]?.underWay, true);
    assert.deepEqual(open("one").all(), []);
  });

  it("sees what a process that still runs adds", () => {
    const running = open("one", process.pid);
    const sending = running.send(note("a"), false);
    const next = open("two");
    assert.equal(next.left(note("a"))[0]?.answered, undefined);
    sending.answered("1");
    assert.equal(next.left(note("a"))[0]?.answered, "1");
  });

  it("passes over lines that were cut off, and over files that are none of its own", () => {
    open("one").send(note("a"), false).answered("1");
    const [file] = files();
    appendFileSync(join(folder(), file!), '{"event":"sent","numb');
    writeFileSync(join(folder(), "notes.txt"), "not a journal");
    const next = open("two");
    assert.equal(next.all().length, 1);
    next.seen("webhook", "1");
    assert.deepEqual(files(), ["notes.txt"]);
  });

  it("settles behind a line that was cut off", () => {
    const first = open("one");
    first.send(note("a"), false).answered("1");
    first.send(note("b"), false).answered("2");
    const [file] = files();
    appendFileSync(join(folder(), file!), '{"event":"sent","numb');
    open("two").seen("webhook", "1");
    assert.deepEqual(
      open("three")
        .all()
        .map(({ name }) => name),
      ["b"],
    );
  });

  it("leaves the file of another machine alone", () => {
    mkdirSync(folder());
    writeFileSync(join(folder(), "far.jsonl"), `${JSON.stringify({ host: `not-${hostname()}`, pid: 1, engine: "e" })}\n`);
    open("two").all();
    assert.deepEqual(files(), ["far.jsonl"]);
  });

  it("lies where the environment says, or in Pulumi's own folder", () => {
    assert.equal(journalFolder({ HOSTING_JOURNAL: "/var/journal", PULUMI_HOME: "/pulumi" }), "/var/journal");
    assert.equal(journalFolder({ PULUMI_HOME: "/pulumi" }), join("/pulumi", "hosting"));
    assert.equal(journalFolder({}), join(homedir(), ".pulumi", "hosting"));
  });
});
