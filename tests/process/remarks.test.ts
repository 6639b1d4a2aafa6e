import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { amountOf } from "../../provider/values/money.js";
import { remarksVariable, type Remark } from "../../provider/values/remarks.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { temporaryFolder } from "../support/folder.js";
import { ProviderProcess } from "../support/provider-process.js";
import { login, messageOf, samples } from "../support/rehearsal.js";

describe("the remarks of a provider process, for the command that runs Pulumi", function () {
  this.timeout(30_000);
  const folder = temporaryFolder();
  let sandbox: Sandbox;
  before(async () => (sandbox = await startSandbox()));
  after(() => sandbox.close());

  const file = () => join(folder.path, "remarks.json");
  const remarks = async (): Promise<readonly Remark[]> =>
    (await readFile(file(), "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { readonly remark: Remark }).remark);

  const withProcess = (path: string, test: (provider: ProviderProcess) => Promise<void>): Promise<void> =>
    ProviderProcess.during({ [remarksVariable]: path }, async (provider) => {
      await provider.configure({ "hosting:baseUrl": sandbox.url, ...login });
      await test(provider);
    });

  it("have codes and amounts, in a file that only the user can read, and are not printed", async () => {
    await withProcess(file(), async (provider) => {
      assert.deepEqual((await provider.check("domain", samples.domain)).failures, []);
      assert.doesNotMatch(await provider.printed(), /ordered/);
    });
    const { text, ...remark } = (await remarks()).at(-1)!;
    assert.match(text, /^domain .* will be ordered: 12 months in advance, .*price 0\.79 EUR/);
    assert.deepEqual(
      [remark.code, remark.kind, remark.cost && amountOf(remark.cost)],
      ["order", "domain", { currency: "EUR", net: 0.79, once: 0, isMost: false }],
    );
    if (process.platform !== "win32") assert.equal((await stat(file())).mode & 0o777, 0o600);
  });

  it("contain no secret, whatever names and messages contain", async () => {
    await withProcess(file(), async (provider) => {
      const id = "planted-secret-value-1";
      const message = await messageOf(provider.read("webhook", `#${id}`, { ...samples.webhook, headers: { key: id } }));
      assert.match(message, /could not be read/);
    });
    const remark = (await remarks()).at(-1)!;
    assert.deepEqual([remark.code, remark.kind], ["unread", "webhook"]);
    assert.match(remark.text, /^could not be read\. /);
    assert.doesNotMatch(await readFile(file(), "utf8"), /planted/);
  });
});
