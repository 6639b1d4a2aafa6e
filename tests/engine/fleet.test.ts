import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { hashed } from "../../sandbox/secrets.js";
import { windowLength } from "../../sdk/rate-window.js";
import { descendants } from "../matrix/processes.js";
import { backendVariables } from "../support/backend.js";
import { commandTimeout, withoutSettings } from "../support/engine.js";

const root = resolve(__dirname, "..", "..", "..");
const compiled = join(root, "dist", "examples", "fleet");

const token = "planted-access-token";
const webhookSecret = "planted-webhook-secret";

/** Each takes about ten seconds of CPU: `FLEET_STACKS=50` tries as many as an agency may have. */
const stacks = Number(process.env["FLEET_STACKS"] ?? 10);
const atATime = 3;

/** More than they need, and less than they are promised in all: the window has to be asked for time and again. */
const limit = 9 * stacks;

const goodCustomers = Array.from({ length: stacks }, (_, index) => ({
  name: `customer-${index}`,
  account: "p100001",
  webhooks: [`https://agency.example/hooks/${index}`],
  tokens: [`Deployment of customer ${index}`],
}));

/** Its account does not exist. */
const badCustomer = { name: "stranger", account: "p999999", domains: [{ sld: "nowhere", tld: "de" }] };

const customers = [...goodCustomers.slice(0, stacks / 2), badCustomer, ...goodCustomers.slice(stacks / 2)];

interface Ended {
  readonly status: number | null;
  readonly output: string;
}

describe("a fleet of stacks on the real engine", function () {
  // Each of the stacks takes seconds of CPU, of which a busy machine has few.
  this.timeout(10 * commandTimeout);
  let sandbox: Sandbox;
  let folder: string;
  let backend: Readonly<Record<string, string>>;

  before(async () => {
    sandbox = await startSandbox({ registrationDelay: 0, rateLimit: { limit, windowMs: windowLength } });
    sandbox.control.store.sessions.insert({ id: hashed(token), login: "reseller", expires: Infinity });
    const parent = join(root, ".cache", "engine-tests");
    await mkdir(parent, { recursive: true });
    folder = await mkdtemp(join(parent, "fleet-"));
    await mkdir(join(folder, "state"));
    backend = backendVariables(folder);
    const project = await readFile(join(root, "examples", "fleet", "Pulumi.yaml"), "utf8");
    const main = relative(folder, join(compiled, "program.js"));
    await writeFile(join(folder, "Pulumi.yaml"), project.replace(/^main: .*$/m, `main: ${main}`));
    await writeFile(join(folder, "customers.json"), JSON.stringify(customers));
  });
  after(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (...args: string[]): ChildProcess =>
    spawn(process.execPath, [join(compiled, "main.js"), ...args], {
      cwd: folder,
      env: {
        ...withoutSettings(process.env),
        ...backend,
        PULUMI_HOME: join(folder, "home"),
        PULUMI_CONFIG_PASSPHRASE: "engine-test",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        HOSTING_BASE_URL: sandbox.url,
        HOSTING_ACCESS_TOKEN: token,
        FLEET_WEBHOOK_SECRET: webhookSecret,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });

  const ended = async (child: ChildProcess): Promise<Ended> => {
    const timer = setTimeout(() => child.kill("SIGKILL"), 9 * commandTimeout);
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      once(child, "close") as Promise<[number | null]>,
    ]).finally(() => clearTimeout(timer));
    return { status, output: stdout + stderr };
  };

  const run = (...args: string[]): Promise<Ended> => ended(start(...args));

  const newWindow = () => {
    sandbox.control.advance(windowLength);
    sandbox.control.journal.clear();
  };

  /** No request was sent for which there was no room. */
  const assertWithinWindow = () => {
    const requests = sandbox.control.journal.requests();
    assert.deepEqual(
      requests.filter(({ status }) => status === 429),
      [],
    );
    assert.ok(requests.length < limit, `${requests.length} requests`);
  };

  it("brings all up, a few at a time and within one window, beside one that fails", async () => {
    const child = start("up", "--concurrency", String(atATime));
    const [seen, atOnce] = [new Set<string>(), new Set<number>()];
    const look = setInterval(() => {
      const commands = descendants(child.pid!).map(({ command }) => command);
      for (const command of commands) seen.add(command);
      // By name: what a process starts bears its command line for a moment.
      atOnce.add(new Set(commands.flatMap((command) => /^\S*pulumi .*--stack (\S+)/.exec(command)?.[1] ?? [])).size);
    }, 250);
    const { status, output } = await ended(child).finally(() => clearInterval(look));

    assert.equal(status, 1, output);
    assert.equal(Math.max(...atOnce), atATime, "stacks at a time");
    for (const { name } of goodCustomers) {
      assert.match(output, new RegExp(`^${name}: started$`, "m"));
      assert.match(output, new RegExp(`^${name}: done after [\\d.]+ s: 2 created$`, "m"));
      assert.match(output, new RegExp(`^${name} +done +2 +0 +0 +0 +0 `, "m"));
    }
    assert.match(output, /^stranger: failed: nowhere\.de: domain nowhere\.de of account p999999 was not created\. .*403/m);
    assert.match(output, /^stranger +FAILED +0 +0 +0 +0 +1 /m);
    const sum = `^${stacks} done, 1 FAILED after [\\d.]+ s; \\d+ of ${limit} requests of the rate window are used$`;
    assert.match(output, new RegExp(sum, "m"));
    assertWithinWindow();

    const { webhooks, applicationTokens } = sandbox.control.store;
    assert.equal(webhooks.all().length, stacks);
    assert.equal(applicationTokens.all().filter(({ description }) => /of customer/.test(description ?? "")).length, stacks);

    const logins = sandbox.control.journal.requests({ operation: "authenticate" });
    assert.deepEqual(logins, [], "all of them use the fleet's token");
    const everything = [output, ...seen, ...(await written())].join("\n");
    for (const secret of [token, webhookSecret]) assert.ok(!everything.includes(secret), `${secret} shows`);
  });

  it("has nothing to do the second time, and ends well without the one that fails", async () => {
    newWindow();
    const { status, output } = await run("up", "customer-0", "customer-9", "--expect-no-changes");
    assert.equal(status, 0, output);
    for (const name of ["customer-0", "customer-9"])
      assert.match(output, new RegExp(`^${name}: done after .*: 2 unchanged$`, "m"));
    const changes = sandbox.control.journal.requests().filter(({ method }) => method !== "GET");
    assert.deepEqual(changes, []);
    assert.doesNotMatch(output, /customer-1\b/);
  });

  it("tells what has drifted, stack by stack", async () => {
    newWindow();
    const { webhooks } = sandbox.control.store;
    const drifted = webhooks.all().find(({ url }) => url.endsWith("/7"))!;
    webhooks.update(drifted.id, { url: "https://elsewhere.example/" });
    const { status, output } = await run("refresh", "customer-7", "customer-8", "--expect-no-changes");
    assert.equal(status, 1, output);
    assert.match(output, /^customer-7: drift: https:\/\/agency\.example\/hooks\/7: differs in url$/m);
    assert.match(output, /^customer-7: failed: no changes were expected/m);
    assert.match(output, /^customer-8: done after .*: 2 unchanged$/m);
    assertWithinWindow();
  });

  it("starts no further stack once it is interrupted, and can be run again", async () => {
    newWindow();
    const child = start("up", "customer-7", "customer-8", "customer-9", "--concurrency", "1");
    let told = "";
    child.stdout!.on("data", (piece: Buffer) => {
      if (/customer-7: started/.test((told += piece.toString()))) child.kill("SIGINT");
    });
    const interrupted = await ended(child);
    assert.equal(interrupted.status, 1, interrupted.output);
    assert.match(interrupted.output, /Interrupted: no further stack is started, and those under way are waited for\./);
    assert.match(interrupted.output, /^customer-7: done after .*: 1 updated, 1 unchanged$/m);
    assert.match(interrupted.output, /^1 done, 2 not started after/m);
    const again = await run("up", "customer-7", "customer-8");
    assert.equal(again.status, 0, again.output);
    assert.match(again.output, /^2 done after/m);
  });

  it("removes what a customer has", async () => {
    newWindow();
    const { status, output } = await run("destroy", "customer-0", "customer-1");
    assert.equal(status, 0, output);
    for (const name of ["customer-0", "customer-1"]) assert.match(output, new RegExp(`^${name}: done after .*: 2 deleted$`, "m"));
    assert.equal(sandbox.control.store.webhooks.all().length, stacks - 2);
    assertWithinWindow();
  });

  it("begins nothing where the customers or the names are wrong", async () => {
    sandbox.control.journal.clear();
    const unknown = await run("up", "customer-0", "nobody");
    assert.equal(unknown.status, 2, unknown.output);
    assert.match(unknown.output, /There is no customer nobody\./);
    await writeFile(join(folder, "wrong.json"), JSON.stringify([{ name: "a", account: "nonsense" }]));
    const wrong = await run("up", "--customers", "wrong.json");
    assert.equal(wrong.status, 2, wrong.output);
    assert.match(wrong.output, /^ {2}customers\[0\]\.account: the identifier of an account/m);
    assert.deepEqual(sandbox.control.journal.requests(), []);
  });

  /** Everything that Pulumi and the runner have written. */
  async function written(): Promise<string[]> {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    return Promise.all(
      entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name), "latin1")),
    );
  }
});
