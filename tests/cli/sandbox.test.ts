import assert from "node:assert/strict";
import { lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type Copy, format } from "../../cli/snapshot/copy-file.js";
import type { Contents } from "../../cli/sandbox/contents.js";
import { connectSandbox } from "../../sandbox/index.js";
import { temporaryFolder } from "../support/folder.js";
import { startServer } from "../support/server.js";
import { endAll, start, type Running } from "../support/hosting.js";
import { runInProcess } from "../support/hosting-in-process.js";

interface Announced {
  readonly url: string;
  readonly seed: string;
  readonly login?: { readonly username: string; readonly password: string };
  readonly snapshot?: { readonly file: string; readonly restored: boolean };
  readonly environment: Record<string, string>;
}

const hook = JSON.stringify({
  eventType: "DOMAIN_REGISTRATION_STATUS",
  method: "POST",
  url: "https://agency.example/hook",
  headers: { "X-Key": "HUSH-HUSH" },
});

describe("hosting sandbox", function () {
  this.timeout(60_000);

  const folder = temporaryFolder();
  afterEach(endAll);

  /** Starts a sandbox on a free port, and waits until it listens. */
  async function listening(...args: string[]): Promise<Running & { readonly announced: Announced }> {
    const sandbox = start(["sandbox", "--port", "0", "--json", ...args]);
    return { ...sandbox, announced: JSON.parse(await sandbox.output(/\n/)) as Announced };
  }

  const call = (env: Record<string, string>, ...args: string[]) => runInProcess(["call", ...args], { env });

  async function end({ child, ended }: Running, signal: NodeJS.Signals = "SIGTERM") {
    child.kill(signal);
    return ended;
  }

  it("prints in twelve lines its address, what a program can use, a login, and the variables for calls", async () => {
    const sandbox = start(["sandbox", "--port", "0"]);
    const text = await sandbox.output(/Ctrl-C ends it\.\n/);
    const port = /:(\d+)/.exec(text)![1]!;
    assert.deepEqual(text.replaceAll(port, "4010").trimEnd().split("\n"), [
      "Sandbox listening on http://127.0.0.1:4010 with the seed default",
      "  customers  100000 Winter Agentur GmbH, 100001 Sommer Gartenbau GmbH, 3 more",
      "  accounts   p100001, p100002, p200001",
      "  articles   1101 Web hosting S, 1102 Web hosting M, 1103 Web hosting L, 11 more",
      "  logins     reseller / sandbox-password, agency, totp, device",
      "  control    http://127.0.0.1:4010/_sandbox",
      "",
      "export HOSTING_BASE_URL=http://127.0.0.1:4010",
      "export HOSTING_USERNAME=reseller",
      "export HOSTING_PASSWORD=sandbox-password",
      "",
      "`hosting sandbox --list` shows what the seed has. Ctrl-C ends it.",
    ]);
    const env = Object.fromEntries(Array.from(text.matchAll(/^export (\w+)=(.*)$/gm), ([, name, value]) => [name!, value!]));
    assert.deepEqual(Object.keys(env), ["HOSTING_BASE_URL", "HOSTING_USERNAME", "HOSTING_PASSWORD"]);
    const { code, stdout } = await call(env, "customers.getCurrent", "--json");
    assert.equal(code, 0);
    assert.equal((JSON.parse(stdout) as { customerNumber: number }).customerNumber, 100000);
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const)
    it(`exits with 0 on ${signal}, even with open connections`, async () => {
      const sandbox = await listening();
      await fetch(`${sandbox.announced.url}/_sandbox/clock`);
      const { code, signal: by, stdout, stderr } = await end(sandbox, signal);
      assert.deepEqual([code, by, stderr], [0, null, ""]);
      assert.equal(stdout.trimEnd().split("\n").length, 1);
    });

  it("starts from a copy of accounts, says what it lacks, and resets to it", async () => {
    const path = join(folder.path, "copy.json");
    const copy: Copy = {
      format,
      takenAt: "2030-01-02T03:04:05Z",
      seed: {
        logins: [{ username: "copied", password: "copied-password", customerNumber: 400001 }],
        customers: [{ customerNumber: 400001 }],
      },
      providers: {},
      leftOut: [{ what: "webhooks", why: "access denied" }],
    };
    await writeFile(path, JSON.stringify(copy));
    const sandbox = await listening("--from", path);
    assert.deepEqual(sandbox.announced.login, { username: "copied", password: "copied-password" });
    assert.equal(sandbox.announced.seed, path);
    await fetch(`${sandbox.announced.url}/_sandbox/reset`, { method: "POST" });
    const { stdout } = await call(sandbox.announced.environment, "customers.getCurrent", "--json");
    assert.equal((JSON.parse(stdout) as { customerNumber: number }).customerNumber, 400001);
    const { stderr } = await end(sandbox);
    assert.match(stderr, /the copy lacks webhooks: access denied/);

    const { seed } = copy;
    for (const [content, args, reported] of [
      [copy, ["--from", path, "--seed", "empty"], "--from and --seed cannot be used together"],
      [copy, ["--seed", path], "was written by `hosting snapshot`: use --from"],
      [seed, ["--from", path], "was not written by `hosting snapshot`"],
      [{ ...copy, seed: { customers: [{}] } }, ["--from", path], "customers[0].customerNumber"],
      [{ ...copy, format: "hosting-snapshot-99" }, ["--from", path], "is the snapshot of another version"],
    ] as const) {
      await writeFile(path, JSON.stringify(content));
      assert.ok((await runInProcess(["sandbox", ...args])).stderr.includes(reported), reported);
    }
  });

  it("does as all its options say", async () => {
    const file = join(folder.path, "faults.json");
    await writeFile(file, JSON.stringify([{ operation: "getCurrentCustomer", effect: { kind: "status", status: 403 } }]));
    const fault = JSON.stringify({ operation: "webhooks.list", effect: { kind: "status", status: 409 } });
    const { announced } = await listening(
      ...["--fault", fault, "--fault", file, "--reading", "gdprIdentifier=uuid", "--allow-host", "sandbox.test", "--no-cache"],
      ...["--rate-limit", "5/1h", "--token-lifetime", "1.5h", "--registration-delay", "1h"],
    );
    const settings = (host: string) =>
      new Promise<string>((resolve, reject) => {
        const sent = request(`${announced.url}/_sandbox/settings`, { headers: { host } }, (answer) => resolve(text(answer)));
        sent.on("error", reject).end();
      });
    assert.match(await settings("sandbox.test:4010"), /"cache":false/);
    assert.match(await settings("other.test"), /a name given as --allow-host/);
    const control = await connectSandbox(announced.url);
    const { now } = (await (await fetch(`${announced.url}/_sandbox/clock`)).json()) as { now: number };
    const body = JSON.stringify({ username: "reseller", password: "sandbox-password" });
    const login = await fetch(`${announced.url}/v1/authenticate`, { method: "POST", body });
    const { token, expires } = (await login.json()) as { token: string; expires: string };
    const left = Date.parse(expires) - now;
    assert.ok(left > 3_600_000 && left <= 5_400_000, String(left));
    const send = (path: string, more: RequestInit = {}) =>
      fetch(`${announced.url}/v1/${path}`, { ...more, headers: { authorization: `Bearer ${token}` } });
    const order = { method: "POST", body: '{"sld":"winter","tld":"de"}' };
    assert.equal((await send("accounts/p100001/domains", order)).status, 201);
    const [contact] = (await (await send("gdpr/contacts")).json()) as Record<string, unknown>[];
    assert.deepEqual([typeof contact!["uuid"], contact!["_id"]], ["string", undefined]);
    const statuses: number[] = [];
    for (const path of ["webhooks", "customer", "webhooks", "webhooks", "webhooks"]) statuses.push((await send(path)).status);
    assert.deepEqual(statuses, [409, 403, 200, 200, 429]);
    await control.advance(3_500_000);
    assert.equal((await control.store.domains.get("winter.de"))?.registryStatus, "pendingCreate");
    await control.advance(200_000);
    assert.equal((await control.store.domains.get("winter.de"))?.registryStatus, "ok");
  });

  it("logs requests with --verbose, without secrets", async () => {
    const sandbox = await listening("--verbose");
    await call(sandbox.announced.environment, "webhooks.create", "--body", hook);
    await fetch(`${sandbox.announced.url}/v1/webhooks?access_token=HUSH-TOKEN`);
    const { stderr } = await end(sandbox);
    const logged = stderr
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { request: Record<string, unknown> }).request);
    assert.deepEqual(
      logged.map(({ method, operation, status, login }) => [method, operation, status, login]),
      [
        ["POST", "authenticate", 200, undefined],
        ["POST", "createWebhook", 200, "reseller"],
        ["GET", "listWebhooks", logged[2]!["status"], undefined],
      ],
    );
    assert.doesNotMatch(stderr, /HUSH|sandbox-password/);
  });

  it("logs for a person, and prints nothing without --verbose", async () => {
    const verbose = start(["sandbox", "--port", "0", "--verbose"]);
    const [, url] = /listening on (\S+)/.exec(await verbose.output(/Ctrl-C/))!;
    await fetch(`${url!}/v1/nothing`);
    assert.match((await end(verbose)).stderr, /^\d{4}-\d\d-\d\dT\S+ 404 GET \/v1\/nothing\n$/);
    const silent = await listening();
    await fetch(`${silent.announced.url}/v1/nothing`);
    assert.equal((await end(silent)).stderr, "");
  });

  describe("--list", () => {
    const list = async (...args: string[]) => {
      const { code, stdout, stderr } = await runInProcess(["sandbox", "--list", ...args]);
      assert.deepEqual([code, stderr], [0, ""]);
      return stdout;
    };

    it("prints what the seed has, and ends", async () => {
      const lines = (await list()).split("\n");
      for (const line of [
        "100001    Sommer Gartenbau GmbH  100000",
        "200001    Frieda Keller          200000",
        "p100001  100001    Sommer Gartenbau     sommer-gartenbau.de, sommer-gartenbau.com",
        "1101     Web hosting S         hosting  4.99",
        "reseller / sandbox-password  100000",
        "agency                       200000",
        "totp                         100000    TOTP",
      ])
        assert.ok(lines.includes(line), `${line}\nis not in\n${lines.join("\n")}`);
      assert.ok(!lines.some((line) => line.startsWith("9001")), "an article that cannot be ordered");
    });

    it("prints the same for programs, of any seed", async () => {
      const { customers, accounts, articles, logins, login } = JSON.parse(await list("--json", "--seed", "empty")) as Contents;
      assert.deepEqual(customers, [{ customerNumber: 100000, name: "Winter Agentur GmbH" }]);
      assert.deepEqual([accounts, logins], [[], [{ username: "reseller", customerNumber: 100000 }]]);
      assert.deepEqual(articles[0], { articleNumber: 1101, title: "Web hosting S", group: "hosting", net: 4.99 });
      assert.deepEqual(login, { username: "reseller", password: "sandbox-password" });
    });
  });

  describe("with a seed", () => {
    it("starts with the seed from a file, and prints its login", async () => {
      const file = join(folder.path, "seed.json");
      const seed = {
        logins: [
          { username: "guarded", password: "p1", customerNumber: 7, secondFactor: { name: "TOTP", code: "123456" } },
          { username: "own login", password: "it's mine", customerNumber: 7 },
        ],
        customers: [{ customerNumber: 7 }],
      };
      await writeFile(file, JSON.stringify(seed));
      const { announced } = await listening("--seed", file);
      assert.deepEqual(announced.login, { username: "own login", password: "it's mine" });
      const { stdout } = await call(announced.environment, "customers.getCurrent", "--json");
      assert.equal((JSON.parse(stdout) as { customerNumber: number }).customerNumber, 7);
      const human = start(["sandbox", "--port", "0", "--seed", file]);
      assert.match(
        await human.output(/Ctrl-C/),
        /export HOSTING_USERNAME='own login'\nexport HOSTING_PASSWORD='it'\\''s mine'\n/,
      );
    });
  });

  describe("with a snapshot", () => {
    it("writes its state at the end and continues from it", async () => {
      const file = join(folder.path, "state.json");
      const first = await listening("--snapshot", file);
      assert.deepEqual(first.announced.snapshot, { file, restored: false });
      await call(first.announced.environment, "webhooks.create", "--body", hook);
      assert.equal((await end(first)).code, 0);
      assert.equal((await stat(file)).mode & 0o777, 0o600);

      const second = await listening("--snapshot", file);
      assert.deepEqual(second.announced.snapshot, { file, restored: true });
      const { stdout } = await call(second.announced.environment, "webhooks.list", "--json");
      assert.equal((JSON.parse(stdout) as [{ url: string }])[0].url, "https://agency.example/hook");
    });

    it("writes its state on SIGUSR2 and continues", async () => {
      const file = join(folder.path, "on-request.json");
      const sandbox = await listening("--snapshot", file);
      sandbox.child.kill("SIGUSR2");
      await sandbox.errors(/wrote the state to/);
      assert.equal((JSON.parse(await readFile(file, "utf8")) as { version: number }).version, 1);
      assert.equal((await call(sandbox.announced.environment, "webhooks.list")).code, 0);
    });

    it("refuses it through any link, and leaves the link in place", async () => {
      const [real, links] = [join(folder.path, "real"), join(folder.path, "links")];
      const file = join(real, "state.json");
      for (const each of [real, links]) await mkdir(each);
      await symlink(join("..", "real", "state.json"), join(links, "state.json"));
      await symlink(real, join(links, "folder"));
      const first = await listening("--snapshot", join(links, "state.json"));
      for (const other of [file, join(links, "folder", "state.json")]) {
        const { stderr } = await runInProcess(["sandbox", "--port", "0", "--snapshot", other]);
        assert.ok(stderr.includes(`is in use by the sandbox with the process id ${first.child.pid} `), stderr);
      }
      await call(first.announced.environment, "webhooks.create", "--body", hook);
      assert.equal((await end(first)).code, 0);
      assert.ok((await lstat(join(links, "state.json"))).isSymbolicLink());
      assert.match(await readFile(file, "utf8"), /agency\.example/);
      assert.deepEqual(await readdir(real), ["state.json"]);
    });

    it("does not print a password that it cannot know", async () => {
      const file = join(folder.path, "other-login.json");
      const first = await listening("--snapshot", file);
      const control = await connectSandbox(first.announced.url);
      await control.store.logins.update("reseller", { passwordHash: "sha256:other" });
      await end(first);
      const second = await listening("--snapshot", file);
      assert.equal(second.announced.login, undefined);
      assert.deepEqual(Object.keys(second.announced.environment), ["HOSTING_BASE_URL"]);
    });

    it("refuses an invalid file and leaves it unchanged", async () => {
      const file = join(folder.path, "notes.json");
      await writeFile(file, '{"version":1}');
      const { code, stderr } = await runInProcess(["sandbox", "--port", "0", "--snapshot", file]);
      assert.equal(code, 2);
      assert.match(stderr, /it is not the snapshot of a sandbox/);
      assert.equal(await readFile(file, "utf8"), '{"version":1}');
    });

    it("fails if it cannot write the snapshot at the end", async () => {
      const file = join(folder.path, "taken.json");
      const sandbox = await listening("--snapshot", file);
      await mkdir(file);
      const { code, stderr } = await end(sandbox);
      assert.equal(code, 1);
      assert.match(stderr, /taken\.json could not be written: .*the state is lost/);
    });
  });

  it("warns if other machines can reach it, and still prints an address to call", async () => {
    const sandbox = await listening("--host", "0.0.0.0");
    assert.match(sandbox.announced.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal((await call(sandbox.announced.environment, "webhooks.list")).code, 0);
    const { stderr } = await end(sandbox);
    assert.match((JSON.parse(stderr) as { notice: { message: string } }).notice.message, /0\.0\.0\.0.*other machines/);
  });

  it("names the port that is in use", async () => {
    const other = await startServer(() => ({}));
    try {
      const { port } = new URL(other.url);
      const { code, stdout, stderr } = await runInProcess(["sandbox", "--port", port]);
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, new RegExp(`cannot listen on 127\\.0\\.0\\.1, port ${port}: the port is in use.*--port 0`));
    } finally {
      await other.close();
    }
  });

  for (const [line, reported] of [
    ["--port http", "--port must be a whole number from 0 to 65535, not http"],
    ["--seed agncy", "Built-in seeds: default, empty, agency"],
    [`--seed ${join(__dirname, "..", "..", "..", "package.json")}`, "Not a seed"],
    ["--fault {", "--fault is not JSON"],
    ['--fault {"effect":{"kind":"boom"}}', 'effect.kind: must be one of "delay", '],
    ['--fault {"operation":"creatWebhook","effect":{"kind":"stall"}}', "Did you mean createWebhook"],
    ["--reading gdprIdentifer=uuid", "Did you mean gdprIdentifier?\nThe readings are "],
    ["--reading gdprIdentifier=guid", "gdprIdentifier must be one of _id, id, uid, uuid, none"],
    ["--rate-limit many", "--rate-limit must be"],
    ["--token-lifetime long", "--token-lifetime must be a time"],
    ["--registration-delay -1", "--registration-delay must be a time"],
    ["--allow-host http://sandbox.test", "allowHosts[0]: must be a host name, without scheme and port"],
    ["--snapshot ", 'must name a file, not ""'],
    ["--snapshot missing/state.json", "missing/state.json: its folder is not writable: "],
    ["default", "too many arguments"],
  ] as const)
    it(`refuses ${line.slice(0, 60)}`, async () => {
      const port = line.includes("--port") ? [] : ["--port", "0"];
      const { code, stdout, stderr } = await runInProcess(["sandbox", ...port, ...line.split(" ")], { cwd: folder.path });
      assert.ok(stderr.includes(reported), stderr);
      assert.deepEqual([code, stdout], [2, ""]);
    });
});
