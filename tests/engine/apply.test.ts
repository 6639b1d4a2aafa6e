import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { commandTimeout, type ResourceSpec, succeeded, useStack } from "../support/engine.js";
import { temporaryFolder, writeCommand } from "../support/folder.js";
import { type Ended, endAll, run, start } from "../support/hosting.js";
import { domain, provider, webhook } from "../support/resources.js";

interface Reviewed {
  readonly digest: string;
  readonly unseen: readonly string[];
  readonly changes: readonly { readonly title: string; readonly effect: string }[];
}
interface Told {
  readonly outcome: string;
  readonly force?: string;
  readonly resources: readonly { readonly name: string; readonly effect: string; readonly message?: string }[];
  readonly unforeseen: readonly string[];
}

/** A webhook whose address ends in `path`. */
const hook = (name: string, path = name, more: Partial<ResourceSpec> = {}): ResourceSpec => ({
  ...webhook(name, { url: `https://agency.example/${path}`, headers: { "X-Secret": { $secret: "planted-header-value" } } }),
  ...more,
});

describe("hosting apply, with the real CLI", function () {
  this.timeout(6 * commandTimeout);
  const temporary = temporaryFolder();
  const stack = useStack();
  const inFolder = (name: string) => join(temporary.path, name);
  const record = () => inFolder("record.jsonl");

  before(async () => {
    succeeded(await stack.pulumi("config", "set", "--secret", "engine-test:key", "planted-configuration"));
  });
  afterEach(async () => {
    stack.sandbox.control.faults.clear();
    await endAll();
    await rm(record(), { force: true });
  });

  /** The stack as it is, and a program with changes: one edited, one added, one leaving. */
  async function begin(): Promise<void> {
    await stack.declare({ resources: [hook("kept"), hook("leaving")] });
    succeeded(await stack.up("--refresh"));
    await stack.declare({ resources: [hook("kept", "edited"), hook("added")] });
  }
  const surroundings = (environment: Readonly<Record<string, string>> = {}) => ({
    ...stack.surroundings,
    TMPDIR: temporary.path,
    ...environment,
  });

  async function review(...options: string[]): Promise<Reviewed> {
    const { code, stdout, stderr } = await run(["review", "--cwd", stack.folder, "--json", ...options], { env: surroundings() });
    assert.equal(code, 0, stderr + stdout);
    assert.doesNotMatch(stdout, /planted/);
    await writeFile(inFolder("review.json"), stdout);
    return JSON.parse(stdout) as Reviewed;
  }
  const flagsOf = (digest: string, ...flags: string[]) => [
    ...["apply", "--cwd", stack.folder, "--json", "--record", record(), "--digest", digest],
    ...["--review", inFolder("review.json"), ...flags],
  ];

  /** Whatever happened, nothing secret and no file is left. */
  async function finished(ended: Ended): Promise<Ended> {
    const written = await readFile(record(), "utf8").catch(() => "");
    assert.doesNotMatch(ended.stdout + ended.stderr + written, /planted|sandbox-password/);
    const left = (await readdir(temporary.path)).filter((name) => name.startsWith("hosting-apply-"));
    assert.deepEqual(left, []);
    return ended;
  }
  const apply = async (digest: string, environment: Readonly<Record<string, string>> = {}, ...flags: string[]): Promise<Ended> =>
    finished(await run(flagsOf(digest, ...flags), { env: surroundings(environment) }));

  const told = ({ stdout }: Ended): Told => JSON.parse(stdout) as Told;
  const effects = (ended: Ended) => told(ended).resources.map(({ name, effect }) => `${effect} ${name}`);
  const recorded = async () => JSON.parse(await readFile(record(), "utf8")) as Readonly<Record<string, unknown>>;
  const urls = () =>
    stack.sandbox.control.store.webhooks
      .all()
      .map(({ url }) => url.split("/").at(-1))
      .sort();
  const domains = () =>
    stack.sandbox.control.store.domains
      .all()
      .flatMap(({ sld, endsAt }) => (sld.startsWith("only-") && endsAt === undefined ? [sld] : []));

  function refused({ code, stderr, stdout }: Ended, ...reasons: readonly RegExp[]): void {
    assert.equal(code, 4, stderr + stdout);
    for (const reason of reasons) assert.match(stderr, reason);
  }

  /** The flags for an approval of a digest: the file of those who may approve, and the approval. */
  async function approvalOf(digest: string): Promise<readonly string[]> {
    const [key, approvers, approval] = ["key", "approvers", "approval.sig"].map(inFolder) as [string, string, string];
    const keygen = (args: readonly string[], input = "") => spawnSync("ssh-keygen", args, { input, encoding: "utf8" }).stdout;
    keygen(["-q", "-t", "ed25519", "-N", "", "-f", key]);
    await writeFile(approvers, `alice@agency.example ${await readFile(`${key}.pub`, "utf8")}`);
    await writeFile(approval, keygen(["-Y", "sign", "-n", "hosting", "-f", key], `${digest} engine-test/test\n`));
    return ["--approvers", approvers, "--approval", approval];
  }

  it("applies what was reviewed and approved, after drift, with the user's own NODE_OPTIONS", async () => {
    await begin();
    const { webhooks } = stack.sandbox.control.store;
    webhooks.update(webhooks.all().find(({ url }) => url.endsWith("/kept"))!.id, { url: "https://agency.example/drifted" });
    await writeFile(inFolder("own options.cjs"), `require("fs").writeFileSync(${JSON.stringify(inFolder("loaded"))}, "")`);
    const { digest } = await review();
    const approved = await approvalOf(digest);
    refused(await apply(digest, {}, ...approved.slice(0, 2)));
    const own = { NODE_OPTIONS: `--require ${JSON.stringify(inFolder("own options.cjs"))}`, GITHUB_SHA: "0a1b2c" };
    const ended = await apply(digest, own, ...approved, "--not", "author@agency.example");
    assert.equal(ended.code, 0, ended.stderr + ended.stdout);
    assert.deepEqual([effects(ended), told(ended).unforeseen], [["created added", "changed kept", "deleted leaving"], []]);
    assert.deepEqual(urls(), ["added", "edited"]);
    const { at, ...rest } = await recorded();
    assert.ok(Date.parse(String(at)) > 0);
    assert.deepEqual(rest, {
      stack: "test",
      digest,
      commit: "0a1b2c",
      approvedBy: "alice@agency.example",
      options: ["--refresh"],
      result: "applied",
      changes: { created: 1, changed: 1, deleted: 1 },
      orders: 0,
      unsettled: 0,
    });
    assert.ok((await readdir(temporary.path)).includes("loaded"));
    assert.ok((await stack.pulumi("stack", "history", "--json")).output.includes(`hosting apply ${digest}`));
  });

  it("refuses another program, secret, option, setting and configuration, says what differs, and applies it for a reason", async () => {
    const withSecret = (path: string, secret: string) =>
      webhook("secret", { url: { $secret: `https://agency.example/${path}${secret}` } });
    await begin();
    await stack.declare({ resources: [hook("kept", "edited"), hook("added"), withSecret("", "planted-one")] });
    const { digest } = await review();
    await stack.declare({ resources: [hook("kept", "other"), hook("leaving"), hook("new"), withSecret("", "planted-two")] });
    succeeded(await stack.pulumi("config", "set", "--secret", "engine-test:key", "planted-other-configuration"));
    refused(
      await apply(digest, { HOSTING_SUBDOMAIN_DELETION: "body" }, "--target", "**"),
      /what the run would do/,
      /the options of the command/,
      /the configuration file of the stack/,
      /settings in the environment/,
      /Webhook added: the review has create/,
      /Webhook kept: update, but another one than reviewed: url/,
      /Webhook leaving: the review has delete/,
      /Webhook new: create, which the review does not have/,
      /Webhook secret: .*another url/,
    );
    assert.deepEqual(urls(), ["kept", "leaving"]);
    assert.deepEqual([(await recorded())["result"], (await recorded())["changes"]], ["refused", {}]);

    await rm(record());
    const ended = await apply(digest, {}, "--force", "outage: planted-header-value");
    assert.equal(ended.code, 0, ended.stderr + ended.stdout);
    const { force, digest: kept, previewed } = await recorded();
    assert.deepEqual([force, kept], [told(ended).force, digest]);
    assert.notEqual(previewed, digest);
    assert.equal(urls().length, 4);
  });

  it("passes a signal on, and lets the run end in order", async () => {
    await begin();
    const { digest } = await review();
    const { faults } = stack.sandbox.control;
    faults.add({ operation: "createWebhook", effect: { kind: "hold", when: "after" } });
    const running = start(flagsOf(digest), { env: surroundings() });
    await running.errors(/updated Webhook kept/);
    running.child.kill("SIGINT");
    faults.release();
    const ended = await finished(await running.ended);
    assert.deepEqual([ended.code, told(ended).outcome], [1, "failed"], ended.stderr);
    assert.ok((await stack.entries())["added"], "what was created is in the state");
    assert.doesNotMatch((await stack.export()).text, /"pending_operations": \[\s*\{/);
  });

  it("begins nothing if the state changes between preview and run, or if it cannot hold the run", async () => {
    await begin();
    // A refresh would correct the state.
    const { digest } = await review("--no-refresh");
    const state = JSON.stringify(join(stack.folder, "state", ".pulumi", "stacks", "engine-test", "test.json"));
    await writeFile(
      inFolder("intruder.cjs"),
      `if (/cmd.run.index/.test(process.argv[1]) && !process.argv.includes("--dry-run")) {
        const fs = require("fs");
        fs.writeFileSync(${state}, fs.readFileSync(${state}, "utf8").replaceAll("agency.example/kept", "agency.example/other"));
      }`,
    );
    const intruded = { NODE_OPTIONS: `--require ${inFolder("intruder.cjs")}` };
    refused(await apply(digest, intruded, "--no-refresh", "--force", "must not help"), /state of the stack was changed during/);
    const deaf = await writeCommand(inFolder("deaf"), "pulumi", `unset NODE_OPTIONS; PATH=\${PATH#*:}; exec pulumi "$@"`);
    const unheld = await apply(digest, { PATH: [deaf, process.env["PATH"]].join(delimiter) });
    assert.deepEqual([unheld.code, /could not be held/.test(unheld.stderr)], [1, true], unheld.stderr);
    assert.deepEqual(urls(), ["kept", "leaving"]);
  });

  it("refuses orders, deletions and overwrites that a program hides from its preview", async () => {
    const branch = provider("branch", stack.sandbox.url);
    const [kept, ofBranch] = [domain("only-kept"), { protect: false, provider: "branch" }];
    await stack.applied(
      branch,
      hook("kept"),
      kept,
      hook("leaving"),
      hook("of-branch", "of-branch", { options: { provider: "branch" } }),
    );
    const before = urls();
    await stack.declare({
      resources: [
        hook("kept", "reviewed", { when: "preview" }),
        hook("kept", "other", { when: "run" }),
        { ...kept, when: "preview" },
        hook("leaving"),
        { ...domain("only-hidden"), when: "run" },
        branch,
        { ...domain("only-swapped", {}, ofBranch), when: "preview" },
        { ...domain("only-swapped"), when: "run" },
      ],
    });
    const ended = await apply((await review()).digest);
    assert.equal(ended.code, 1, ended.stderr + ended.stdout);
    const messages = told(ended).resources.flatMap(({ message }) => message ?? []);
    assert.ok(messages.length > 0 && messages.every((message) => / explain not-reviewed/.test(message)), ended.stdout);
    assert.deepEqual([domains(), urls()], [["only-kept"], before]);

    // Without a failure before it, the engine comes to the deletion.
    await stack.declare({ resources: [hook("kept"), hook("leaving"), { ...kept, when: "preview" }] });
    assert.match((await apply((await review()).digest)).stdout, /only-kept.*explain not-reviewed/s);
    assert.deepEqual(domains(), ["only-kept"]);
  });

  it("names the places that a preview does not run, and refuses what is declared there until a review shows it", async () => {
    const late = { ...domain("only-late"), when: ["new", "uid"] } as const;
    await stack.declare({ resources: [hook("kept"), domain("only-kept"), hook("new"), late] });
    const first = await review();
    assert.equal(first.unseen.length, 1);
    assert.equal((await apply(first.digest)).code, 1);
    assert.ok(!domains().includes("only-late"));
    const { unseen, changes } = await review();
    assert.ok(changes.some(({ title, effect }) => title === "Domain only-late" && effect === "ordered"));
    assert.deepEqual(unseen, []);
  });
});
