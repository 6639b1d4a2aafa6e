import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { commandTimeout, type ResourceSpec, Stack, succeeded } from "../support/engine.js";
import { temporaryFolder, writeCommand } from "../support/folder.js";
import { type Ended, endAll, run, type Running, start } from "../support/hosting.js";

const hook = (name: string, path: string): ResourceSpec => ({
  type: "Webhook",
  name,
  args: {
    eventType: "DOMAIN_REGISTRATION_STATUS",
    method: "POST",
    url: `https://agency.example/${path}`,
    headers: { "X-Secret": { $secret: "planted-header-value" } },
  },
});

interface JsonReport {
  readonly outcome: string;
  readonly force?: string;
  readonly resources: readonly { readonly name: string; readonly effect: string; readonly message?: string }[];
  readonly unforeseen: readonly string[];
  readonly problems: readonly string[];
}

describe("hosting apply, with the real CLI", function () {
  this.timeout(6 * commandTimeout);
  const temporary = temporaryFolder();
  let stack: Stack;
  let record: string;

  const base = [hook("kept", "kept"), hook("leaving", "leaving")];
  const reviewedProgram = [hook("kept", "edited"), hook("added", "added")];

  before(async () => {
    stack = await Stack.create();
    succeeded(await stack.pulumi("config", "set", "--secret", "engine-test:key", "planted-configuration"));
  });
  beforeEach(async () => {
    record = join(temporary.path, "record.jsonl");
    await rm(record, { force: true });
    await stack.declare({ resources: base });
    succeeded(await stack.up("--refresh"));
    await stack.declare({ resources: reviewedProgram });
  });
  afterEach(async () => {
    stack.sandbox.control.faults.clear();
    await endAll();
  });
  after(() => stack.dispose());

  /** The digest of what `up` would do now, and the file of its review. */
  async function review(...options: string[]): Promise<{ readonly digest: string; readonly file: string }> {
    const flags = ["review", "--cwd", stack.folder, "--stack", "test", "--json", ...options];
    const { code, stdout, stderr } = await run(flags, { env: surroundings({}) });
    assert.equal(code, 0, stderr);
    const file = join(temporary.path, "review.json");
    await writeFile(file, stdout);
    const { digest } = JSON.parse(stdout) as { digest: string };
    return { digest, file };
  }

  const surroundings = (environment: Readonly<Record<string, string>>) => ({
    HOME: stack.folder,
    ...stack.environment,
    TMPDIR: temporary.path,
    ...environment,
  });
  const command = (digest: string, ...flags: string[]) => [
    ...["apply", "--cwd", stack.folder, "--stack", "test", "--json", "--record", record],
    ...["--digest", digest, ...flags],
  ];
  const apply = async (flags: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> =>
    finished(await run(flags, { env: surroundings(environment) }));

  /** Whatever happened, nothing secret and no file is left. */
  async function finished(ended: Ended): Promise<Ended> {
    const written = await readFile(record, "utf8").catch(() => "");
    assert.doesNotMatch(ended.stdout + ended.stderr + written, /planted|sandbox-password/);
    const left = (await readdir(temporary.path)).filter((name) => name.startsWith("hosting-apply-"));
    assert.deepEqual(left, []);
    return ended;
  }

  const reported = ({ stdout }: Ended): JsonReport => JSON.parse(stdout) as JsonReport;
  const effects = (ended: Ended) => reported(ended).resources.map(({ name, effect }) => `${effect} ${name}`);
  const recorded = async () => JSON.parse(await readFile(record, "utf8")) as Readonly<Record<string, unknown>>;
  const urls = () =>
    stack.sandbox.control.store.webhooks
      .all()
      .map(({ url }) => url.split("/").at(-1))
      .sort();

  const unchanged = () => assert.deepEqual(urls(), ["kept", "leaving"]);
  const applied = () => assert.deepEqual(urls(), ["added", "edited"]);

  function refused(ended: Ended, ...reasons: RegExp[]): void {
    assert.equal(ended.code, 4, ended.stderr + ended.stdout);
    for (const reason of reasons) assert.match(ended.stderr, reason);
    assert.match(ended.stderr, /Nothing was changed at the provider\./);
    unchanged();
  }

  it("applies what was reviewed and approved, after drift, with the user's own NODE_OPTIONS, and then nothing", async () => {
    const { webhooks } = stack.sandbox.control.store;
    webhooks.update(webhooks.all().find(({ url }) => url.endsWith("/kept"))!.id, { url: "https://agency.example/drifted" });
    const own = join(temporary.path, "own options.cjs");
    await writeFile(own, `require("fs").appendFileSync(${JSON.stringify(join(temporary.path, "loaded"))}, "loaded\\n")`);
    const { digest } = await review();
    const approved = await approvalOf(digest);
    const unapproved = await apply(command(digest, ...approved.slice(0, 2)));
    assert.equal(unapproved.code, 4, unapproved.stderr);
    assert.ok(unapproved.stderr.includes(`${digest} engine-test/test`), unapproved.stderr);

    const ended = await apply(command(digest, ...approved, "--not", "author@agency.example"), {
      NODE_OPTIONS: `--require ${JSON.stringify(own)}`,
      GITHUB_SHA: "0a1b2c",
    });
    assert.equal(ended.code, 0, ended.stderr + ended.stdout);
    assert.deepEqual(effects(ended), ["created added", "changed kept", "deleted leaving"]);
    assert.deepEqual(reported(ended).unforeseen, []);
    for (const each of ["created Webhook added", "updated Webhook kept", "deleted Webhook leaving"])
      assert.match(ended.stderr, new RegExp(each));
    applied();
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
    assert.match(await readFile(join(temporary.path, "loaded"), "utf8"), /loaded/);
    const { output } = await stack.pulumi("stack", "history", "--json");
    assert.ok(output.includes(`hosting apply ${digest}`), "the history has the digest");

    const again = await apply(command((await review()).digest));
    assert.deepEqual([again.code, reported(again).outcome, effects(again)], [0, "applied", []]);
  });

  /** The flags for an approval of a digest: the file of those who may approve, and the approval. */
  async function approvalOf(digest: string): Promise<readonly string[]> {
    const [key, approvers, approval] = ["key", "approvers", "approval.sig"].map((name) => join(temporary.path, name));
    const keygen = (args: readonly string[], input = "") => {
      const { status, stdout, stderr } = spawnSync("ssh-keygen", args, { input, encoding: "utf8" });
      assert.equal(status, 0, stderr);
      return stdout;
    };
    keygen(["-q", "-t", "ed25519", "-N", "", "-f", key!]);
    await writeFile(approvers!, `alice@agency.example ${await readFile(`${key}.pub`, "utf8")}`);
    await writeFile(approval!, keygen(["-Y", "sign", "-n", "hosting", "-f", key!], `${digest} engine-test/test\n`));
    return ["--approvers", approvers!, "--approval", approval!];
  }

  it("refuses another program, says what differs, and applies it for a reason", async () => {
    const { digest, file } = await review();
    await stack.declare({ resources: [hook("kept", "other"), hook("leaving", "leaving"), hook("new", "new")] });
    refused(
      await apply(command(digest, "--review", file)),
      /Different: what the run would do\./,
      /Webhook added: the review has create, and the run would not change it/,
      /Webhook kept: update, but another one than reviewed: url https:\/\/agency.example\/other instead of https:\S+edited/,
      /Webhook leaving: the review has delete, and the run would not change it/,
      /Webhook new: create, which the review does not have/,
    );
    assert.deepEqual([(await recorded())["result"], (await recorded())["changes"]], ["refused", {}]);

    await rm(record);
    const ended = await apply(command(digest, "--force", "outage: planted-header-value"));
    assert.equal(ended.code, 0, ended.stderr + ended.stdout);
    assert.match(reported(ended).force!, /^outage: /);
    const { result, force, digest: kept, previewed } = await recorded();
    assert.deepEqual([result, force, kept], ["applied", reported(ended).force, digest]);
    assert.match(String(previewed), /^v3\./);
    assert.notEqual(previewed, digest);
    assert.deepEqual(urls(), ["leaving", "new", "other"]);
  });

  it("refuses another secret in the configuration, other options and settings, and a stack that was changed since", async () => {
    const { digest, file } = await review();
    succeeded(await stack.pulumi("config", "set", "--secret", "engine-test:key", "planted-other-configuration"));
    refused(
      await apply(command(digest, "--target", "**kept"), { HOSTING_SUBDOMAIN_DELETION: "body" }),
      /what the run would do/,
      /the options of the command/,
      /the configuration file of the stack/,
      /the project file, the settings in the environment, or the customer of a login/,
    );
    succeeded(await stack.up());
    const ended = await apply(command(digest));
    assert.equal(ended.code, 4, ended.stderr);
    assert.match(ended.stderr, /Different: what the run would do, .*the state of the stack.*--review/s);
    applied();
    assert.equal((await apply(command(digest, "--review", file, "--force", ""))).code, 2);
  });

  it("passes a signal on, and lets the run end in order", async () => {
    const { digest } = await review();
    const { faults } = stack.sandbox.control;
    faults.add({ operation: "createWebhook", effect: { kind: "hold", when: "after" } });
    const running: Running = start(command(digest), { env: surroundings({}) });
    await running.errors(/updated Webhook kept/);
    running.child.kill("SIGINT");
    faults.release();
    const ended = await finished(await running.ended);
    assert.equal(ended.code, 1, ended.stderr);
    assert.equal(reported(ended).outcome, "failed");
    const { resources, text } = await stack.export();
    assert.ok(
      resources.some(({ urn }) => urn.endsWith("::added")),
      "what was created is in the state",
    );
    assert.doesNotMatch(text, /"pending_operations": \[\s*\{/);
  });

  it("begins nothing if the state changes between preview and run, if it cannot hold the run, or if the preview fails", async () => {
    // A refresh would correct the state.
    const { digest } = await review("--no-refresh");
    const state = join(stack.folder, "state", ".pulumi", "stacks", "engine-test", "test.json");
    const intruder = join(temporary.path, "intruder.cjs");
    await writeFile(
      intruder,
      `if (/cmd.run.index/.test(process.argv[1]) && !process.argv.includes("--dry-run")) {
        const fs = require("fs");
        const state = ${JSON.stringify(state)};
        fs.writeFileSync(state, fs.readFileSync(state, "utf8").replaceAll("agency.example/kept", "agency.example/other"));
      }`,
    );
    const ended = await apply(command(digest, "--no-refresh", "--force", "must not help"), {
      NODE_OPTIONS: `--require ${intruder}`,
    });
    refused(ended, /The state of the stack was changed during the preview\./);

    const folder = await writeCommand(
      join(temporary.path, "deaf"),
      "pulumi",
      `unset NODE_OPTIONS; PATH=\${PATH#*:}; exec pulumi "$@"`,
    );
    const unheld = await apply(command(digest), { PATH: [folder, process.env["PATH"]].join(delimiter) });
    assert.equal(unheld.code, 1, unheld.stderr);
    assert.match(unheld.stderr, /could not be held after its preview/);
    unchanged();

    await rm(record, { force: true });
    await stack.declare({ resources: [{ ...hook("kept", "edited"), args: { url: "no address" } }] });
    const invalid = await apply(command(digest));
    assert.equal(invalid.code, 1, invalid.stderr + invalid.stdout);
    assert.equal(reported(invalid).outcome, "refused");
    assert.match(reported(invalid).resources.find(({ name }) => name === "kept")!.message!, /url/);
    assert.deepEqual([(await recorded())["result"], (await recorded())["changes"]], ["refused", {}]);
    unchanged();
  });
});
