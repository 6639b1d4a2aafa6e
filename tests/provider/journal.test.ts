import assert from "node:assert/strict";
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Journal } from "../../provider/journal/journal.js";
import { isRecent, isTitled, journalFolder, notedTitle } from "../../provider/journal/noted.js";
import { addressedKey } from "../../provider/values/ids.js";
import { folderStorage, type Storage } from "../../provider/journal/journal-storage.js";
import { noteRecorded } from "../../provider/journal/recorded.js";
import { Identity } from "../../provider/ownership/identity.js";
import { RunResources } from "../../provider/ownership/run-resources.js";
import { type Sender, type SenderState, thisProcess } from "../../provider/journal/sender.js";
import { FakeClock } from "../support/clock.js";
import { temporaryFolder } from "../support/folder.js";
import type { Note, ObjectKey } from "../../provider/journal/journal-events.js";

const address = "https://api.example";
const note = (name: string, before: readonly string[] = []): Note => ({
  ...{ kind: "webhook", name, title: `webhook ${name}`, address, scope: {}, before, fingerprints: {} },
  ...{ project: "agency", stack: "prod", backend: "file:///state", organization: undefined },
});

const day = 24 * 60 * 60 * 1000;
const runOf = (journal: Journal, at = address): RunResources => {
  const account = () => ({ address: at, login: "reseller" });
  return new RunResources(new Identity(account, () => Promise.resolve({})), journal);
};
const object = (id: string, kind = "webhook"): ObjectKey => ({ kind, id, address });
const deletionsOf = (journal: Journal, of: ObjectKey, entry = "entry") =>
  journal.changes().filter((each) => each.request === "delete" && each.object === addressedKey(of) && each.entry === entry);

describe("the journal of creations", () => {
  const temporary = temporaryFolder();
  let clock: FakeClock;
  let states: Map<number, SenderState>;
  let processes = 1000;
  const folder = () => join(temporary.path, "journal");
  const open = (engine: string, state: SenderState = "ended", self: Partial<Sender> = {}) =>
    openOn(engine, folderStorage(folder()), state, self);
  const openOn = (engine: string, storage: Storage, state: SenderState = "ended", self: Partial<Sender> = {}) => {
    const pid = ++processes;
    states.set(pid, state);
    return new Journal({
      storage,
      engine,
      clock,
      self: { ...thisProcess(), pid, ...self },
      stateOf: (sender) => states.get(sender.pid) ?? "ended",
    });
  };
  const files = () => (existsSync(folder()) ? readdirSync(folder()) : []);
  const namesIn = (journal: Journal) => journal.creations().map(({ name }) => name);
  /** A journal with creations that were answered, by name and identifier. */
  const answered = (engine: string, ids: Readonly<Record<string, string>>, entry?: string) => {
    const journal = open(engine);
    for (const [name, id] of Object.entries(ids)) journal.note(note(name), false).answered(id, entry);
    return journal;
  };
  const recorded = (kind: string, id: string, more: Readonly<Record<string, string>> = {}) =>
    noteRecorded(kind, id, { HOSTING_JOURNAL: folder(), PULUMI_NODEJS_ENGINE: "one", ...more });

  beforeEach(() => {
    rmSync(folder(), { recursive: true, force: true });
    clock = new FakeClock(Date.now());
    states = new Map();
  });

  it("tells the next run what was noted, sent and answered", () => {
    const first = open("one");
    first.note(note("a", ["1"]), true).sent();
    first.note(note("b"), false).answered("7");
    const [a, b] = open("two").creations();
    assert.deepEqual([a?.before, a?.sends, a?.answered, a?.notedAt], [["1"], [clock.now()], undefined, clock.now()]);
    assert.deepEqual([b?.sends, b?.answered], [[], "7"]);
  });

  it("separates stacks, projects, backends, organizations, addresses and resources", () => {
    open("one").note(note("a"), false).sent();
    const next = open("two");
    assert.equal(next.creationsOf(note("a")).length, 1);
    for (const other of [
      { stack: "dev" },
      { project: "shop" },
      { backend: "s3://elsewhere" },
      { organization: "agency" },
      { address: "https://x.example" },
      { name: "b" },
      { kind: "domain" },
      { title: "another" },
    ])
      assert.deepEqual(next.creationsOf({ ...note("a"), ...other }), []);
  });

  it("forgets what a state has shown, and leaves no file", () => {
    answered("one", { a: "1", b: "2" });
    const next = open("two");
    next.seen(object("1"));
    next.seen(object("2", "domain"));
    assert.deepEqual(namesIn(open("three")), ["b"]);
    next.seen(object("2"));
    open("four").creations();
    assert.deepEqual(files(), []);
  });

  it("keeps the answered creation if a state has an earlier object with that id", () => {
    answered("one", { a: "1" }, "new entry");
    open("two").seen(object("1"), "old entry");
    assert.deepEqual(namesIn(open("three")), ["a"]);
    open("four").seen(object("1"), "new entry");
    assert.deepEqual(namesIn(open("five")), []);
  });

  it("keeps the answered creation as held while another creation is open", () => {
    const first = open("one");
    first.note(note("a"), false).sent();
    first.note(note("b"), false).answered("2");
    const next = open("two");
    for (const id of ["2", "3"]) next.seen(object(id));
    assert.deepEqual(namesIn(next), ["a"]);
    next.endNormally();
    const third = open("three");
    assert.deepEqual(
      ["2", "3", "4"].map((id) => third.isHeld(object(id))),
      [true, true, false],
    );
    for (const creation of third.creations()) third.settle(creation);
    open("four").creations();
    assert.deepEqual(files(), []);
  });

  it("ignores what was passed to the program of its run, because a state has had it", () => {
    const first = answered("one", { a: "1", b: "2" });
    recorded("webhook", "1", { PULUMI_NODEJS_ENGINE: "other" });
    assert.deepEqual(namesIn(open("two")), ["a", "b"]);
    recorded("webhook", "1");
    recorded("domain", "2");
    recorded("webhook", "2", { PULUMI_SKIP_CHECKPOINTS: "true" });
    assert.deepEqual(namesIn(open("two")), ["b"]);
    first.endNormally(true);
    assert.deepEqual(namesIn(open("two")), []);
  });

  it("is no evidence a day after the request, and is deleted after thirty", async () => {
    const sending = open("one").note(note("a"), false);
    await clock.advance(60_000);
    sending.sent();
    await clock.advance(day - 1);
    const [sent] = open("two").creations();
    assert.equal(isRecent(sent!, clock.now()), true);
    await clock.advance(1);
    assert.equal(isRecent(sent!, clock.now()), false);
    assert.deepEqual(namesIn(open("three")), ["a"]);
    await clock.advance(29 * day);
    assert.deepEqual([namesIn(open("four")), files()], [[], []]);
  });

  it("recognizes a process that still runs, unless the same engine runs it", () => {
    open("one", "running").note(note("a"), false);
    open("three").note(note("never sent"), false);
    assert.equal(open("two").creations()[0]?.ending, "running");
    assert.deepEqual(open("one").creations(), []);
  });

  describe("of a process of which the operating system tells nothing", () => {
    /** When its file was changed last, by the clock of the file system. */
    let changedAt = 0;
    const begin = () => {
      changedAt = clock.now();
      const far = open("one", "unknown", { host: "far" });
      far.note(note("a"), false).sent();
      const storage = { ...folderStorage(folder()), changedAt: () => changedAt };
      const near = openOn("two", storage);
      return { far, near, storage, ending: () => near.creations()[0]?.ending };
    };

    it("counts it as running for a minute after each change of its file that it has seen", async () => {
      const { far, ending } = begin();
      await clock.advance(59_000);
      assert.equal(ending(), "running");
      changedAt = clock.now();
      far.goesOn();
      await clock.advance(59_000);
      assert.equal(ending(), "running");
      await clock.advance(60_000);
      assert.deepEqual([ending(), files().length], ["interrupted", 1]);
    });

    it("counts it as running while it sees its file grow, although the clock of the file system is behind", () => {
      const { far, ending } = begin();
      changedAt -= 90_000;
      assert.equal(ending(), "interrupted");
      far.goesOn();
      assert.equal(ending(), "running");
    });

    it("does not take its own lines in the file for a sign of life", async () => {
      const { far, near, ending } = begin();
      far.note(note("b"), false).sent();
      await clock.advance(60_000);
      assert.equal(ending(), "interrupted");
      changedAt = clock.now();
      near.settle(near.creations()[0]!);
      assert.deepEqual([namesIn(near), ending()], [["b"], "interrupted"]);
    });

    it("never counts it as of this run, even if its engine has the same address", () => {
      const same = openOn("one", begin().storage);
      assert.deepEqual([namesIn(same), same.recordsOfRun()], [["a"], []]);
    });
  });

  it("knows what another provider process of the run holds", () => {
    const [beside, mine] = [open("one", "running"), open("one", "running")];
    beside.hold(object("1"));
    beside.note(note("a"), false).answered("2");
    open("two", "running").hold(object("3"));
    assert.deepEqual(
      ["1", "2", "3", "4"].map((id) => mine.isHeld(object(id))),
      [true, true, true, false],
    );
  });

  it("has the latest record of other processes of the run for each entry, and hides them from later runs", () => {
    const [mine, beside] = [open("one", "running"), open("one", "running")];
    const [known, reported] = [runOf(mine), runOf(beside)];
    const isHad = (id: string) => [known.holders("webhook", id).length > 0, known.isInUse("webhook", id)];
    for (const id of ["1", "2"]) reported.recordEntry("webhook", id, {}, { name: "hook", stays: true });
    assert.deepEqual([...isHad("1"), ...isHad("2"), ...isHad("3")], [true, true, true, true, false, false]);
    reported.recordEntry("webhook", "2", {}, { takes: "" });
    assert.deepEqual([...isHad("1"), ...isHad("2")], [true, true, true, false]);
    assert.equal(mine.isHeld(object("1")), false);
    assert.deepEqual(runOf(open("two")).holders("webhook", "1"), []);
    reported.recordRead("domain", "p1/shop.de", "reader");
    const [read, ...others] = known.readWithin("p1");
    assert.deepEqual([read?.kind, read?.id, read?.name, others], ["domain", "p1/shop.de", "reader", []]);
    assert.deepEqual(runOf(mine, "https://other.example").readWithin("p1"), []);
    for (const journal of [beside, mine]) journal.endNormally();
    assert.deepEqual(files(), []);
  });

  it("publishes a record only if what others may know of it has changed, and none of what a resource declares", () => {
    const reported = runOf(open("one", "running"));
    const hook = { kind: "webhook", name: "hook" };
    reported.recordDeclaration(hook, { isDeclared: true, inputs: { url: "https://secret.example" } });
    assert.deepEqual(files(), []);
    for (let count = 0; count < 2; count++)
      reported.recordDeclaration(hook, { place: "1", inputs: { url: `https://secret.example/${count}` } });
    const text = readFileSync(join(folder(), files()[0]!), "utf8");
    assert.equal(text.trim().split("\n").length, 2);
    assert.doesNotMatch(text, /secret/);
  });

  it("tells the next run which deletions were sent, until they are settled", async () => {
    const first = open("one");
    const deletion = first.change("delete", object("1"), "entry", true);
    assert.deepEqual(deletionsOf(open("two"), object("1")), []);
    deletion.sent();
    await clock.advance(1_000);
    deletion.sent();
    first.change("delete", object("2"), "entry", false).sent();
    const refused = first.change("delete", object("3"), "entry", false);
    refused.sent();
    refused.over();
    const next = open("two");
    const [sent, ...others] = deletionsOf(next, object("1"));
    assert.deepEqual([sent?.at, sent?.ending, others], [clock.now(), "interrupted", []]);
    const none = [
      deletionsOf(next, object("1"), "another"),
      deletionsOf(next, object("1", "domain")),
      deletionsOf(next, object("3")),
    ];
    assert.deepEqual([...none, next.creations()], [[], [], [], []]);
    next.settle(sent!);
    for (const each of [next, open("three")]) assert.deepEqual(deletionsOf(each, object("1")), []);
    assert.equal(deletionsOf(open("three"), object("2")).length, 1);
    await clock.advance(30 * day);
    open("four").creations();
    assert.deepEqual(files(), []);
  });

  it("counts a completed deletion, which the state may not record, for a day if its run ended normally", async () => {
    const [orderly, killed] = [open("one"), open("two")];
    for (const [journal, id] of [
      [orderly, "1"],
      [killed, "2"],
    ] as const) {
      const deletion = journal.change("delete", object(id), "entry", false);
      deletion.sent();
      deletion.done();
    }
    orderly.endNormally();
    const counted = () => ["1", "2"].map((id) => deletionsOf(open("next"), object(id)).length);
    assert.deepEqual(counted(), [1, 1]);
    await clock.advance(day);
    assert.deepEqual([counted(), files().length], [[0, 1], 1]);
  });

  it("skips partial lines and foreign files", () => {
    answered("one", { a: "1", b: "2" });
    appendFileSync(join(folder(), files()[0]!), '{"event":"sent","numb');
    writeFileSync(join(folder(), "notes.txt"), "not a journal");
    open("two").seen(object("1"));
    assert.deepEqual(namesIn(open("three")), ["b"]);
    open("two").seen(object("2"));
    assert.deepEqual(files(), ["notes.txt"]);
  });

  it("keeps what follows a line that could only be written in part", () => {
    const storage = folderStorage(folder());
    let isFull = false;
    const journal = openOn("one", {
      ...storage,
      append(name, text, durable) {
        storage.append(name, isFull ? text.slice(0, text.length / 2) : text, durable);
        if (isFull) throw new Error("ENOSPC");
      },
    });
    journal.hold(object("1"));
    isFull = true;
    assert.throws(() => journal.change("delete", object("2"), "entry", true).sent(), /ENOSPC/);
    isFull = false;
    journal.change("delete", object("2"), "entry", true).sent();
    assert.equal(deletionsOf(open("two"), object("2")).length, 1);
  });

  it("shows of a title with secrets only a digest, which is another one in each note", () => {
    const whole = "POST to https://hook.example?key=hook-key";
    const [one, other] = [notedTitle("POST to [secret]", whole), notedTitle("POST to [secret]", whole)];
    assert.notEqual(one.titleDigest, other.titleDigest);
    for (const each of [one, other]) assert.ok(isTitled(each, { title: whole }));
  });

  it("is in the folder that the environment sets, or in Pulumi's own", () => {
    assert.equal(journalFolder({ HOSTING_JOURNAL: "/var/journal", PULUMI_HOME: "/pulumi" }), "/var/journal");
    assert.equal(journalFolder({ PULUMI_HOME: "/pulumi" }), join("/pulumi", "hosting"));
    assert.equal(journalFolder({}), join(homedir(), ".pulumi", "hosting"));
  });
});
