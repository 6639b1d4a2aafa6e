import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { type Exported, type PendingOperation, type StoredResource, secret } from "../../cli/stack/deployment.js";
import { backendOf } from "../../provider/journal/backend.js";
import { type Claim, Claims } from "../../provider/journal/claims.js";
import { Journal } from "../../provider/journal/journal.js";
import { notedTitle } from "../../provider/journal/noted.js";
import { folderStorage } from "../../provider/journal/journal-storage.js";
import { noteRecorded } from "../../provider/journal/recorded.js";
import { stateOf, thisProcess } from "../../provider/journal/sender.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { systemClock } from "../../sdk/values/clock.js";
import { createClient } from "../../sdk/index.js";
import { gdprIdentifier } from "../../sdk/models/gdpr.js";
import { temporaryFolder, writeCommand } from "../support/folder.js";
import { type Ended, endAll, loginAt, run } from "../support/hosting.js";
import { runInProcess } from "../support/hosting-in-process.js";
import type { Note, StackIdentity } from "../../provider/journal/journal-events.js";

const stackUrn = "urn:pulumi:test::project::pulumi:pulumi:Stack::project-test";
const defaultProvider: StoredResource = {
  urn: "urn:pulumi:test::project::pulumi:providers:pulumi-nodejs::default",
  type: "pulumi:providers:pulumi-nodejs",
  id: "provider-1",
};
const hookInputs = {
  __provider: "text",
  eventType: "DOMAIN_REGISTRATION_STATUS",
  method: "POST",
  url: "https://agency.example/hook",
  headers: { "X-Key": secret("planted-header") },
};

const own = (className: string, name: string, rest: Partial<StoredResource>): StoredResource => ({
  urn: `urn:pulumi:test::project::pulumi-nodejs:dynamic/hosting:${className}::${name}`,
  type: `pulumi-nodejs:dynamic/hosting:${className}`,
  parent: stackUrn,
  provider: `${defaultProvider.urn}::${defaultProvider.id!}`,
  ...rest,
});
const foreign = (type: string): PendingOperation => ({
  type,
  resource: { urn: "urn:pulumi:test::project::aws:s3/bucket:Bucket::bucket", type: "aws:s3/bucket:Bucket" },
});
const creating = (resource: StoredResource): PendingOperation => ({ type: "creating", resource });

interface Told {
  readonly outcome: string;
  readonly pending: readonly {
    readonly urn: string;
    readonly found: string;
    readonly action: string;
    readonly why: string;
    readonly id?: string;
  }[];
  readonly unseen: readonly {
    readonly kind: string;
    readonly title: string;
    readonly answered?: string;
    readonly why: string;
    readonly forgotten: boolean;
  }[];
  readonly letGo: readonly { readonly name: string; readonly why: string; readonly forgotten: boolean }[];
}

/** The command with a `pulumi` that exports a state from a file, and stores what is imported in another. */
describe("hosting recover", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  let sandbox: Sandbox;
  let path: string;
  const file = (name: string) => join(folder.path, name);

  before(async () => {
    sandbox = await startSandbox();
    path = await writeCommand(
      file("bin"),
      "pulumi",
      [
        'echo "$@" >> calls',
        'case "$1 $2" in',
        '  "stack export") if [ -e broken ]; then cat broken >&2; exit 255; fi; if [ -e changed ] && [ -e exported ]; then cat changed; else cat state; fi; touch exported;;',
        '  "stack import") if [ -e refusal ]; then cat > sent; cat refusal >&2; exit 1; fi; cat > sent; [ -s sent ] || exit 1; cp sent state; if [ -e beside ]; then cp beside history; fi;;',
        '  "cancel --yes") rm refusal;;',
        '  "stack ls") cat stacks;;',
        '  "stack history") cat history || echo "[]";;',
        '  "stack --show-name") cat name;;',
        '  "config --json") cat config;;',
        "esac",
      ].join("\n"),
    );
  });
  after(() => sandbox.close());
  beforeEach(async () => {
    sandbox.control.reset();
    await Promise.all(
      ["beside", "broken", "calls", "changed", "exported", "history", "refusal", "journal", "Pulumi.yaml"].map((name) =>
        rm(file(name), { recursive: true, force: true }),
      ),
    );
    await writeFile(file("config"), "{}");
    await writeFile(file("stacks"), JSON.stringify([{ name: "agency/project/production" }, { name: "test" }]));
  });
  afterEach(endAll);

  const where = { PULUMI_BACKEND_URL: "file:///srv/state" };
  const environment = (login: Record<string, string>) => ({
    PATH: [path, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
    HOSTING_JOURNAL: file("journal"),
    ...where,
    ...login,
  });
  const recover = (flags: readonly string[], login = loginAt(sandbox.url)): Promise<Ended> =>
    runInProcess(["recover", "--cwd", folder.path, ...flags], { env: environment(login) });
  async function told(code: number, flags: readonly string[] = [], login = loginAt(sandbox.url)): Promise<Told> {
    const ended = await recover(["--json", ...flags], login);
    assert.equal(ended.code, code, ended.stderr + ended.stdout);
    return JSON.parse(ended.stdout) as Told;
  }

  const writeState = (pending: readonly PendingOperation[], resources: readonly StoredResource[] = []) =>
    writeFile(
      file("state"),
      JSON.stringify({
        version: 3,
        deployment: {
          manifest: { time: "2020-01-01T00:00:00Z", magic: "kept" },
          resources: [{ urn: stackUrn, type: "pulumi:pulumi:Stack" }, defaultProvider, ...resources],
          pending_operations: pending,
        },
      }),
    );
  const state = async () => (JSON.parse(await readFile(file("state"), "utf8")) as Exported).deployment;
  const insertHook = (id: string) =>
    sandbox.control.store.webhooks.insert({
      id,
      login: "reseller",
      eventType: "DOMAIN_REGISTRATION_STATUS",
      method: "POST",
      url: "https://agency.example/hook",
      headers: { "X-Key": "planted-header" },
    });
  const pendingHook = creating(own("Webhook", "hook", { inputs: hookInputs }));
  const hookTitle = "POST https://agency.example/hook on DOMAIN_REGISTRATION_STATUS";

  const placeOfStack = () => ({
    project: "project",
    stack: "test",
    backend: backendOf({ environment: where, folder: folder.path }),
  });
  /** The notes of an earlier run; it was interrupted, unless its process still exists. */
  const earlierJournal = (at = Date.now(), pid = spawnSync("true").pid) =>
    new Journal({
      storage: folderStorage(file("journal")),
      engine: "earlier",
      clock: { ...systemClock, now: () => at },
      self: { ...thisProcess(), pid },
      stateOf,
    });
  /** The contents of a note if nothing else matters. */
  const noteOf = (note: Partial<Note> & Pick<Note, "kind" | "title">): Note => ({
    ...placeOfStack(),
    address: sandbox.url,
    name: "it",
    scope: {},
    fingerprints: {},
    before: [],
    ...note,
  });
  /** A creation by an earlier run, begun some hours ago, that was sent and not answered. */
  function sentEarlier(note: Partial<Note> & Pick<Note, "kind" | "title">, hoursAgo = 0): void {
    const at = Date.now() - hoursAgo * 60 * 60_000;
    earlierJournal(at).note(noteOf(note), false).sent();
  }
  /** An interrupted run has created a webhook, and received no answer. */
  function lostHook(id: string, name = "hook"): void {
    insertHook(id);
    sentEarlier({ kind: "webhook", name, title: hookTitle });
  }

  it("exits with 0 if there are no pending operations", async () => {
    await writeState([]);
    const { code, stdout } = await recover([]);
    assert.deepEqual([code, stdout], [0, "No pending operations.\n"]);
  });

  describe("of a state that Pulumi refuses to read", () => {
    const second = { ...defaultProvider, urn: defaultProvider.urn.replace("default", "second"), id: "provider-2" };
    const moved = own("Webhook", "hook", { id: "7", provider: `${second.urn}::${second.id}` });

    for (const [what, resources, isInvalid] of [
      ["has the provider of a resource after it", [moved, second], true],
      ["does not have the provider of a resource", [moved], true],
      ["has the provider of a resource with another id", [{ ...second, id: "provider-3" }, moved], true],
      ["has what a resource depends on after it", [own("Webhook", "it", { dependencies: [moved.urn] }), second, moved], true],
      ["is valid", [second, moved, own("Webhook", "it", { dependencies: [moved.urn], deletedWith: moved.urn })], false],
    ] as const)
      it(`${isInvalid ? "names the command that repairs it" : "says nothing"}, if it ${what}`, async () => {
        insertHook("7");
        await writeState([], resources);
        const { code, stdout } = await recover([]);
        assert.equal(code, isInvalid ? 1 : 0);
        assert.equal(
          /state is invalid.*:\n {2}Webhook \w+ refers to .*pulumi state repair --cwd/s.test(stdout),
          isInvalid,
          stdout,
        );
      });
  });

  it("changes nothing without --yes", async () => {
    await writeState([pendingHook]);
    lostHook("7");
    const before = await readFile(file("state"), "utf8");
    const { code, stdout } = await recover([]);
    assert.equal(code, 3);
    assert.match(stdout, /^Webhook hook +creating +exists as 7 +take-over$/m);
    assert.equal(await readFile(file("state"), "utf8"), before);
    assert.doesNotMatch(await readFile(file("calls"), "utf8"), /import/);
  });

  it("settles with --yes, and has nothing to do a second time", async () => {
    await writeState([pendingHook]);
    lostHook("7");
    const { stdout, code } = await recover(["--yes", "--stack", "test"]);
    assert.equal(code, 0);
    assert.match(stdout, /^Webhook hook +creating +exists as 7 +taken over$/m);
    assert.doesNotMatch(stdout, /planted/);
    const { resources, pending_operations: pending, manifest } = await state();
    const takenOver = resources?.find(({ id }) => id === "7");
    assert.deepEqual(takenOver?.outputs?.["headers"], secret({ "X-Key": "planted-header" }));
    assert.deepEqual(takenOver?.inputs, hookInputs);
    assert.deepEqual([pending, manifest], [[], { time: "2020-01-01T00:00:00Z", magic: "kept" }]);
    const calls = await readFile(file("calls"), "utf8");
    assert.ok(
      calls
        .split("\n")
        .filter((call) => call !== "")
        .every((call) => call.includes("--stack test")),
      calls,
    );
    assert.equal((await told(0, ["--yes"])).outcome, "nothing");
  });

  it("does not adopt an object that only equals the declared one, and drops the creation with a solution", async () => {
    await writeState([pendingHook]);
    insertHook("7");
    const { outcome, pending } = await told(0, ["--yes"]);
    assert.deepEqual([outcome, pending.map(({ action }) => action)], ["settled", ["drop"]]);
    assert.equal(
      pending[0]!.why,
      "7 matches the declaration, but nothing proves that the interrupted run created it. If it is yours, adopt it with " +
        "`adopt: true` in the program, or delete it at the provider.",
    );
    const { resources, pending_operations: left } = await state();
    assert.deepEqual([resources?.some(({ id }) => id === "7"), left], [false, []]);
  });

  it("names the references that it removes because their targets are not in the state", async () => {
    const broken = own("Webhook", "broken", { id: "1", inputs: hookInputs, dependencies: [`${stackUrn}-gone`] });
    await writeState([pendingHook], [broken]);
    lostHook("7");
    const { stdout } = await recover(["--yes"]);
    assert.match(
      stdout,
      /does not have, which Pulumi refuses; --yes removes these references:\n {2}broken to project-test-gone\n/,
    );
    const { resources } = await state();
    assert.deepEqual(resources?.find(({ id }) => id === "1")?.dependencies, []);
    assert.doesNotMatch((await recover([])).stdout, /refers/);
  });

  it("gives one object to one resource only", async () => {
    await writeState([pendingHook, creating(own("Webhook", "other", { inputs: hookInputs }))]);
    lostHook("7");
    sentEarlier({ kind: "webhook", name: "other", title: hookTitle });
    const { pending } = await told(3);
    assert.deepEqual(
      pending.map(({ action }) => action),
      ["take-over", "drop"],
    );
    assert.match(pending[1]!.why, /as "hook"\./);
  });

  it("writes nothing while a creation must be left, because Pulumi would forget it", async () => {
    await writeState([pendingHook, foreign("creating")]);
    lostHook("7");
    const before = await readFile(file("state"), "utf8");
    const { code, stdout } = await recover(["--yes"]);
    assert.equal(code, 1);
    assert.match(stdout, /The state was not changed\. Pulumi forgets.*--forget-rest.*Left: aws:s3\/bucket:Bucket bucket\./);
    assert.equal(await readFile(file("state"), "utf8"), before);

    const forgotten = await recover(["--yes", "--forget-rest"]);
    assert.equal(forgotten.code, 0, forgotten.stderr);
    assert.match(forgotten.stdout, /^aws:s3\/bucket:Bucket bucket +creating +not checked +forgotten$/m);
    assert.ok((await state()).resources?.some(({ id }) => id === "7"));
    assert.equal((await recover(["--forget-rest"])).code, 2);
  });

  it("drops what exists only in the state and pending reads, for any provider", async () => {
    const component = { urn: "urn:pulumi:test::project::agency:Site::site", type: "agency:Site", custom: false };
    await writeState([
      creating({ urn: stackUrn, type: "pulumi:pulumi:Stack", custom: false }),
      creating({ ...defaultProvider, urn: `${defaultProvider.urn}-branch`, custom: true }),
      creating(component),
      { type: "deleting", resource: component },
      foreign("reading"),
    ]);
    const { outcome, pending } = await told(0, ["--yes"]);
    assert.deepEqual([outcome, pending.map(({ action }) => action)], ["settled", pending.map(() => "drop")]);
    assert.equal(pending[2]!.why, "It exists only in Pulumi's state. The next `up` or `destroy` handles it.");
  });

  it("settles the rest if an update or a deletion must be left, and says so", async () => {
    await writeState([pendingHook, foreign("updating")]);
    lostHook("7");
    const { code, stdout } = await recover(["--yes"]);
    assert.equal(code, 1);
    assert.match(stdout, /Settled, except for what was left.*will not mention aws:s3\/bucket:Bucket bucket again\./);
    assert.ok((await state()).resources?.some(({ id }) => id === "7"));
  });

  it("keeps the resource of a deletion with unknown result, and exits with 1 with and without --yes", async () => {
    const hook = own("Webhook", "hook", { id: "7", inputs: hookInputs, outputs: hookInputs });
    await writeState([{ type: "deleting", resource: hook }], [hook]);
    sandbox.control.faults.add({ operation: "listWebhooks", occurrence: "always", effect: { kind: "status", status: 403 } });
    for (const [flags, unchanged] of [
      [[], "Nothing was changed."],
      [["--yes"], "The state was not changed."],
    ] as const) {
      const { code, stdout } = await recover(flags);
      assert.equal(code, 1);
      assert.match(
        stdout,
        /403.* Its resource stays in the state\. Run again once that works, or let the next `up` or `destroy` handle it\./,
      );
      const conclusion = `${unchanged} These operations could not be settled (see the reasons above): Webhook hook.`;
      assert.ok(stdout.includes(conclusion), stdout);
      assert.doesNotMatch(stdout, /creation/);
    }
  });

  it("drops what was created in an account that is gone, and forgets its notes", async () => {
    const order = { accountIdentifier: "p999999", sld: "shop", tld: "de" };
    const noted = { kind: "domain", title: "shop.de of account p999999", scope: { accountIdentifier: "p999999" } } as const;
    const pendingOrder = creating(own("Domain", "shop", { inputs: { __provider: "text", ...order } }));
    await writeState([pendingOrder]);
    const { pending: unproven } = await told(1);
    assert.match(
      unproven[0]!.why,
      /403.* If accountIdentifier p999999 no longer exists, neither does anything in it: add --forget-rest\. Run again/,
    );

    await writeState([pendingOrder], [own("VirtualAccount", "account", { id: "100001/p999999" })]);
    sentEarlier({ ...noted, name: "shop" });
    sentEarlier({ ...noted, name: "other", title: "other.de of account p999999" });
    const { outcome, pending, unseen } = await told(0, ["--yes"]);
    assert.deepEqual([outcome, pending[0]!.action, pending[0]!.found], ["settled", "drop", "gone"]);
    const gone = "accountIdentifier p999999 no longer exists, nor does anything that";
    assert.equal(pending[0]!.why, `${gone} the interrupted run created in it.`);
    assert.deepEqual(
      unseen.map(({ why, forgotten }) => [why, forgotten]),
      [[`${gone} was created in it.`, true]],
    );
    assert.deepEqual(notes(), []);
  });

  it("leaves what cannot be looked up, with the error, and continues with the others", async () => {
    await writeState([pendingHook, creating(own("ApplicationToken", "token", { inputs: { description: "CI" } }))]);
    sandbox.control.faults.add({ operation: "listWebhooks", occurrence: "always", effect: { kind: "status", status: 403 } });
    const { pending } = await told(3);
    assert.deepEqual(
      pending.map(({ action }) => action),
      ["leave", "drop"],
    );
    assert.match(pending[0]!.why, /listWebhooks .*403/);
  });

  it("identifies the run's own object by the journal, and reports creations that only the journal knows", async () => {
    await writeState([pendingHook]);
    insertHook("6");
    insertHook("7");
    sentEarlier({ kind: "webhook", name: "hook", title: hookTitle, before: ["6"] });
    const answered = earlierJournal().note(noteOf({ kind: "gdprContractPreset", title: '"standard"' }), false);
    answered.sent();
    const client = createClient({ baseUrl: sandbox.url, credentials: { username: "reseller", password: "sandbox-password" } });
    const made = gdprIdentifier(await client.gdpr.createContractPreset({ body: { name: "standard" } })) ?? "";
    await client.close();
    answered.answered(made);
    sentEarlier({ kind: "gdprContractPreset", title: '"other"', stack: "production" });

    const { pending, unseen } = await told(3);
    assert.deepEqual(
      pending.map(({ id }) => id),
      ["7"],
    );
    assert.deepEqual(
      unseen.map(({ kind, title, answered }) => [kind, title, answered]),
      [["gdprContractPreset", '"standard"', made]],
    );
    const { stdout } = await recover(["--yes"]);
    assert.match(
      stdout,
      /neither the state nor a pending operation knows:\n {2}GDPR contract preset "standard", begun .*: \w+ is its result\. The next `up` that declares it takes it over/,
    );
    assert.deepEqual(
      notes().map(({ kind }) => kind),
      ["gdprContractPreset", "gdprContractPreset"],
    );
  });

  const openClaimsOf = (pid = process.pid) =>
    new Claims({
      storage: folderStorage(file("journal")).folder("claims"),
      engine: "earlier",
      clock: systemClock,
      self: { ...thisProcess(), pid },
      stateOf,
    });
  const claimants = (id: string) =>
    openClaimsOf()
      .of({ kind: "webhook", address: sandbox.url, id })
      .map(({ name, stack }) => `${name} of ${stack}`);
  const claimHook = (id: string, name: string, rest: Partial<Claim> = {}) =>
    openClaimsOf(spawnSync("true").pid).make({
      kind: "webhook",
      address: sandbox.url,
      ...placeOfStack(),
      id,
      entry: `entry of ${name}`,
      name,
      ...rest,
    });
  const notes = () =>
    new Journal({
      storage: folderStorage(file("journal")),
      engine: "later",
      clock: systemClock,
      self: thisProcess(),
      stateOf,
    }).creations();

  it("does not adopt what another stack has claimed, names that stack, and settles the note", async () => {
    insertHook("7");
    claimHook("7", "their-hook", { stack: "staging" });
    for (const isNoted of [true, false]) {
      if (isNoted) sentEarlier({ kind: "webhook", name: "hook", title: hookTitle }, 1);
      await writeState([pendingHook]);
      const { pending, unseen } = await told(0, ["--yes"]);
      assert.deepEqual([pending.map(({ action }) => action), unseen], [["drop"], []]);
      assert.match(pending[0]!.why, /^7: held by resource "their-hook" of stack project\/staging in file:\/\/\/.*, seen/);
      assert.ok(!(await state()).resources?.some(({ id }) => id === "7"));
      assert.deepEqual(notes(), []);
    }
    assert.deepEqual(claimants("7"), ["their-hook of staging"]);
    sentEarlier({ kind: "webhook", name: "hook", title: hookTitle }, 1);
    assert.match((await told(3)).unseen[0]!.why, /^No possible result exists, except objects that others have/);
  });

  it("adopts what the same resource has claimed, and updates the claims", async () => {
    lostHook("7");
    claimHook("7", "hook");
    await writeState([pendingHook]);
    assert.equal((await told(0, ["--yes"])).outcome, "settled");
    assert.deepEqual(claimants("7"), ["hook of test"]);
    assert.notEqual(openClaimsOf().of({ kind: "webhook", address: sandbox.url, id: "7" })[0]!.entry, "entry of hook");
    assert.deepEqual((await told(0)).letGo, []);
  });

  it("leaves a creation if the claims cannot be read", async () => {
    insertHook("7");
    claimHook("7", "their-hook", { stack: "staging" });
    const [folder] = await readdir(file("journal/claims"));
    const [name] = await readdir(file(`journal/claims/${folder!}`));
    await writeFile(file(`journal/claims/${folder!}/${name!}`), "damaged");
    await writeState([pendingHook]);
    const { pending } = await told(1);
    assert.equal(pending[0]!.action, "leave");
    assert.match(pending[0]!.why, /The file .*\.jsonl is damaged\. .* explain damaged-claims`/);
  });

  it("names and forgets what a stack with a former name sent, which no run reads any more", async () => {
    await writeState([]);
    const token = { kind: "applicationToken", title: '"CI"', stack: "former" } as const;
    const client = createClient({ baseUrl: sandbox.url, credentials: { username: "reseller", password: "sandbox-password" } });
    sentEarlier({ ...token, before: sandbox.control.store.applicationTokens.all().map(({ id }) => id) });
    const { uuid } = await client.authentication.createToken({ body: { description: "CI" } });
    await client.close();
    sentEarlier({ ...token, stack: "production" });
    lostHook("7");
    sentEarlier({ kind: "webhook", name: "hook", title: hookTitle, stack: "former" });

    const { unseen } = await told(3);
    const of = (kind: string, stack?: string) =>
      unseen.filter(({ why, ...each }) => each.kind === kind && why.includes(`sent by stack ${stack ?? ""}`));
    const [lost, ...others] = of("applicationToken", "former, which was renamed or removed. ");
    assert.ok(lost?.why.includes(`${uuid} appeared since.`), lost?.why);
    assert.deepEqual(others, []);
    assert.match(of("webhook", "former")[0]!.why, /removed\. 7 may be its result\. Adopt it with `adopt: true`/);
    await recover(["--yes"]);
    assert.deepEqual(
      notes()
        .map(({ kind, stack }) => [kind, stack])
        .sort(),
      [
        ["applicationToken", "production"],
        ["webhook", "former"],
        ["webhook", "test"],
      ],
    );
  });

  it("keeps the note of a request that may still take effect, and forgets it later", async () => {
    await writeState([]);
    const sentAgo = (hours: number) => sentEarlier({ kind: "gdprContact", name: "office", title: '"Office"' }, hours);
    sentAgo(0);
    const { unseen } = await told(1, ["--yes"]);
    assert.match(unseen[0]!.why, /exists yet, except objects that others have\. Run again in \d+ seconds\.$/);
    assert.deepEqual([unseen[0]!.forgotten, notes().length], [false, 1]);
    await rm(file("journal"), { recursive: true });
    sentAgo(1);
    const later = await told(0, ["--yes"]);
    assert.deepEqual([later.unseen[0]!.forgotten, notes().length], [true, 0]);
  });

  it("keeps the notes of a running process, and forgets a pending adoption of an interrupted one", async () => {
    await writeState([]);
    const note = (pid?: number) => {
      const at = Date.now() - 60 * 60_000;
      earlierJournal(at, pid)
        .note(noteOf({ kind: "webhook", title: "recorded" }), false)
        .answered("7");
      const created = earlierJournal(at, pid).note(noteOf({ kind: "webhook", title: "created" }), false);
      created.sent();
      created.answered("8");
    };
    const whys = ({ unseen }: Told) => unseen.map(({ title, why, forgotten }) => [title, why, forgotten]).sort();
    note(process.pid);
    const running = `Process ${process.pid} is still running.`;
    assert.deepEqual(whys(await told(1, ["--yes"])), [
      ["created", running, false],
      ["recorded", running, false],
    ]);
    assert.equal(notes().length, 2);
    await rm(file("journal"), { recursive: true });
    note();
    assert.deepEqual(whys(await told(0, ["--yes"])), [
      ["created", "No possible result exists, except objects that others have.", true],
      ["recorded", "The interrupted run was about to record 7, and created nothing.", true],
    ]);
    assert.deepEqual(notes(), []);
  });

  it("forgets, with consent, an interrupted run's notes of an object that is now in the state", async () => {
    const note = (name: string, pid?: number) =>
      earlierJournal(Date.now(), pid)
        .note(noteOf({ kind: "webhook", name, title: hookTitle }), false)
        .answered("7");
    insertHook("7");
    await writeState([], [own("Webhook", "hook", { id: "7", inputs: hookInputs })]);
    note("hook");
    note("running", process.pid);
    note("another");
    assert.deepEqual((await told(0)).unseen, []);
    assert.equal(notes().length, 3);
    await told(0, ["--yes"]);
    assert.deepEqual(
      notes().map(({ name }) => name),
      ["running"],
    );
  });

  it("forgets a pending adoption of the interrupted run together with the operation", async () => {
    insertHook("7");
    const note = (pid?: number) =>
      earlierJournal(Date.now(), pid)
        .note(noteOf({ kind: "webhook", name: "hook", title: hookTitle }), false)
        .answered("7");
    note();
    note(process.pid);
    await writeState([creating(own("Webhook", "hook", { inputs: { ...hookInputs, adopt: true } }))]);
    assert.equal((await told(3)).pending[0]!.action, "drop");
    await told(0, ["--yes"]);
    assert.deepEqual(
      notes().map(({ pid }) => pid),
      [process.pid],
    );
  });

  it("forgets creations if the state is empty and names no stack, and says so", async () => {
    const empty = JSON.stringify({ version: 3, deployment: { manifest: { time: "2020-01-01T00:00:00Z" } } });
    await writeFile(file("state"), empty);
    const names: readonly (readonly [string, Partial<StackIdentity>, string?])[] = [
      ["organization/project/test", {}],
      ["agency/project/test", { organization: "agency" }],
      ["test", {}, "runtime: nodejs\nname: 'project' # ours\n"],
    ];
    for (const [name, identity, project] of names) {
      await writeFile(file("name"), `${name}\n`);
      if (project !== undefined) await writeFile(file("Pulumi.yaml"), project);
      sentEarlier({ kind: "webhook", title: "ours", ...identity }, 1);
      sentEarlier({ kind: "webhook", title: "of another project", ...identity, project: "another" }, 1);
      const plan = await recover(["--stack", "test"]);
      assert.equal(plan.code, 3, plan.stderr);
      assert.match(plan.stdout, /^ {2}webhook ours, begun .* --yes forgets it\.$/m);
      const done = await recover(["--yes"]);
      assert.match(done.stdout, /^ {2}webhook ours, begun .* It is now forgotten\.$/m);
      assert.doesNotMatch(done.stdout + plan.stdout, /another project/);
      assert.equal((await recover([])).stdout, "No pending operations.\n");
    }
    const calls = await readFile(file("calls"), "utf8");
    assert.match(calls, /^stack --show-name --fully-qualify-stack-names --stack test /m);
  });

  it("masks messages for programs, but not identifiers", async () => {
    const headers = secret({
      "X-Stack": "test",
      "X-Class": "Webhook",
      "X-Project": "project",
      "X-Url": "https://agency.example",
    });
    await writeState([creating(own("Webhook", "hook", { inputs: { ...hookInputs, headers } }))]);
    insertHook("7");
    sentEarlier({ kind: "webhook", title: "POST https://agency.example/other" }, 1);
    claimHook("9", "test", {});
    const ended = await recover(["--json"]);
    const { stack, project, backend, pending, unseen, letGo } = JSON.parse(ended.stdout) as Told & StackIdentity;
    assert.deepEqual({ stack, project, backend }, placeOfStack());
    assert.deepEqual(
      pending.map(({ urn }) => urn),
      [pendingHook.resource.urn],
    );
    assert.deepEqual(
      unseen.map(({ kind, title }) => [kind, title]),
      [["webhook", "POST [secret]/other"]],
    );
    assert.deepEqual(
      letGo.map(({ name }) => name),
      ["test"],
    );
  });

  const ownedHook = (id: string, name = "hook") =>
    own("Webhook", name, {
      id,
      inputs: hookInputs,
      outputs: { ...hookInputs, __owner: `entry-of-${name} ${sandbox.url} reseller` },
    });
  const deleting = (resource: StoredResource): PendingOperation => ({ type: "deleting", resource });

  for (const [plan, begin] of [
    [
      "remove, claimed by its entry",
      async () => {
        claimHook("7", "hook", { entry: "entry-of-hook" });
        await writeState([deleting(ownedHook("7"))], [ownedHook("7")]);
      },
    ],
    [
      "remove, claimed by earlier entries too",
      async () => {
        for (const entry of ["entry-of-hook", "earlier"]) claimHook("7", "hook", { entry });
        claimHook("7", "former-name");
        await writeState([deleting(ownedHook("7"))], [ownedHook("7")]);
      },
    ],
    [
      "take-over, claimed by an earlier entry",
      async () => {
        lostHook("7");
        claimHook("7", "hook", { entry: "earlier" });
        await writeState([pendingHook]);
      },
    ],
  ] as const)
    it(`names an object once, and forgets its former claims when it settles: ${plan}`, async () => {
      claimHook("9", "elsewhere");
      await begin();
      const action = plan.split(",")[0]!;
      const before = claimants("7");
      const { pending, letGo } = await told(3);
      assert.deepEqual([pending.map((each) => each.action), letGo.map(({ name }) => name)], [[action], ["elsewhere"]]);
      assert.deepEqual(claimants("7"), before);
      const settled = await told(0, ["--yes"]);
      assert.deepEqual(
        settled.letGo.map(({ name, forgotten }) => [name, forgotten]),
        [["elsewhere", true]],
      );
      assert.deepEqual(claimants("7"), action === "take-over" ? ["hook of test"] : []);
    });

  it("keeps the claim of what stays in the state because nothing is settled", async () => {
    claimHook("7", "hook", { entry: "entry-of-hook" });
    await writeState([deleting(ownedHook("7")), foreign("creating")], [ownedHook("7")]);
    for (const [code, flags] of [
      [3, []],
      [1, ["--yes"]],
    ] as const)
      assert.deepEqual((await told(code, flags)).letGo, []);
    assert.deepEqual(claimants("7"), ["hook of test"]);
  });

  it("recognizes what is marked as secret by the journal, without showing it", async () => {
    insertHook("6");
    insertHook("7");
    await writeState([pendingHook]);
    const hidden = notedTitle("POST [secret] on DOMAIN_REGISTRATION_STATUS", hookTitle);
    sentEarlier({ kind: "webhook", name: "hook", before: ["6"], ...hidden });
    const { pending, unseen } = await told(3);
    assert.deepEqual([pending.map(({ id }) => id), unseen], [["7"], []]);

    await writeState([]);
    const { stdout } = await recover([]);
    assert.match(stdout, /webhook POST \[secret\] on DOMAIN_REGISTRATION_STATUS, begun .*: 7 is its result/);
  });

  it("forgets, with consent, objects that the state has lost, but nothing that others have", async () => {
    const place = placeOfStack();
    const object = { kind: "webhook", address: sandbox.url };
    const open = openClaimsOf;
    const claim = (
      id: string,
      entry: string,
      rest: Partial<StackIdentity & { name: string }> = {},
      pid = spawnSync("true").pid,
    ) => open(pid).make({ ...object, ...place, id, entry, name: `hook of ${entry}`, ...rest });
    claim("7", "present");
    claim("7", "gone");
    claim("7", "earlier", { name: "hook" });
    claim("8", "retained");
    claim("8", "of-another-stack", { stack: "prod" });
    claim("8", "of-another-backend", { backend: "file:///elsewhere" });
    claim("8", "of-another-organization", { organization: "agency" });
    claim("9", "being-created", {}, process.pid);
    const entry = `present ${sandbox.url} reseller`;
    await writeState([], [own("Webhook", "hook", { id: "7", inputs: hookInputs, outputs: { ...hookInputs, __owner: entry } })]);
    const entries = () =>
      ["7", "8"]
        .flatMap((id) => open().of({ ...object, id }))
        .map(({ entry: each }) => each)
        .sort();
    const all = [
      "present",
      "gone",
      "earlier",
      "retained",
      "of-another-stack",
      "of-another-backend",
      "of-another-organization",
    ].sort();

    const { code, stdout } = await recover([]);
    assert.equal(code, 3);
    assert.match(
      stdout,
      /Objects of entries that are no longer in the state of this stack\. .* --yes forgets their claims\. .* run `pulumi preview` there first:$/m,
    );
    assert.match(
      stdout,
      /^ {2}webhook 7 of resource "hook of gone", last seen on \d{4}-\d\d-\d\d: In this stack resource "hook" has it\.$/m,
    );
    assert.match(
      stdout,
      /^ {2}webhook 7 of resource "hook", .*: Only an earlier entry of the resource is gone: the state has the resource/m,
    );
    assert.match(stdout, /^ {2}webhook 8 of resource "hook of retained", last seen on .*: Others have it too\.$/m);
    assert.doesNotMatch(stdout, /of present|of-another|being-created/);
    assert.deepEqual(entries(), all);

    const { letGo } = await told(0, ["--yes"]);
    assert.deepEqual(letGo.map(({ name, forgotten }) => [name, forgotten]).sort(), [
      ["hook of gone", true],
      ["hook of retained", true],
      ["hook", true],
    ]);
    assert.deepEqual(
      entries(),
      all.filter((each) => !["gone", "earlier", "retained"].includes(each)),
    );
    assert.deepEqual((await told(0)).letGo, []);
  });

  it("does not list as lost an object of a killed run that this command or the next run continues with", async () => {
    insertHook("7");
    const creation = earlierJournal().note(noteOf({ kind: "webhook", name: "hook", title: hookTitle }), false);
    creation.sent();
    creation.answered("7");
    claimHook("7", "hook");
    for (const [pending, code] of [
      [[], 1],
      [[pendingHook], 3],
    ] as const) {
      await writeState(pending);
      assert.deepEqual((await told(code)).letGo, []);
    }
    await writeState([]);
    assert.deepEqual((await told(1, ["--yes"])).letGo, []);
    assert.deepEqual(claimants("7"), ["hook of test"]);
    assert.equal(notes().length, 1);
  });

  it("reports objects that the state has lost in the same way before and after consent", async () => {
    insertHook("7");
    claimHook("7", "hook", { entry: "earlier" });
    claimHook("9", "x:y:Site/VirtualAccount/gone");
    claimHook("8", "other", { entry: "entry-of-other" });
    await writeState([deleting(ownedHook("8", "other"))], [ownedHook("7"), ownedHook("8", "other")]);
    const whys = ({ letGo }: Told) => letGo.map(({ name, why }) => `${name}: ${why}`).sort();
    const page = (await recover([])).stdout;
    assert.match(page, /webhook 9 of resource "x:y:Site\/VirtualAccount\/gone" \(webhook\), last seen/);
    assert.doesNotMatch(page, /of resource "other"/);
    const before = whys(await told(3));
    assert.deepEqual(before, whys(await told(0, ["--yes"])));
    assert.match(before[0]!, /^hook: Only an earlier entry of the resource is gone: the state has the resource/);
    assert.match(before[1]!, /gone: It no longer exists at the provider/);
  });

  it("forgets the claims of lost objects even while an operation has to be left, and says that only the state is unchanged", async () => {
    claimHook("7", "former");
    await writeState([foreign("creating")]);
    const before = await readFile(file("state"), "utf8");
    assert.match((await recover([])).stdout, /Nothing was changed\. .*--yes forgets their claims\./s);
    assert.deepEqual(claimants("7"), ["former of test"]);
    assert.match((await recover(["--yes"])).stdout, /The state was not changed\. .*their claims are now forgotten\./s);
    assert.deepEqual(claimants("7"), []);
    assert.equal(await readFile(file("state"), "utf8"), before);
  });

  it("names each object that the state has lost once, with its fate", async () => {
    const { store } = sandbox.control;
    store.applicationTokens.insert({ id: "11", login: "reseller", description: "ci", secretHash: "hash", created: 0 });
    for (const claim of [
      { kind: "applicationToken", id: "11", entry: "first" },
      { kind: "applicationToken", id: "11", entry: "second" },
      { kind: "webhook", id: "7", entry: "third" },
      { kind: "ofLaterVersion", id: "8", entry: "fourth" },
    ])
      claimHook(claim.id, "own", claim);
    await writeState([]);
    for (const flags of [[], ["--yes"]]) {
      const { stdout } = await recover(flags);
      const lines = stdout.split("\n").filter((line) => /^ {2}[^$]/.test(line));
      assert.deepEqual(lines.map((line) => line.replace(/last seen on [\d-]+/, "last seen")).sort(), [
        '  application token 11 of resource "own", last seen: It still exists at the provider. If it has moved to another stack, run `pulumi preview` in that stack first. Delete it at the provider only if nobody uses it.',
        '  ofLaterVersion 8 of resource "own", last seen: This version of pulumi-hosting does not have this kind, so it was not checked.',
        '  webhook 7 of resource "own", last seen: It no longer exists at the provider, as far as this login can see.',
      ]);
    }
    assert.equal((await recover([])).stdout, "No pending operations.\n");
  });

  it("says what the claims protect and what to do first, before it says that an object can be deleted", async () => {
    const { store } = sandbox.control;
    store.applicationTokens.insert({ id: "11", login: "reseller", description: "ci", secretHash: "hash", created: 0 });
    insertHook("7");
    for (const pending of [[], [deleting(ownedHook("9"))]]) {
      claimHook("11", "token", { kind: "applicationToken" });
      claimHook("7", "former");
      await writeState(pending, pending.length === 0 ? [] : [ownedHook("9")]);
      const objects = /Nobody else can delete these until --yes forgets their claims/;
      const moves = /If one has moved to another stack, run `pulumi preview` there first/;
      const page = (await recover([])).stdout;
      assert.match(page, objects);
      const lines = page.split("\n").filter((line) => line.includes(", last seen on "));
      assert.equal(lines.length, 2);
      assert.ok(page.search(moves) >= 0 && page.search(moves) < page.indexOf(lines[0]!), page);
      assert.match(
        page,
        /^ {2}\$ hosting recover .* --yes +# .*removes the notes and claims listed above; follow their advice first/m,
      );
      const { letGo } = await told(3);
      for (const text of [...lines, ...letGo.map(({ why }) => why)])
        assert.match(text, /If it has moved to another stack, run `pulumi preview` in that stack first\. Delete it/);

      const done = (await recover(["--yes"])).stdout;
      assert.match(done, /Objects of entries that .*forgotten\. .*run `pulumi preview` there before anything is deleted/);
    }
  });

  it("distinguishes organizations as soon as the state names the one of the stack", async () => {
    for (const organization of ["agency", "branch", undefined])
      sentEarlier({ kind: "webhook", title: `of ${organization ?? "none"}`, organization }, 1);
    const titles = ({ unseen }: Told) => unseen.map(({ title }) => title);
    await writeState([], [own("Webhook", "hook", { id: "7", inputs: { ...hookInputs, __organization: "agency" } })]);
    assert.deepEqual(titles(await told(3)), ["of agency"]);
    await writeState([creating(own("Webhook", "hook", { inputs: { ...hookInputs, __organization: "branch" } }))]);
    assert.deepEqual(titles(await told(3)), ["of branch"]);

    await writeState([]);
    const { stdout } = await recover(["--yes"]);
    assert.match(
      stdout,
      /of branch, begun .*: It was sent by a stack of organization branch\. Whether that is this stack is known once/,
    );
    assert.deepEqual(titles(await told(1)), ["of agency", "of branch"], "forgets none but its own");
  });

  it("forgets notes about undeletable objects that no run reads any more, and says what can be done", async () => {
    await writeState([]);
    const client = createClient({ baseUrl: sandbox.url, credentials: { username: "reseller", password: "sandbox-password" } });
    for (const name of ["fresh", "old"]) await client.gdpr.createContractPreset({ body: { name } });
    await client.close();
    sentEarlier({ kind: "gdprContractPreset", title: '"fresh"' });
    sentEarlier({ kind: "gdprContractPreset", title: '"old"' }, 25);
    const { stdout } = await recover(["--yes"]);
    const stays = "The API cannot delete a preset, so it stays at the provider\\.";
    assert.match(stdout, new RegExp(`"fresh".* is its result\\. The next \`up\` that declares it takes it over\\. ${stays}`));
    assert.match(stdout, new RegExp(`"old".* may be its result\\. Adopt it with \`adopt: true\` .*\\. ${stays}`));
    assert.deepEqual(
      (await told(1)).unseen.map(({ title }) => title),
      ['"fresh"'],
    );
  });

  it("names a token that an earlier run may have left, deletes nothing, and forgets the note with consent", async () => {
    await writeState([]);
    const { applicationTokens } = sandbox.control.store;
    const before = applicationTokens.all().map(({ id }) => id);
    const client = createClient({ baseUrl: sandbox.url, credentials: { username: "reseller", password: "sandbox-password" } });
    const [lost, used] = [
      await client.authentication.createToken({ body: { description: "CI" } }),
      await client.authentication.createToken({ body: { description: "CI" } }),
    ];
    await client.close();
    const token = { kind: "applicationToken", title: '"CI"', before };
    sentEarlier({ ...token, name: "lost" });
    earlierJournal()
      .note(noteOf({ ...token, name: "used" }), false)
      .answered(used.uuid);
    noteRecorded("applicationToken", used.uuid, { HOSTING_JOURNAL: file("journal"), PULUMI_NODEJS_ENGINE: "earlier" });
    const count = applicationTokens.all().length;

    const { stdout } = await recover([]);
    assert.match(
      stdout,
      new RegExp(`"CI", begun .*: ${lost.uuid} appeared since\\. .*Delete the object at the provider if nobody uses it`),
    );
    assert.equal((await told(0, ["--yes"])).unseen.length, 1);
    assert.equal((await told(0)).unseen.length, 0);
    assert.equal(applicationTokens.all().length, count);
    assert.notEqual(applicationTokens.get(used.uuid), undefined);
    assert.doesNotMatch(await readFile(file("calls"), "utf8"), /import/);
  });

  it("names a token of a killed run whose answer arrived once, as created by that run", async () => {
    const { applicationTokens } = sandbox.control.store;
    const id = "5f1e0c52-8f0a-4a3e-9d10-1c4e8a7b2f60";
    const at = Date.now();
    applicationTokens.insert({ id, login: "reseller", description: "CI", secretHash: "hash", created: at });
    const creation = earlierJournal().note(noteOf({ kind: "applicationToken", name: "ci", title: '"CI"' }), false);
    creation.sent();
    creation.answered(id);
    claimHook(id, "ci", { kind: "applicationToken" });
    for (const [pending, why] of [
      [[], `${id} is its result\\. Its token is lost`],
      [
        [creating(own("ApplicationToken", "ci", { inputs: { description: "CI" } }))],
        `The interrupted run created ${id}\\. Its token is lost`,
      ],
    ] as const) {
      await writeState(pending);
      const { stdout } = await recover([]);
      assert.match(stdout, new RegExp(why));
      assert.doesNotMatch(stdout, /It is unknown whether|are no longer in its state/);
    }
  });

  it("leaves what this version does not know", async () => {
    const known = own("Webhook", "hook", { id: "7", inputs: hookInputs });
    await writeState([
      creating(own("Telescope", "it", {})),
      { type: "polishing", resource: known },
      { type: "reading", resource: known },
    ]);
    const { pending } = await told(3);
    assert.deepEqual(
      pending.map(({ action }) => action),
      ["leave", "leave", "drop"],
    );
    assert.match(pending[0]!.why, /has no Telescope/);
  });

  it("takes the login of an explicit provider from the state, and the default one's from the configuration", async () => {
    const branch: StoredResource = {
      urn: "urn:pulumi:test::project::pulumi:providers:pulumi-nodejs::branch",
      type: "pulumi:providers:pulumi-nodejs",
      id: "provider-2",
      inputs: {
        "hosting:provider": "branch",
        "hosting:baseUrl": sandbox.url,
        "hosting:username": "reseller",
        "hosting:password": secret("sandbox-password"),
      },
    };
    const elsewhere = own("Webhook", "elsewhere", { inputs: hookInputs, provider: `${branch.urn}::${branch.id!}` });
    await writeState([creating(elsewhere)], [branch]);
    lostHook("7", "elsewhere");
    sentEarlier({ kind: "webhook", name: "hook", title: hookTitle });
    const wrong = { ...loginAt("http://127.0.0.1:9"), HOSTING_PASSWORD: "wrong" };
    assert.deepEqual(
      (await told(3, [], wrong)).pending.map(({ id }) => id),
      ["7"],
    );

    await writeState([pendingHook]);
    const config = { "hosting:baseUrl": { value: sandbox.url }, "hosting:username": { value: "reseller" } };
    const password = { "hosting:password": { value: "sandbox-password", secret: true } };
    await writeFile(file("config"), JSON.stringify({ ...config, ...password }));
    assert.deepEqual(
      (await told(3, [], {})).pending.map(({ id }) => id),
      ["7"],
    );
    await writeFile(file("config"), JSON.stringify(config));
    assert.match((await told(1, [], {})).pending[0]!.why, /password is missing/);
  });

  it("looks up with the login of a profile, in place of that of the environment", async () => {
    const profiles = { reseller: { baseUrl: sandbox.url, username: "reseller", password: "sandbox-password" } };
    await writeFile(file("profiles.json"), JSON.stringify(profiles), { mode: 0o600 });
    await writeState([pendingHook]);
    lostHook("7");
    const wrong = { ...loginAt("http://127.0.0.1:9"), HOSTING_PROFILES: file("profiles.json") };
    assert.deepEqual(
      (await told(3, ["--profile", "reseller"], wrong)).pending.map(({ id }) => id),
      ["7"],
    );
    await rm(file("calls"));
    const { code, stderr } = await recover(["--profile", "resseler"], wrong);
    assert.equal(code, 2);
    assert.match(stderr, /no profile resseler in .*Did you mean reseller\?/);
    await assert.rejects(readFile(file("calls")), { code: "ENOENT" });
  });

  describe("at a lock of the stack", () => {
    const held = (by: string, at: string) => `\n  s3://state/lock.json: created by ${by} at ${at}`;
    const locked = (...locks: string[]) =>
      writeFile(file("refusal"), `error: the stack is currently locked by ${locks.length} lock(s).${locks.join("")}\n`);
    const calls = async (command: string) => {
      const lines = (await readFile(file("calls"), "utf8")).split("\n");
      return lines.filter((line) => line.startsWith(command)).length;
    };
    const at = "2030-01-31T12:00:00Z";

    it("says whose it is, and cancels it only for whom has read that", async () => {
      await writeState([pendingHook]);
      await locked(held("runner@build-7 (pid 2011)", at));
      for (const flags of [[], ["--cancel-lock", "2030-01-31T11:00:00Z"], ["--cancel-lock", "unknown"]]) {
        const { code, stderr } = await recover(["--yes", ...flags]);
        assert.equal(code, 1);
        assert.match(
          stderr,
          new RegExp(`by runner@build-7 \\(pid 2011\\) since ${at}.*--yes --cancel-lock ${at}\`\\. .*explain stack-locked`),
        );
      }
      assert.equal(await calls("cancel"), 0);
      const { pending } = await told(0, ["--yes", "--cancel-lock", at]);
      assert.deepEqual([pending.length, await calls("cancel")], [1, 1]);
    });

    it("names all of them, or says that nobody is named", async () => {
      await writeState([pendingHook]);
      await locked(held("a@one (pid 1)", at), held("b@two (pid 2)", "2030-02-01T12:00:00+01:00"));
      assert.match(
        (await recover(["--yes", "--cancel-lock", at])).stderr,
        /a@one .* and b@two .*--cancel-lock \S+Z,2030-02-01T12:00:00\+01:00`\./,
      );
      await writeFile(file("refusal"), "error: [409] Conflict: Another update is currently in progress.\n");
      const { stderr } = await recover(["--yes"]);
      assert.match(stderr, /a run that Pulumi does not name.*--cancel-lock unknown`\./);
      assert.equal(await calls("cancel"), 0);
      assert.equal((await recover(["--yes", "--cancel-lock", "unknown"])).code, 0);
    });

    it("cancels one that a run killed between two operations has left", async () => {
      await writeState([]);
      await locked(held("runner@build-7 (pid 2011)", at));
      assert.equal((await recover(["--yes", "--cancel-lock", at])).code, 0);
      assert.equal(await calls("cancel"), 1);
      const { code, stderr } = await recover(["--yes", "--cancel-lock", at]);
      assert.equal(code, 0);
      assert.match(stderr, /not locked/);
      assert.equal(await calls("cancel"), 1);
    });

    it("needs --yes to cancel it", async () => {
      const { code } = await recover(["--cancel-lock", at]);
      assert.equal(code, 2);
    });
  });

  it("passes on why Pulumi failed, without secrets and terminal control characters", async () => {
    await writeState([pendingHook]);
    await writeFile(file("refusal"), "error: bad \u001b[31mplanted-header in postgres://me:planted-word@db.example/x\n");
    const { code, stderr } = await recover(["--yes"]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /`pulumi stack import` failed with exit code 1: bad \[secret\] in postgres:\/\/me:\[secret\]@db\.example\/x/,
    );
    assert.ok(!stderr.includes("\u001b"));
  });

  it("explains a lock file that a full disk has left empty", async () => {
    await writeState([pendingHook]);
    await writeFile(file("refusal"), "error: could not import deployment: unexpected end of JSON input\n");
    const { code, stderr } = await recover(["--yes"]);
    assert.equal(code, 1);
    assert.match(stderr, /unexpected end of JSON input\. The lock file of the stack is empty.*`pulumi cancel`/);
  });

  it("explains a partially written state", async () => {
    await writeFile(file("broken"), "error: failed to load checkpoint: EOF\n");
    const { code, stderr } = await recover([]);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /failed with exit code 255: failed to load checkpoint: EOF\. .*Delete the empty `[^`]*\.attrs`, and run again/,
    );
  });

  it("does not overwrite a state that has changed since it was read", async () => {
    await writeState([pendingHook]);
    await writeFile(file("changed"), await readFile(file("state"), "utf8").then((text) => text.replace("kept", "other")));
    const { code, stderr } = await recover(["--yes"]);
    assert.equal(code, 1);
    assert.match(stderr, /The state has changed in the meantime, so nothing was written\. Run again/);
    assert.ok(!(await state()).pending_operations?.every(({ type }) => type !== "creating"));
  });

  it("reports a concurrent run whose state it has overwritten, settles no note, and stops", async () => {
    const run = (startTime: string, kind = "update") => ({ version: 0, kind, startTime, endTime: "2030-01-01T00:00:10Z" });
    await writeState([pendingHook]);
    lostHook("7");
    await writeFile(file("history"), JSON.stringify([run("2029-01-01T00:00:00Z")]));
    await writeFile(file("beside"), JSON.stringify([run("2030-01-01T00:00:00Z"), run("2029-01-01T00:00:00Z")]));
    const { code, stdout, stderr } = await recover(["--yes"]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(
      stderr,
      /Another run of this stack \(update of 2030-01-01T00:00:00Z, ended 2030-01-01T00:00:10Z\) ended while the state was written/,
    );
    assert.equal(notes().length, 1);

    await writeState([pendingHook]);
    await writeFile(file("beside"), JSON.stringify([run("2031-01-01T00:00:00Z", "import"), run("2030-01-01T00:00:00Z")]));
    assert.equal((await told(0, ["--yes"])).outcome, "settled", "what imports a state is no run");
  });

  it("refuses a state in an unknown format, without repeating it", async () => {
    await writeFile(
      file("state"),
      JSON.stringify({ version: 3, deployment: { manifest: { time: "now" }, resources: [{ urn: { planted: 1 } }] } }),
    );
    const { code, stderr } = await recover([]);
    assert.equal(code, 1);
    assert.match(stderr, /cannot be read: unexpected at deployment\.resources\[0\]\.urn/);
    assert.doesNotMatch(stderr, /planted/);
  });

  it("reports a missing Pulumi or folder", async () => {
    const alone = await run(["recover"], { env: { PATH: file("nowhere") } });
    assert.equal(alone.code, 2);
    assert.match(alone.stderr, /could not be started \(ENOENT\): is Pulumi installed\?/);
    const astray = await run(["recover", "--cwd", file("nowhere")], { env: environment({}) });
    assert.equal(astray.code, 2);
    assert.match(astray.stderr, /--cwd .*the folder does not exist/);
    const unexpanded = await run(["recover", "--cwd", folder.path], {
      env: { ...environment({}), HOSTING_JOURNAL: "~/journal" },
    });
    assert.equal(unexpanded.code, 2);
    assert.match(unexpanded.stderr, /HOSTING_JOURNAL must be an absolute path/);
  });
});
