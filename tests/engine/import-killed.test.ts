import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { JournalEntry } from "../../sandbox/index.js";
import { commandTimeout, useStack } from "../support/engine.js";
import { type Ended, type Running, start } from "../support/hosting.js";
import { Importing } from "../support/importing.js";
import { type KillPoint, killingPulumi } from "../support/killing-pulumi.js";
import { everyKind } from "../support/kinds.js";
import { descendants, kill } from "../support/processes.js";

const customers = ["--customer", "100001", "--customer", "100002", ...everyKind];

/** Each kill is followed by the next run, until one comes to its end. */
describe("hosting import, killed", function () {
  this.timeout(6 * commandTimeout);
  let onRequest: (entry: JournalEntry) => void = () => undefined;
  const stack = useStack({ onRequest: (entry) => onRequest(entry) });
  const importing = new Importing(stack);

  before(async () => {
    const headers = { "X-Key": "planted-header-value" };
    const body = {
      eventType: "DOMAIN_REGISTRATION_STATUS",
      method: "POST",
      url: "https://agency.example/hook",
      headers,
    } as const;
    await importing.byHand((client) => client.webhooks.create({ body }));
    stack.sandbox.control.journal.clear();
  });
  // Whatever was killed has only read.
  afterEach(() => assert.deepEqual(stack.writes(), []));

  const begun = (env: Record<string, string> = {}): Running =>
    start(["import", "--out", importing.out, ...customers, "--stack", "test", "--json"], {
      env: { ...stack.surroundings, ...env },
    });
  const killed = ({ code, signal, stdout, stderr }: Ended, by: NodeJS.Signals = "SIGKILL") =>
    assert.deepEqual([code, signal], [null, by], stdout + stderr);
  const paths = (since: number): readonly string[] =>
    stack.sandbox.control.journal
      .requests()
      .slice(since)
      .map(({ path }) => path.replace(/\?.*/, ""))
      .filter((path) => /^\/v1\/(accounts|customer)\/./.test(path));
  const soFar = () => stack.sandbox.control.journal.requests().length;

  /** Ends a run as soon as a request has arrived. */
  async function endedAt(signal: NodeJS.Signals, isIt: (entry: JournalEntry) => boolean): Promise<readonly string[]> {
    const since = soFar();
    const running = begun();
    onRequest = (entry) => {
      if (isIt(entry)) running.child.kill(signal);
    };
    killed(await running.ended, signal);
    onRequest = () => undefined;
    return paths(since);
  }

  /** The files, without what a killed command had locked, which does not hold up the next one. */
  const names = async () => [...(await importing.files()).keys()].filter((file) => file !== "hosting-import.lock");
  const reading = () => join(importing.out, "hosting-import.reading");

  it("keeps what it has read, without secrets, and does not read that again, whatever the last line is", async () => {
    await endedAt("SIGKILL", ({ operation, path }) => operation === "listDomains" && path.includes("p100002"));
    assert.deepEqual(await names(), ["hosting-import.reading"]);
    const kept = await readFile(reading(), "utf8");
    assert.match(kept, /sommer-gartenbau\.de/);
    assert.doesNotMatch(kept, /planted|sandbox-password|agency\.example|@/);
    assert.equal((await stat(reading())).mode & 0o777, 0o600);
    await writeFile(reading(), kept.slice(0, -20));
    assert.deepEqual(await endedAt("SIGINT", ({ operation }) => operation === "listSubdomains"), [
      "/v1/accounts/p100001/domains",
      "/v1/accounts/p100002/domains",
      "/v1/accounts/p100001/domains/sommer-gartenbau.de/subdomains",
    ]);
    assert.deepEqual(await names(), ["hosting-import.reading"]);
  });

  it("writes each file whole, and makes the folder a project last", async () => {
    const unwritable = join(importing.out, "login.ts.tmp");
    await promisify(execFile)("mkfifo", [unwritable]);
    const running = begun();
    // It waits for a reader of the file, after it has written the one before.
    while (!existsSync(join(importing.out, "customers", "100002.ts"))) await sleep(20);
    running.child.kill("SIGKILL");
    killed(await running.ended);
    await rm(unwritable);
    await writeFile(unwritable, "import * as host");
    assert.deepEqual(await names(), ["customers/100001.ts", "customers/100002.ts", "hosting-import.reading", "login.ts.tmp"]);
  });

  for (const [what, killPoint, entered] of [
    ["leaves the state as it is while Pulumi waits for the new one", { at: "stack import", when: "before" }, 0],
    ["has entered everything once the state is written", { at: "stack import", when: "after" }, 12],
  ] as const satisfies readonly (readonly [string, KillPoint, number])[])
    it(what, async () => {
      const since = soFar();
      killed(await begun(await killingPulumi(stack.folder, killPoint)).ended);
      assert.deepEqual(paths(since), [], "everything was read before");
      assert.equal((await importing.entries()).filter(({ id }) => id !== undefined).length, entered);
      assert.ok(!(await names()).some((file) => file.endsWith(".tmp")));
    });

  it("proves what was entered, and takes it back if that differs", async () => {
    const edited = join(importing.out, "customers", "100001.ts");
    const right = await readFile(edited, "utf8");
    await writeFile(edited, right.replace("account: p100001", 'account: "p100002"'));
    const { code, stdout, stderr } = await begun().ended;
    assert.equal(code, 1, stdout + stderr);
    assert.deepEqual(await importing.entries(), []);
    await writeFile(edited, right);
  });

  it("is resumed after a kill of everything during the proof", async () => {
    const running = begun();
    await running.errors(/A preview after a refresh proves the result/);
    await new Promise<void>((resolve) => (onRequest = () => resolve()));
    onRequest = () => undefined;
    const below = descendants(running.child.pid!);
    running.child.kill("SIGKILL");
    for (const each of below) kill(each);
    killed(await running.ended);
    const entered = (await importing.entries()).length;
    assert.ok(entered > 0);
    const { code, stdout, stderr } = await begun().ended;
    assert.equal(code, 0, stdout + stderr);
    assert.match(stderr, /An interrupted `hosting import` has entered \d+ objects/);
    assert.equal((await importing.entries()).length, entered);
    await importing.pulumi("preview", "--refresh", "--expect-no-changes", "--stack", "test");
    assert.ok(!(await names()).some((file) => /\.(tmp|unproven|entered|reading)$/.test(file)));
  });
});
