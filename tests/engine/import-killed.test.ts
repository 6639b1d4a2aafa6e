import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { JournalEntry } from "../../sandbox/index.js";
import { createClient } from "../../sdk/index.js";
import { commandTimeout, Stack } from "../support/engine.js";
import { type Ended, run, type Running, start } from "../support/hosting.js";
import { type KillPoint, killingPulumi } from "../support/killing-pulumi.js";
import { everyKind } from "../support/kinds.js";
import { descendants, kill } from "../support/processes.js";

const customers = ["--customer", "100001", "--customer", "100002", ...everyKind];

const hook = {
  eventType: "DOMAIN_REGISTRATION_STATUS",
  method: "POST",
  url: "https://agency.example/hook",
  headers: { "X-Key": "planted-header-value" },
} as const;

/** Each kill is followed by the next run, until one comes to its end. */
describe("hosting import, killed", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;
  let out: string;
  let onRequest: (entry: JournalEntry) => void = () => undefined;

  before(async () => {
    stack = await Stack.create({ seed: "default", onRequest: (entry) => onRequest(entry) });
    out = join(stack.folder, "imported");
    const client = createClient({
      baseUrl: stack.sandbox.url,
      credentials: { username: "reseller", password: "sandbox-password" },
    });
    await client.webhooks.create({ body: hook });
    await client.close();
    stack.sandbox.control.journal.clear();
  });
  after(() => stack.dispose());
  // Whatever was killed has only read.
  afterEach(() => {
    const written = stack.sandbox.control.journal
      .requests()
      .filter(
        ({ method, operation = "" }) => method !== "GET" && !["authenticate", "checkDomainAvailability"].includes(operation),
      )
      .map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(written, []);
  });

  const flags = ["import", "--out", () => out, ...customers, "--stack", "test", "--json"] as const;
  const variables = () => ({ HOME: stack.folder, ...stack.environment });
  const importing = (env: Record<string, string> = {}): Running =>
    start(
      flags.map((flag) => (typeof flag === "string" ? flag : flag())),
      { env: { ...variables(), ...env } },
    );

  const pulumi = async (...args: string[]): Promise<string> => {
    const env = { PATH: process.env["PATH"], ...stack.environment };
    const { stdout } = await promisify(execFile)("pulumi", [...args, "--non-interactive"], { cwd: out, env });
    return stdout;
  };

  const resources = async (): Promise<readonly { readonly urn: string; readonly id?: string }[]> => {
    const state = JSON.parse(await pulumi("stack", "export", "--stack", "test")) as {
      deployment: { resources?: readonly { readonly urn: string; readonly id?: string }[] };
    };
    return state.deployment.resources ?? [];
  };

  const killed = ({ code, signal, stdout, stderr }: Ended, by: NodeJS.Signals = "SIGKILL") =>
    assert.deepEqual([code, signal], [null, by], stdout + stderr);

  /** Ends a run as soon as a request has arrived. */
  async function endedAt(signal: NodeJS.Signals, isIt: (entry: JournalEntry) => boolean): Promise<readonly string[]> {
    const since = stack.sandbox.control.journal.requests().length;
    const running = importing();
    onRequest = (entry) => {
      if (isIt(entry)) running.child.kill(signal);
    };
    killed(await running.ended, signal);
    onRequest = () => undefined;
    return paths(since);
  }

  const paths = (since: number): readonly string[] =>
    stack.sandbox.control.journal
      .requests()
      .slice(since)
      .map(({ path }) => path.replace(/\?.*/, ""))
      .filter((path) => /^\/v1\/(accounts|customer)\/./.test(path));

  async function killedBy(killPoint: KillPoint): Promise<void> {
    killed(await importing(await killingPulumi(stack.folder, killPoint)).ended);
  }

  /** Every file below the folder of the program, without what a killed command had locked, which does not hold up the next one. */
  const files = async (): Promise<readonly string[]> =>
    existsSync(out)
      ? (await readdir(out, { recursive: true })).filter((file) => !["customers", "hosting-import.lock"].includes(file)).sort()
      : [];

  it("keeps what it has read, without secrets, and leaves everything else as it is", async () => {
    const sent = await endedAt("SIGKILL", ({ operation, path }) => operation === "listDomains" && path.includes("p100002"));
    assert.equal(sent.filter((path) => path.endsWith("/domains")).length, 2);
    assert.deepEqual(await files(), ["hosting-import.reading"]);
    const kept = await readFile(join(out, "hosting-import.reading"), "utf8");
    assert.match(kept, /sommer-gartenbau\.de/);
    assert.doesNotMatch(kept, /planted|sandbox-password|agency\.example|@/);
    assert.equal((await stat(join(out, "hosting-import.reading"))).mode & 0o777, 0o600);
  });

  it("does not read again what it has kept, whatever the signal and the last line are", async () => {
    const file = join(out, "hosting-import.reading");
    const lines = await readFile(file, "utf8");
    await writeFile(file, lines.slice(0, -20));
    const sent = await endedAt("SIGINT", ({ operation }) => operation === "listSubdomains");
    assert.deepEqual(sent, [
      "/v1/accounts/p100001/domains",
      "/v1/accounts/p100002/domains",
      "/v1/accounts/p100001/domains/sommer-gartenbau.de/subdomains",
    ]);
    assert.deepEqual(await files(), ["hosting-import.reading"]);
  });

  it("writes each file whole, and makes the folder a project last", async () => {
    const unwritable = join(out, "login.ts.tmp");
    await promisify(execFile)("mkfifo", [unwritable]);
    const running = importing();
    const reported = running.errors(/from an import that entered no state/);
    // It waits for a reader of the file, after it has written the one before.
    while (!existsSync(join(out, "customers", "100002.ts"))) await new Promise((resolve) => setTimeout(resolve, 20));
    running.child.kill("SIGKILL");
    killed(await running.ended);
    await reported;
    await rm(unwritable);
    await writeFile(unwritable, "import * as host");
    assert.deepEqual(await files(), ["customers/100001.ts", "customers/100002.ts", "hosting-import.reading", "login.ts.tmp"]);
  });

  const atBefore: readonly (readonly [what: string, killPoint: KillPoint])[] = [
    ["it has created the stack", { at: "stack init", when: "after" }],
    ["it has set a secret", { at: "config set", when: "after" }],
    ["it has kept the earlier state", { at: "stack export --file", when: "after" }],
    ["Pulumi waits for the new state", { at: "stack import", when: "before" }],
  ];
  for (const [what, killPoint] of atBefore)
    it(`leaves the state as it is, killed when ${what}`, async () => {
      const since = stack.sandbox.control.journal.requests().length;
      await killedBy(killPoint);
      assert.deepEqual(paths(since), [], "everything was read before");
      assert.deepEqual(await resources(), []);
      assert.ok((await files()).includes("Pulumi.yaml"));
      assert.ok(!(await files()).some((file) => file.endsWith(".tmp")));
    });

  it("has entered everything once the state is written", async () => {
    await killedBy({ at: "stack import", when: "after" });
    assert.equal((await resources()).filter(({ id }) => id !== undefined).length, 12);
  });

  it("proves what was entered, and takes it back if that differs", async () => {
    const edited = join(out, "customers", "100001.ts");
    const right = await readFile(edited, "utf8");
    await writeFile(edited, right.replace("account: p100001", 'account: "p100002"'));
    const { code, stdout, stderr } = await importing().ended;
    assert.equal(code, 1, stdout + stderr);
    assert.match(stderr, /An interrupted `hosting import` has entered \d+ objects/);
    assert.deepEqual(await resources(), []);
    await writeFile(edited, right);
  });

  it("is resumed after a kill of everything during the proof", async () => {
    const running = importing();
    await running.errors(/A preview after a refresh proves the result/);
    await new Promise<void>((resolve) => (onRequest = () => resolve()));
    onRequest = () => undefined;
    const below = descendants(running.child.pid!);
    running.child.kill("SIGKILL");
    for (const each of below) kill(each);
    killed(await running.ended);
    const entered = (await resources()).length;
    assert.ok(entered > 0);

    const { code, stdout, stderr } = await importing().ended;
    assert.equal(code, 0, stdout + stderr);
    assert.match(stderr, /An interrupted `hosting import` has entered \d+ objects/);
    assert.equal((await resources()).length, entered);
    await pulumi("preview", "--refresh", "--expect-no-changes", "--stack", "test");
    assert.deepEqual(
      (await files()).filter((file) => /\.(tmp|unproven|entered|reading)$/.test(file)),
      [],
    );
    const again = await run(["import", "--out", out, "--stack", "test", "--json"], { env: variables() });
    assert.match(again.stdout, /"outcome":"nothing new".*"entered":\[\]/);
  });
});
