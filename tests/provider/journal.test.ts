import assert from "node:assert/strict";
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Journal } from "../../provider/journal/journal.js";
import { isRecent, journalFolder } from "../../provider/journal/noted.js";
import { addressedKey } from "../../provider/values/ids.js";
import { folderStorage, type Storage } from "../../provider/journal/journal-storage.js";
import { noteRecorded } from "../../provider/journal/recorded.js";
import { Identity } from "../../provider/ownership/identity.js";
import { RunResources } from "../../provider/ownership/run-resources.js";
import { type Sender, type SenderState, thisProcess } from "../../provider/journal/sender.js";
import { FakeClock } from "../support/clock.js";
import { temporaryFolder } from "../support/folder.js";
import type { Note, ObjectKey } from "../../provider/journal/journal-events.js";

const note = (name: string, before: readonly string[] = []): Note => ({
  kind: "webhook",
  name,
  title: `webhook ${name}`,
  address: "https://api.example",
  project: "agency",
  stack: "prod",
  backend: "file:///state",
  organization: undefined,
  scope: {},
  before,
  fingerprints: {},
});

const address = "https://api.example";
const runOf = (journal: Journal, at = address): RunResources => {
  const account = () => ({ address: at, login: "reseller" });
  return new RunResources(new Identity(account, () => Promise.resolve({})), journal);
};
const object = (id: string, kind = "webhook"): ObjectKey => ({ kind, id, address });
const deletionsOf = (journal: Journal, of: ObjectKey, entry: string) =>
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
  const names = (creations: readonly { readonly name: string }[]) => creations.map(({ name }) => name);

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
    assert.deepEqual([a?.before, a?.sends, a?.answered], [["1"], [clock.now()], undefined]);
    assert.equal(a?.notedAt, clock.now());
    assert.deepEqual([b?.sends, b?.answered], [[], "7"]);
    assert.deepEqual(names(open("three").creationsOf(note("b"))), ["b"]);
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
    const first = open("one");
    first.note(note("a"), false).answered("1");
    first.note(note("b"), false).answered("2");
    const next = open("two");
    next.seen(object("1"));
    next.seen(object("2", "domain"));
    assert.deepEqual(names(open("three").creations()), ["b"]);
    next.seen(object("2"));
    open("four").creations();
    assert.deepEqual(files(), []);
  });

  it("keeps the answered creation if a state has an earlier object with that id", () => {
    open("one").note(note("a"), false).answered("1", "new entry");
    open("two").seen(object("1"), "old entry");
    assert.deepEqual(names(open("three").creations()), ["a"]);
    open("four").seen(object("1"), "new entry");
    assert.deepEqual(open("five").creations(), []);
  });

  it("keeps the answered creation as held while another creation is open", () => {
    const first = open("one");
    first.note(note("a"), false).sent();
    first.note(note("b"), false).answered("2");
    const next = open("two");
    next.seen(object("2"));
    next.seen(object("3"));
    assert.deepEqual(names(next.creations()), ["a"]);
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

  it("ignores what was passed to the program, because a state has had it", () => {
    const environment = { HOSTING_JOURNAL: folder(), PULUMI_NODEJS_ENGINE: "one" };
    const first = open("one");
    first.note(note("a"), false).answered("1");
    first.note(note("b"), false).answered("2");
    noteRecorded("webhook", "1", environment);
    noteRecorded("domain", "2", environment);
    assert.deepEqual(names(open("two").creations()), ["b"]);
    noteRecorded("webhook", "2", { ...environment, PULUMI_SKIP_CHECKPOINTS: "true" });
    assert.deepEqual(names(open("two").creations()), ["b"]);
    first.endNormally(true);
    assert.deepEqual(names(open("two").creations()), []);
  });

  it("ignores what the program of another run was told", () => {
    open("one").note(note("a"), false).answered("1");
    noteRecorded("webhook", "1", { HOSTING_JOURNAL: folder(), PULUMI_NODEJS_ENGINE: "other" });
    assert.equal(open("two").creations().length, 1);
  });

  it("distinguishes runs that ended normally from interrupted ones", () => {
    const [orderly, killed] = [open("one"), open("two")];
    orderly.note(note("a"), false).sent();
    orderly.endNormally();
    killed.note(note("b"), false).sent();
    assert.deepEqual(
      open("three")
        .creations()
        .map(({ name, ending }) => `${name} ${ending}`)
        .sort(),
      ["a normal", "b interrupted"],
    );
  });

  it("leaves no file of a run that ended normally and passed everything to the program", () => {
    const first = open("one");
    const [a, b] = [first.note(note("a"), false), first.note(note("b"), false)];
    a.over();
    b.answered("1");
    noteRecorded("webhook", "1", { HOSTING_JOURNAL: folder(), PULUMI_NODEJS_ENGINE: "one" });
    first.endNormally();
    assert.deepEqual(files(), []);
  });

  it("is no evidence a day after the request, and is deleted after thirty", async () => {
    const sending = open("one").note(note("a"), false);
    await clock.advance(60_000);
    sending.sent();
    await clock.advance(24 * 60 * 60 * 1000 - 1);
    const [sent] = open("two").creations();
    assert.equal(isRecent(sent!, clock.now()), true);
    await clock.advance(1);
    assert.equal(isRecent(sent!, clock.now()), false);
    assert.equal(open("three").creations().length, 1);
    await clock.advance(29 * 24 * 60 * 60 * 1000);
    assert.deepEqual(open("four").creations(), []);
    assert.deepEqual(files(), []);
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
      const near = openOn("two", { ...folderStorage(folder()), changedAt: () => changedAt });
      return { far, near, ending: () => near.creations()[0]?.ending };
    };

    it("counts it as running for a minute after each change of its file that it has seen", async () => {
      const { far, ending } = begin();
      assert.equal(ending(), "running");
      await clock.advance(59_000);
      assert.equal(ending(), "running");
      changedAt = clock.now();
      far.goesOn();
      await clock.advance(59_000);
      assert.equal(ending(), "running");
      await clock.advance(60_000);
      assert.equal(ending(), "interrupted");
      assert.equal(files().length, 1);
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
      assert.deepEqual(
        near.creations().map(({ name, ending: after }) => [name, after]),
        [["b", "interrupted"]],
      );
    });

    it("never counts it as of this run, even if its engine has the same address", () => {
      begin();
      const same = openOn("one", { ...folderStorage(folder()), changedAt: () => changedAt });
      assert.deepEqual([names(same.creations()), same.recordsOfRun()], [["a"], []]);
    });

    it("shows its life only in a file that it has begun and not ended", () => {
      const journal = open("one");
      journal.goesOn();
      assert.deepEqual(files(), []);
      journal.begin();
      journal.endNormally();
      journal.goesOn();
      assert.deepEqual(files(), []);
    });
  });

  it("sees the additions and the end of a process that still runs", () => {
    const running = open("one", "running");
    const sending = running.note(note("a"), false);
    const next = open("two");
    assert.equal(next.creationsOf(note("a"))[0]?.answered, undefined);
    sending.answered("1");
    assert.equal(next.creationsOf(note("a"))[0]?.answered, "1");
    for (const pid of states.keys()) states.set(pid, "ended");
    assert.equal(next.creationsOf(note("a"))[0]?.ending, "interrupted");
  });

  it("knows what another provider process of the run holds", () => {
    const beside = open("one", "running");
    const mine = open("one", "running");
    beside.hold(object("1"));
    beside.note(note("a"), false).answered("2");
    open("two", "running").hold(object("3"));
    assert.deepEqual(
      ["1", "2", "3", "4"].map((id) => mine.isHeld(object(id))),
      [true, true, true, false],
    );
  });

  it("has the latest record of other processes of the run for each entry, and hides them from later runs", () => {
    const mine = open("one", "running");
    const known = runOf(mine);
    const beside = open("one", "running");
    const told = runOf(beside);
    const isHad = (id: string) => [known.holders("webhook", id).length > 0, known.isInUse("webhook", id)];
    for (const id of ["1", "2"]) told.recordEntry("webhook", id, {}, { name: "hook", stays: true });
    assert.deepEqual(
      [isHad("1"), isHad("2"), isHad("3")],
      [
        [true, true],
        [true, true],
        [false, false],
      ],
    );
    told.recordEntry("webhook", "2", {}, { takes: "" });
    assert.deepEqual(
      [isHad("1"), isHad("2")],
      [
        [true, true],
        [true, false],
      ],
    );
    assert.equal(mine.isHeld(object("1")), false);
    assert.deepEqual(runOf(open("two")).holders("webhook", "1"), []);
    told.recordRead("domain", "p1/shop.de", "reader");
    assert.deepEqual(
      known.readWithin("p1").map(({ kind, id, name }) => [kind, id, name]),
      [["domain", "p1/shop.de", "reader"]],
    );
    assert.deepEqual(runOf(mine, "https://other.example").readWithin("p1"), []);
    beside.endNormally();
    mine.endNormally();
    assert.deepEqual(files(), []);
  });

  it("publishes a record only if what others may know of it has changed, and none of what a resource declares", () => {
    const beside = open("one", "running");
    const told = runOf(beside);
    const hook = { kind: "webhook", name: "hook" };
    told.recordDeclaration(hook, { isDeclared: true, inputs: { url: "https://secret.example" } });
    assert.deepEqual(files(), []);
    for (let count = 0; count < 2; count++)
      told.recordDeclaration(hook, { place: "1", inputs: { url: `https://secret.example/${count}` } });
    const text = readFileSync(join(folder(), files()[0]!), "utf8");
    assert.equal(text.trim().split("\n").length, 2);
    assert.doesNotMatch(text, /secret/);
  });

  it("tells the next run which deletions were sent, until they are settled", async () => {
    const first = open("one");
    const deletion = first.change("delete", object("1"), "entry", true);
    assert.deepEqual(deletionsOf(open("two"), object("1"), "entry"), []);
    deletion.sent();
    await clock.advance(1_000);
    deletion.sent();
    first.change("delete", object("2"), "entry", false).sent();
    const refused = first.change("delete", object("3"), "entry", false);
    refused.sent();
    refused.over();
    const next = open("two");
    const [sent, ...others] = deletionsOf(next, object("1"), "entry");
    assert.deepEqual([sent?.at, sent?.ending, others], [clock.now(), "interrupted", []]);
    assert.deepEqual(deletionsOf(next, object("1"), "another"), []);
    assert.deepEqual(deletionsOf(next, object("1", "domain"), "entry"), []);
    assert.deepEqual(deletionsOf(next, object("3"), "entry"), []);
    assert.deepEqual(next.creations(), []);
    next.settle(sent!);
    assert.deepEqual(
      [next, open("three")].map((each) => deletionsOf(each, object("1"), "entry")),
      [[], []],
    );
    assert.equal(deletionsOf(open("three"), object("2"), "entry").length, 1);
    await clock.advance(30 * 24 * 60 * 60 * 1000);
    open("four").creations();
    assert.deepEqual(files(), []);
  });

  it("counts a completed deletion, which the state may not record, for a day if its run ended normally", async () => {
    const remove = (journal: Journal, id: string) => {
      const deletion = journal.change("delete", object(id), "entry", false);
      deletion.sent();
      deletion.done();
    };
    const orderly = open("one");
    remove(orderly, "1");
    orderly.endNormally();
    remove(open("two"), "2");
    const counted = () => {
      const next = open("next");
      return ["1", "2"].map((id) => deletionsOf(next, object(id), "entry").length);
    };
    assert.deepEqual(counted(), [1, 1]);
    await clock.advance(24 * 60 * 60 * 1000);
    assert.deepEqual(counted(), [0, 1]);
    assert.equal(files().length, 1);
  });

  it("skips partial lines and foreign files", () => {
    open("one").note(note("a"), false).answered("1");
    const [file] = files();
    appendFileSync(join(folder(), file!), '{"event":"sent","numb');
    writeFileSync(join(folder(), "notes.txt"), "not a journal");
    const next = open("two");
    assert.equal(next.creations().length, 1);
    next.seen(object("1"));
    assert.deepEqual(files(), ["notes.txt"]);
  });

  it("keeps what follows a line that could only be written in part", () => {
    const storage = folderStorage(folder());
    let isFull = false;
    const append = storage.append.bind(storage);
    const journal = openOn("one", {
      ...storage,
      append(name, text, durable) {
        append(name, isFull ? text.slice(0, text.length / 2) : text, durable);
        if (isFull) throw new Error("ENOSPC");
      },
    });
    journal.hold(object("1"));
    isFull = true;
    assert.throws(() => journal.change("delete", object("2"), "entry", true).sent(), /ENOSPC/);
    isFull = false;
    journal.change("delete", object("2"), "entry", true).sent();
    assert.equal(deletionsOf(open("two"), object("2"), "entry").length, 1);
  });

  it("is in the folder that the environment sets, or in Pulumi's own", () => {
    assert.equal(journalFolder({ HOSTING_JOURNAL: "/var/journal", PULUMI_HOME: "/pulumi" }), "/var/journal");
    assert.equal(journalFolder({ PULUMI_HOME: "/pulumi" }), join("/pulumi", "hosting"));
    assert.equal(journalFolder({}), join(homedir(), ".pulumi", "hosting"));
  });
});
