import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { type PendingOperation, type StoredResource, secret } from "../../cli/stack/deployment.js";
import type { StackIdentity } from "../../provider/journal/journal-events.js";
import { notedTitle } from "../../provider/journal/noted.js";
import { noteRecorded } from "../../provider/journal/recorded.js";
import { createClient } from "../../sdk/index.js";
import { gdprIdentifier } from "../../sdk/models/gdpr.js";
import { type Ended, endAll, loginAt, run } from "../support/hosting.js";
import { runInProcess } from "../support/hosting-in-process.js";
import { creating, deleting, foreign, hookArgs, hookNote, hour, own, provider, useRecovery } from "./recovery.js";

interface JsonReport {
  readonly outcome: string;
  readonly pending: readonly {
    readonly urn: string;
    readonly found: string;
    readonly action: string;
    readonly why: string;
    readonly id?: string;
  }[];
  readonly openCreations: readonly {
    readonly kind: string;
    readonly title: string;
    readonly answered?: string;
    readonly why: string;
    readonly forgotten: boolean;
  }[];
  readonly abandoned: readonly { readonly name: string; readonly why: string; readonly forgotten: boolean }[];
}

/** What is known of an interrupted run, and what the command makes of it without `--yes` and with it. */
interface Given {
  readonly title: string;
  given(): Promise<void> | void;
  readonly pending?: readonly PendingOperation[];
  resources?(): readonly StoredResource[];
  /** Exit codes. */
  readonly plan?: number;
  readonly done?: number;
  /** Names of the operations, with the action and the id that is taken over. */
  readonly judged?: readonly string[];
  /** Titles of creations that only the journal knows, with their fate. */
  readonly openCreations?: readonly string[];
  /** Names in claims of entries that the state does not have, with their fate. */
  readonly abandoned?: readonly string[];
  /** Titles of the notes that stay. */
  readonly notes?: readonly string[];
  /** Claims to object 7 that stay. */
  readonly claims?: readonly string[];
}

/** The command with a `pulumi` that exports a state from a file, and stores what is imported in another. */
describe("hosting recover", function () {
  this.timeout(60_000);
  const recovery = useRecovery();
  const { file, folder, sandbox, writeState, state, insertHook, noted, notes, claim, claimants, place } = recovery;
  afterEach(endAll);

  const recover = (flags: readonly string[], login?: Record<string, string>): Promise<Ended> =>
    runInProcess(["recover", "--cwd", folder.path, ...flags], { env: recovery.environment(login) });
  async function reported(code: number, flags: readonly string[] = [], login?: Record<string, string>): Promise<JsonReport> {
    const ended = await recover(["--json", ...flags], login);
    assert.equal(ended.code, code, ended.stderr + ended.stdout);
    return JSON.parse(ended.stdout) as JsonReport;
  }
  const nameOf = (urn: string) => urn.split("::").at(-1)!;
  const judged = ({ pending }: JsonReport) =>
    pending.map(({ urn, action, id }) => [nameOf(urn), action, id].filter(Boolean).join(" "));
  const fate = (forgotten: boolean) => (forgotten ? "forgotten" : "stays");

  const pendingHook = creating(own("Webhook", "hook", hookArgs));
  const token = { kind: "applicationToken", name: "token", title: '"CI"' } as const;
  const preset = { kind: "gdprContractPreset", title: '"standard"' } as const;
  const ownedHook = () => ({ ...storedHook, outputs: { ...hookArgs, __owner: `entry-of-hook ${sandbox.url} reseller` } });
  const storedHook = own("Webhook", "hook", hookArgs, { id: "7" });
  const insertToken = (id: string) =>
    sandbox.control.store.applicationTokens.insert({ id, login: "reseller", description: "CI", secretHash: "", created: 0 });
  /** An interrupted run has created a webhook, and received no answer. */
  function lostHook(name = "hook"): void {
    insertHook("7");
    noted({ ...hookNote, name });
  }
  async function createPreset(name: string): Promise<string> {
    const client = createClient({ baseUrl: sandbox.url, credentials: { username: "reseller", password: "sandbox-password" } });
    try {
      return gdprIdentifier(await client.gdpr.createContractPreset({ body: { name } })) ?? "";
    } finally {
      await client.close();
    }
  }

  const order = { accountIdentifier: "p999999", sld: "shop", tld: "de" };
  const orderNote = { kind: "domain", title: "shop.de of account p999999", scope: { accountIdentifier: "p999999" } } as const;
  const cases: readonly Given[] = [
    {
      title: "gives one object to one resource only",
      pending: [pendingHook, creating(own("Webhook", "other", hookArgs))],
      given: () => (lostHook(), noted({ ...hookNote, name: "other" }, { ago: hour })),
      judged: ["hook take-over 7", "other drop"],
      claims: ["hook of test"],
    },
    {
      title: "identifies the run's own object by the journal, and reports creations that only the journal knows",
      pending: [pendingHook],
      async given() {
        for (const id of ["6", "7"]) insertHook(id);
        noted({ ...hookNote, before: ["6"] });
        noted(preset, { answered: await createPreset("standard") });
        noted({ ...preset, title: '"other"', stack: "production" });
      },
      done: 1,
      judged: ["hook take-over 7"],
      openCreations: ['"standard" stays'],
      notes: ['"other"', '"standard"'],
      claims: ["hook of test"],
    },
    {
      title: "recognizes what is marked as secret by the journal",
      pending: [pendingHook],
      given() {
        for (const id of ["6", "7"]) insertHook(id);
        noted({ ...hookNote, before: ["6"], ...notedTitle("POST [secret] on DOMAIN_REGISTRATION_STATUS", hookNote.title) });
      },
      judged: ["hook take-over 7"],
      claims: ["hook of test"],
    },
    {
      title: "drops what was created in an account that is gone, and forgets its notes",
      pending: [creating(own("Domain", "shop", order))],
      resources: () => [own("VirtualAccount", "account", {}, { id: "100001/p999999" })],
      given: () => (noted({ ...orderNote, name: "shop" }), noted({ ...orderNote, name: "other", title: "other" })),
      judged: ["shop drop"],
      openCreations: ["other forgotten"],
    },
    {
      title: "does not adopt what another stack has claimed, and settles the note",
      pending: [pendingHook],
      given() {
        insertHook("7");
        claim({ id: "7", name: "their-hook", stack: "staging" });
        noted(hookNote, { ago: hour });
      },
      judged: ["hook drop"],
      claims: ["their-hook of staging"],
    },
    {
      title:
        "takes nothing for the result of a creation that a resource or another stack has, of which nobody must be told to delete it",
      resources: () => [own("Webhook", "other", hookArgs, { id: "8" })],
      given() {
        for (const id of ["7", "8", "9"]) insertHook(id);
        claim({ id: "7", name: "their-hook", stack: "staging" });
        noted(hookNote, { ago: hour });
        noted({ ...hookNote, name: "used" }, { isSent: false, answered: "9" });
        noteRecorded("webhook", "9", { HOSTING_JOURNAL: file("journal"), PULUMI_NODEJS_ENGINE: "earlier" });
      },
      openCreations: [`${hookNote.title} forgotten`],
      claims: ["their-hook of staging"],
    },
    {
      title: "keeps the notes of an order that may still take effect, and of what cannot be looked up",
      given() {
        noted({ ...orderNote, title: "shop.de of account p100001", scope: { accountIdentifier: "p100001" } });
        noted(hookNote, { ago: hour });
        sandbox.control.faults.add({
          operation: "listWebhooks",
          occurrence: "always",
          effect: { kind: "status", status: 403 },
        });
      },
      plan: 1,
      done: 1,
      openCreations: [`${hookNote.title} stays`, "shop.de of account p100001 stays"],
      notes: [hookNote.title, "shop.de of account p100001"],
    },
    {
      title: "keeps the claim of an entry that waits for its deletion, unless its successor has the same object",
      resources: () => [
        { ...ownedHook(), id: "8" },
        { ...storedHook, delete: true, outputs: { ...hookArgs, __owner: `waiting ${sandbox.url} reseller` } },
        { ...storedHook, id: "8", delete: true, outputs: { ...hookArgs, __owner: `superseded ${sandbox.url} reseller` } },
      ],
      given() {
        claim({ id: "7", name: "hook", entry: "waiting" });
        claim({ id: "8", name: "hook", entry: "superseded" });
      },
      abandoned: ["hook forgotten"],
      claims: ["hook of test"],
    },
    {
      title: "names and forgets what a stack with a former name sent, except what the next run of it may take over",
      given() {
        noted({ ...token, stack: "former" });
        noted({ ...token, stack: "production" });
        insertToken("11");
        lostHook();
        noted({ ...hookNote, stack: "former" });
      },
      done: 1,
      openCreations: ['"CI" forgotten', `${hookNote.title} stays`, `${hookNote.title} stays`],
      notes: ['"CI"', hookNote.title, hookNote.title],
    },
    {
      title: "keeps the notes of a running process",
      given() {
        noted({ kind: "webhook", title: "recorded" }, { ago: hour, pid: process.pid, isSent: false, answered: "7" });
        noted({ kind: "webhook", title: "created" }, { ago: hour, pid: process.pid, answered: "8" });
      },
      plan: 1,
      done: 1,
      openCreations: ["created stays", "recorded stays"],
      notes: ["created", "recorded"],
    },
    {
      title: "forgets the notes of an interrupted process that left nothing",
      given() {
        noted({ kind: "webhook", title: "recorded" }, { ago: hour, isSent: false, answered: "7" });
        noted({ kind: "webhook", title: "created" }, { ago: hour, answered: "8" });
      },
      openCreations: ["created forgotten", "recorded forgotten"],
    },
    {
      title: "forgets an interrupted run's notes of an object that is now in the state",
      resources: () => [ownedHook()],
      given() {
        insertHook("7");
        for (const [name, pid] of [["hook"], ["running", process.pid], ["another"]] as const)
          noted({ kind: "webhook", name, title: name }, { isSent: false, answered: "7", ...(pid && { pid }) });
      },
      plan: 0,
      notes: ["running"],
    },
    {
      title: "forgets a pending adoption of the interrupted run together with the operation",
      pending: [creating(own("Webhook", "hook", { ...hookArgs, adopt: true }))],
      given() {
        insertHook("7");
        for (const pid of [undefined, process.pid]) noted(hookNote, { isSent: false, answered: "7", ...(pid && { pid }) });
      },
      judged: ["hook drop"],
      notes: [hookNote.title],
    },
    {
      title: "names an object once, and forgets its former claims when it settles: remove",
      pending: [deleting(storedHook)],
      resources: () => [ownedHook()],
      given() {
        claim({ id: "7", name: "hook", entry: "entry-of-hook" });
        for (const name of ["hook", "former-name"]) claim({ id: "7", name, entry: `earlier ${name}` });
        claim({ id: "9", name: "elsewhere" });
      },
      judged: ["hook remove"],
      abandoned: ["elsewhere forgotten"],
    },
    {
      title: "names an object once, and forgets its former claims when it settles: take-over, claimed by an earlier entry",
      pending: [pendingHook],
      given: () => (lostHook(), claim({ id: "7", name: "hook", entry: "earlier" }), claim({ id: "9", name: "elsewhere" })),
      judged: ["hook take-over 7"],
      abandoned: ["elsewhere forgotten"],
      claims: ["hook of test"],
    },
    {
      title: "keeps the claim of what stays in the state because nothing is settled",
      pending: [deleting(storedHook), creating(foreign)],
      resources: () => [ownedHook()],
      given: () => void claim({ id: "7", name: "hook", entry: "entry-of-hook" }),
      done: 1,
      judged: ["hook remove", "bucket leave"],
      claims: ["hook of test"],
    },
    {
      title: "forgets, with consent, objects that the state has lost, but nothing that others have",
      resources: () => [ownedHook()],
      given() {
        claim({ id: "7", name: "hook", entry: "entry-of-hook" });
        claim({ id: "7", name: "gone" });
        claim({ id: "7", name: "hook", entry: "earlier" });
        claim({ id: "8", name: "retained" });
        claim({ id: "7", name: "other", stack: "prod" });
        claim({ id: "7", name: "other", entry: "elsewhere", backend: "file:///elsewhere" });
        claim({ id: "7", name: "other", entry: "branch", organization: "agency" });
        claim({ id: "7", name: "begun", pid: process.pid });
        claim({ id: "8", name: "theirs", stack: "prod" });
      },
      abandoned: ["gone forgotten", "hook forgotten", "retained forgotten"],
      claims: ["begun of test", "hook of test", "other of prod", "other of test", "other of test"],
    },
    ...[[], [pendingHook]].map((pending) => ({
      title: `does not list as lost an object of a killed run that ${pending.length > 0 ? "this command" : "the next run"} continues with`,
      pending,
      given: () => (insertHook("7"), noted(hookNote, { answered: "7" }), void claim({ id: "7", name: "hook" })),
      ...(pending.length > 0
        ? { judged: ["hook take-over 7"], claims: ["hook of test", "hook of test"] }
        : { plan: 1, done: 1, openCreations: [`${hookNote.title} stays`], notes: [hookNote.title], claims: ["hook of test"] }),
    })),
    ...["agency", undefined].map((organization) => ({
      title: `distinguishes organizations ${organization === undefined ? "only once" : "as soon as"} the state names the one of the stack`,
      resources: () => [
        own("Webhook", "hook", { ...hookArgs, ...(organization && { __organization: organization }) }, { id: "7" }),
      ],
      given() {
        for (const name of ["agency", "branch", undefined])
          noted({ kind: "webhook", title: `of ${name ?? "none"}`, organization: name }, { ago: hour });
      },
      ...(organization === undefined
        ? {
            done: 1,
            openCreations: ["of agency stays", "of branch stays", "of none forgotten"],
            notes: ["of agency", "of branch"],
          }
        : { openCreations: ["of agency forgotten"], notes: ["of branch", "of none"] }),
    })),
    {
      title: "forgets the note of a token that an earlier run may have left, and deletes nothing",
      given() {
        for (const id of ["11", "12"]) insertToken(id);
        noted(token);
        noted({ ...token, name: "used" }, { isSent: false, answered: "12" });
        noteRecorded("applicationToken", "12", { HOSTING_JOURNAL: file("journal"), PULUMI_NODEJS_ENGINE: "earlier" });
      },
      openCreations: ['"CI" forgotten'],
    },
  ];
  for (const given of cases) {
    const { title, pending = [], plan = 3, done = 0, judged: operations = [], openCreations = [], abandoned = [] } = given;
    it(title, async () => {
      await writeState(pending, given.resources?.());
      await given.given();
      const kept = async () => [
        await state(),
        notes()
          .map(({ title: of }) => of)
          .sort(),
        claimants("7").sort(),
      ];
      const before = await kept();
      const planned = await reported(plan);
      assert.deepEqual(judged(planned), operations);
      assert.deepEqual(await kept(), before);
      const applied = await reported(done, ["--yes"]);
      assert.deepEqual(judged(applied), operations);
      assert.deepEqual(
        applied.openCreations.map(({ title: of, forgotten }) => `${of} ${fate(forgotten)}`).sort(),
        openCreations,
        JSON.stringify(applied.openCreations),
      );
      assert.deepEqual(applied.abandoned.map(({ name, forgotten }) => `${name} ${fate(forgotten)}`).sort(), abandoned);
      assert.deepEqual((await kept()).slice(1), [given.notes ?? [], given.claims ?? []]);
      const whys = ({ openCreations: these, abandoned: those }: JsonReport) => [...these, ...those].map(({ why }) => why).sort();
      assert.deepEqual(whys(planned), whys(applied));
      const writes = (await readFile(file("calls"), "utf8")).match(/^stack import/gm)?.length ?? 0;
      assert.equal(writes, applied.outcome === "settled" ? 1 : 0);
      assert.equal(sandbox.control.journal.requests().filter(({ method }) => method === "DELETE").length, 0);
    });
  }

  describe("of a state that Pulumi refuses to read", () => {
    const second = { ...provider, urn: provider.urn.replace("default", "second"), id: "provider-2" };
    const moved = own("Webhook", "hook", hookArgs, { id: "7", provider: `${second.urn}::${second.id}` });
    const needing = own("Webhook", "it", {}, { dependencies: [moved.urn], deletedWith: moved.urn });
    for (const [what, entries, isInvalid] of [
      ["has the provider of a resource after it", [moved, second], true],
      ["has what a resource depends on after it", [needing, second, moved], true],
      ["is valid", [second, moved, needing], false],
    ] as const)
      it(`${isInvalid ? "names the command that repairs it" : "says nothing"}, if it ${what}`, async () => {
        insertHook("7");
        await writeState([], entries);
        const { code, stdout } = await recover([]);
        assert.deepEqual([code, stdout.includes("pulumi state repair --cwd")], [isInvalid ? 1 : 0, isInvalid]);
      });
  });

  it("settles with --yes only, shows no secret, and has nothing to do a second time", async () => {
    const inputs = { ...hookArgs, headers: secret({ "X-Key": "planted-header" }) };
    await writeState([creating(own("Webhook", "hook", inputs))]);
    insertHook("7", { headers: { "X-Key": "planted-header" } });
    noted(hookNote);
    const plan = await recover(["--stack", "test"]);
    assert.equal(plan.code, 3);
    assert.match(plan.stdout, /^Webhook hook +creating +exists as 7 +take-over$/m);
    const { stdout, code } = await recover(["--yes", "--stack", "test"]);
    assert.equal(code, 0);
    assert.match(stdout, /^Webhook hook +creating +exists as 7 +taken over$/m);
    assert.doesNotMatch(plan.stdout + stdout, /planted/);
    const { resources: after, pending_operations: pending, manifest } = await state();
    const takenOver = after?.find(({ id }) => id === "7");
    assert.deepEqual(takenOver?.inputs, { __provider: "text", ...inputs });
    assert.deepEqual(takenOver.outputs?.["headers"], inputs.headers);
    assert.deepEqual([pending, manifest], [[], { time: "2020-01-01T00:00:00Z", magic: "kept" }]);
    const calls = (await readFile(file("calls"), "utf8")).trimEnd().split("\n");
    assert.deepEqual(
      calls.filter((call) => !call.includes("--stack test")),
      [],
    );
    assert.equal((await reported(0, ["--yes"])).outcome, "nothing");
  });

  it("writes nothing while a creation must be left, because Pulumi would forget it, unless that is wanted", async () => {
    await writeState([pendingHook, creating(foreign)]);
    lostHook();
    const before = await readFile(file("state"), "utf8");
    assert.equal((await reported(1, ["--yes"])).outcome, "withheld");
    assert.equal(await readFile(file("state"), "utf8"), before);
    assert.equal((await recover(["--forget-rest"])).code, 2);
    const forgotten = await recover(["--yes", "--forget-rest"]);
    assert.equal(forgotten.code, 0, forgotten.stderr);
    assert.match(forgotten.stdout, /^aws:s3\/bucket:Bucket bucket +creating +not checked +forgotten$/m);
    assert.ok((await state()).resources?.some(({ id }) => id === "7"));
  });

  it("leaves a creation if the claims cannot be read", async () => {
    insertHook("7");
    claim({ id: "7", name: "their-hook", stack: "staging" });
    const [of] = await readdir(file("journal/claims"));
    const [name] = await readdir(file(`journal/claims/${of!}`));
    await writeFile(file(`journal/claims/${of!}/${name!}`), "damaged");
    await writeState([pendingHook]);
    assert.deepEqual(judged(await reported(1)), ["hook leave"]);
  });

  it("forgets creations if the state is empty and names no stack", async () => {
    const manifest = { time: "2020-01-01T00:00:00Z" };
    await recovery.writeDeployment({ manifest });
    const names: readonly (readonly [string, Partial<StackIdentity>, string?])[] = [
      ["organization/project/test", {}],
      ["agency/project/test", { organization: "agency" }],
      ["test", {}, "runtime: nodejs\nname: 'project' # ours\n"],
    ];
    for (const [name, identity, project] of names) {
      await writeFile(file("name"), `${name}\n`);
      if (project !== undefined) await writeFile(file("Pulumi.yaml"), project);
      noted({ kind: "webhook", title: "ours", ...identity }, { ago: hour });
      noted({ kind: "webhook", title: "of another project", ...identity, project: "another" }, { ago: hour });
      for (const [code, flags] of [
        [3, []],
        [0, ["--yes"]],
      ] as const)
        assert.deepEqual(
          (await reported(code, ["--stack", "test", ...flags])).openCreations.map(({ title, forgotten }) => [title, forgotten]),
          [["ours", code === 0]],
        );
      assert.equal((await recover([])).stdout, "No pending operations.\n");
    }
  });

  it("masks messages for programs, but not identifiers", async () => {
    const headers = secret({
      "X-Stack": "test",
      "X-Class": "Webhook",
      "X-Project": "project",
      "X-Url": "https://agency.example",
    });
    await writeState([creating(own("Webhook", "hook", { ...hookArgs, headers }))]);
    noted({ kind: "webhook", title: "POST https://agency.example/other" }, { ago: hour });
    claim({ id: "9", name: "test" });
    const { stack, project, backend, pending, openCreations, abandoned } = (await reported(3)) as JsonReport & StackIdentity;
    assert.deepEqual({ stack, project, backend }, place());
    assert.deepEqual(
      [pending[0]!.urn, openCreations[0]!.kind, openCreations[0]!.title, abandoned[0]!.name],
      [pendingHook.resource.urn, "webhook", "POST [secret]/other", "test"],
    );
  });

  it("says of an object that the state has lost whether it still exists, and that others may have it", async () => {
    insertToken("11");
    claim({ kind: "applicationToken", id: "11", name: "a" });
    claim({ id: "7", name: "b" });
    await writeState([]);
    const { abandoned } = await reported(3);
    const whys = new Map(abandoned.map(({ name, why }) => [name, why]));
    assert.match(whys.get("a")!, /^It still exists at the provider\. .*another stack/);
    assert.match(whys.get("b")!, /^It no longer exists/);
  });

  it("takes the login of an explicit provider from the state, and the default one's from the configuration", async () => {
    const login = { "hosting:baseUrl": sandbox.url, "hosting:username": "reseller" };
    const branch: StoredResource = {
      urn: provider.urn.replace("default", "branch"),
      type: provider.type,
      id: "provider-2",
      inputs: { "hosting:provider": "branch", ...login, "hosting:password": secret("sandbox-password") },
    };
    const elsewhere = own("Webhook", "elsewhere", hookArgs, { provider: `${branch.urn}::${branch.id!}` });
    await writeState([creating(elsewhere)], [branch]);
    lostHook("elsewhere");
    noted(hookNote);
    const wrong = { ...loginAt("http://127.0.0.1:9"), HOSTING_PASSWORD: "wrong" };
    assert.deepEqual(judged(await reported(3, [], wrong)), ["elsewhere take-over 7"]);

    await writeState([pendingHook]);
    const config = Object.fromEntries(Object.entries(login).map(([name, value]) => [name, { value }]));
    const password = { "hosting:password": { value: "sandbox-password", secret: true } };
    await writeFile(file("config"), JSON.stringify({ ...config, ...password }));
    assert.deepEqual(judged(await reported(3, [], {})), ["hook take-over 7"]);
    await writeFile(file("config"), JSON.stringify(config));
    assert.match((await reported(1, [], {})).pending[0]!.why, /password is missing/);
  });

  describe("at a lock of the stack", () => {
    const at = "2030-01-31T12:00:00Z";
    const held = (by: string, since = at) => `\n  s3://state/lock.json: created by ${by} at ${since}`;
    const conflict = "error: [409] Conflict: Another update is currently in progress.\n";
    const locked = (...locks: string[]) => `error: the stack is currently locked by ${locks.length} lock(s).${locks.join("")}\n`;
    const one = locked(held("runner@build-7 (pid 2011)"));
    const two = locked(held("a@one (pid 1)"), held("b@two (pid 2)", "2030-02-01T12:00:00+01:00"));
    const cancels = async () => (await readFile(file("calls"), "utf8")).match(/^cancel/gm)?.length ?? 0;

    for (const [title, refusal, wrong, right] of [
      ["one that is held", one, [undefined, "2030-01-31T11:00:00Z", "unknown"], at],
      ["several", two, [undefined, at], "2030-01-31T12:00:00Z,2030-02-01T12:00:00+01:00"],
      ["one that nobody is named for", conflict, [undefined, at], "unknown"],
    ] as const)
      it(`says whose it is, and cancels it only for whom has read that: ${title}`, async () => {
        await writeState([pendingHook]);
        await writeFile(file("refusal"), refusal);
        for (const lock of wrong) {
          const { code, stderr } = await recover(["--yes", ...(lock === undefined ? [] : ["--cancel-lock", lock])]);
          assert.equal(code, 1);
          assert.ok(stderr.includes(`--yes --cancel-lock ${right}\``), stderr);
          for (const [holder] of refusal.matchAll(/\S+@\S+ \(pid \d+\)/g)) assert.ok(stderr.includes(holder), stderr);
        }
        assert.equal(await cancels(), 0);
        await reported(0, ["--yes", "--cancel-lock", right]);
        assert.equal(await cancels(), 1);
      });

    it("cancels one that a run killed between two operations has left, if it is there and with --yes", async () => {
      await writeState([]);
      await writeFile(file("refusal"), one);
      assert.equal((await recover(["--cancel-lock", at])).code, 2);
      for (const code of [0, 0]) assert.equal((await recover(["--yes", "--cancel-lock", at])).code, code);
      assert.equal(await cancels(), 1);
    });
  });

  for (const [title, name, content, message] of [
    [
      "without secrets and terminal control characters",
      "refusal",
      "error: bad \u001b[31mplanted-header in postgres://me:planted-word@db.example/x\n",
      /`pulumi stack import` failed with exit code 1: bad \[secret\] in postgres:\/\/me:\[secret\]@db\.example\/x/,
    ],
    ["with help for a partial state", "broken", "error: failed to load checkpoint: EOF\n", /Delete the empty `[^`]*\.attrs`/],
  ] as const)
    it(`passes on why Pulumi failed, ${title}`, async () => {
      await writeState([creating(own("Webhook", "hook", { ...hookArgs, headers: secret({ "X-Key": "planted-header" }) }))]);
      await writeFile(file(name), content);
      const { code, stderr } = await recover(["--yes"]);
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /planted|\u001b/);
    });

  it("does not overwrite a state that has changed since it was read", async () => {
    await writeState([pendingHook]);
    const before = await readFile(file("state"), "utf8");
    await writeFile(file("changed"), before.replace("kept", "other"));
    assert.equal((await recover(["--yes"])).code, 1);
    assert.equal(await readFile(file("state"), "utf8"), before);
  });

  it("reports a concurrent run whose state it has overwritten, settles no note, and stops", async () => {
    const ran = (year: number, kind = "update") => ({
      version: 0,
      kind,
      startTime: `${year}-01-01T00:00:00Z`,
      endTime: `${year}`,
    });
    await writeState([pendingHook]);
    lostHook();
    await writeFile(file("history"), JSON.stringify([ran(2029)]));
    await writeFile(file("beside"), JSON.stringify([ran(2030), ran(2029)]));
    const { code, stdout, stderr } = await recover(["--yes"]);
    assert.deepEqual([code, stdout, notes().length], [1, "", 1]);
    assert.match(stderr, /update of 2030-01-01T00:00:00Z, ended 2030\)/);

    await writeState([pendingHook]);
    await writeFile(file("beside"), JSON.stringify([ran(2031, "import"), ran(2030)]));
    assert.equal((await reported(0, ["--yes"])).outcome, "settled", "what imports a state is no run");
  });

  it("refuses a state in an unknown format, without repeating it", async () => {
    await recovery.writeDeployment({
      manifest: { time: "now" },
      resources: [{ urn: { planted: 1 } } as unknown as StoredResource],
    });
    const { code, stderr } = await recover([]);
    assert.equal(code, 1);
    assert.match(stderr, /unexpected at deployment\.resources\[0\]\.urn/);
    assert.doesNotMatch(stderr, /planted/);
  });

  for (const [title, flags, env, message] of [
    ["Pulumi", [], { PATH: "/nowhere" }, /could not be started \(ENOENT\): is Pulumi installed\?/],
    ["folder", ["--cwd", "/nowhere"], {}, /--cwd .*the folder does not exist/],
    ["folder of the journal", [], { HOSTING_JOURNAL: "~/journal" }, /HOSTING_JOURNAL must be an absolute path/],
  ] as const)
    it(`ends with 2 for a missing ${title}`, async () => {
      const options = { cwd: folder.path, env: { ...recovery.environment(), ...env } };
      const { code, stderr } = await run(["recover", ...flags], options);
      assert.equal(code, 2);
      assert.match(stderr, message);
    });
});
