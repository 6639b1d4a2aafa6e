import assert from "node:assert/strict";
import { mkdir, readFile, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../support/folder.js";
import { json, type Handler } from "../support/server.js";
import { endAll, start } from "../support/hosting.js";
import { runInProcess } from "../support/hosting-in-process.js";
import { against, assertFailed, errorIn, hook, intoFullDevice, useCalls } from "./calls.js";

describe("hosting call protects secrets", function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  // Before the sandbox is reset, so that no command that ends late reaches it after.
  afterEach(endAll);
  const { sandbox, call, assertUsage } = useCalls();

  it("of answers with a mask, unless --show-secrets is set", async () => {
    const body = JSON.stringify({ ...hook, headers: { "X-Key": "HUSH-HUSH" } });
    const created = await call(["webhooks.create", "--body", body]);
    assert.equal((JSON.parse(created.stdout) as { headers: unknown }).headers, "[secret]");
    assert.match(created.stderr, /--show-secrets/);
    const list = await call(["webhooks.list"]);
    for (const { stdout, stderr } of [created, list]) assert.doesNotMatch(stdout + stderr, /HUSH/);
    const shown = await call(["webhooks.list", "--show-secrets"]);
    assert.deepEqual((JSON.parse(shown.stdout) as [{ headers: unknown }])[0].headers, { "X-Key": "HUSH-HUSH" });
    assert.equal(shown.stderr, "");
  });

  it("from being overwritten with their mask", async () => {
    const update = ["webhooks.update", "-p", "webhookIdentifier=1", "--body", "-", "--json"];
    const ended = await call(update, { input: JSON.stringify({ ...hook, headers: { "X-Key": "Bearer [secret]" } }) });
    assertUsage(ended, "This command shows [secret] in place of a secret");
    assert.deepEqual(errorIn(ended.stderr)["problems"], ["body.headers: must be the secret itself, not [secret]"]);
  });

  it("of the login in whatever the server echoes", async () => {
    const handler: Handler = ({ headers, url }, response) =>
      url.includes("templates")
        ? [{ name: `seen ${headers.authorization ?? ""} sandbox-password` }]
        : json(response, 500, { message: `leak ${headers.authorization ?? ""} sandbox-password` });
    await against(handler, async (env) => {
      const answered = await runInProcess(["call", "mailing.listTemplates"], { env });
      const failed = await runInProcess(["call", "webhooks.create", "--body", JSON.stringify(hook), "--json"], { env });
      assert.match(answered.stdout, /seen Bearer \[secret\] \[secret\]/);
      assert.match(failed.stderr, /leak Bearer \[secret\] \[secret\]/);
      for (const { stdout, stderr } of [answered, failed]) assert.doesNotMatch(stdout + stderr, /TOKEN-ONE|sandbox-password/);
    });
  });

  const createToken = ["createApplicationToken", "--body", '{"description":"CI"}'];

  it("that are shown only once: sends nothing unless they can be delivered", async () => {
    assertUsage(await call(createToken), "shows its token only once");
    const { code, stdout } = await call([...createToken, "--show-secrets"]);
    assert.equal(code, 0);
    assert.match((JSON.parse(stdout) as { token: string }).token, /^MW_/);
  });

  it("in a file that only its owner may read, with --output", async () => {
    const file = join(folder.path, "token.json");
    const { code, stdout, stderr } = await call([...createToken, "--output", file]);
    assert.equal(code, 0, stderr);
    const { token } = JSON.parse(await readFile(file, "utf8")) as { token: string };
    assert.match(token, /^MW_/);
    assert.ok(!(stdout + stderr).includes(token));
    assert.equal((await stat(file)).mode & 0o777, 0o600);
  });

  it("that are shown only once from an order without a place for them", async () => {
    const account = { virtualName: "sommer-2", description: "Shop", article: { articleNumber: 1201 }, password: "HUSH" };
    const order = ["accounts.createVirtual", "-p", "customerNumber=100001", "--body", JSON.stringify(account)];
    assertFailed(await call(order), 3, "its password only once: also pass --output FILE");
    // A dry run looks up the price.
    sandbox.control.journal.clear();
    assertUsage(await call([...order, "--yes"]), "shows its password only once, and this command would mask it");
  });

  it("that are shown only once from a link to a file that exists", async () => {
    const file = join(folder.path, "taken");
    await symlink(`${file}.target`, file);
    assertUsage(await call([...createToken, "--output", file]), "it already exists");
  });

  const secretOnce = { uuid: "5f1e", token: "HUSH-HUSH", description: "CI", crdate: "2026-01-01T00:00:00Z" };
  const lost: readonly (readonly [name: string, interfere: (file: string) => Promise<unknown>, kept: RegExp])[] = [
    ["its name was taken in the meantime", (file) => writeFile(file, "another's"), /\.token\.json\.\d+\.part$/],
    [
      "its folder was removed",
      (file) => rm(join(file, ".."), { recursive: true }),
      /^hosting-createApplicationToken\.\d+\.json$/,
    ],
  ];
  for (const [name, interfere, place] of lost)
    it(`that are shown only once in another file if ${name}`, async () => {
      const file = join(folder.path, name, "token.json");
      await mkdir(join(file, ".."));
      const handler: Handler = async () => {
        await interfere(file);
        return secretOnce;
      };
      await against(handler, async (env) => {
        const { code, stdout, stderr } = await runInProcess(["call", ...createToken, "-o", file, "--json"], {
          env,
          cwd: folder.path,
        });
        assert.deepEqual([code, stdout], [1, ""]);
        const { kind, operation, effect, message, kept } = errorIn(stderr) as Record<string, string>;
        assert.deepEqual([kind, operation, effect], ["UndeliveredError", "createApplicationToken", "possible"]);
        assert.match(message!, /It took effect[^]*"uuid":"5f1e"/);
        assert.doesNotMatch(message!, /HUSH/);
        assert.match(kept!, place);
        const path = join(kept!.startsWith("/") ? "" : folder.path, kept!);
        assert.deepEqual(JSON.parse(await readFile(path, "utf8")), secretOnce);
        assert.equal((await stat(path)).mode & 0o777, 0o600);
        if (name.includes("taken")) assert.equal(await readFile(file, "utf8"), "another's");
      });
    });

  describe("writes secrets that are shown only once to a file if standard output fails", () => {
    const assertKept = async (cwd: string, stderr: string): Promise<void> => {
      assert.doesNotMatch(stderr, /HUSH/);
      const names = await readdir(cwd);
      assert.equal(names.length, 1);
      assert.ok(stderr.includes(`The whole answer is in ${names[0]}, `), stderr);
      assert.deepEqual(JSON.parse(await readFile(join(cwd, names[0]!), "utf8")), secretOnce);
    };
    const ownFolder = (name: string) => mkdir(join(folder.path, name), { recursive: true }).then((path) => path!);

    it("because its device is full", async () => {
      const cwd = await ownFolder("full");
      await against(
        () => secretOnce,
        async (env) => assertKept(cwd, (await intoFullDevice([...createToken, "--show-secrets"], { env, cwd })).stderr),
      );
    });

    it("because its reader is gone", async () => {
      const cwd = await ownFolder("gone");
      let readerGoes: () => void;
      const handler: Handler = () => {
        readerGoes();
        return secretOnce;
      };
      await against(handler, async (env) => {
        const { child, ended } = start(["call", ...createToken, "--show-secrets"], { env, cwd });
        readerGoes = () => child.stdout.destroy();
        const { code, stderr } = await ended;
        assert.equal(code, 1);
        await assertKept(cwd, stderr);
      });
    });
  });
});
