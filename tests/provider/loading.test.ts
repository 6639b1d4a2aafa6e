import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(__dirname, "..", "..", "..");

/** The files that are loaded once a script has run, relative to the checkout. */
async function loadedBy(script: string): Promise<string[]> {
  const tell = "console.log(JSON.stringify(Object.keys(require.cache)))";
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", `${script};${tell}`], { cwd: root });
  return (JSON.parse(stdout) as string[]).map((file) => file.slice(root.length + 1).replaceAll("\\", "/"));
}

const needless = /^node_modules\/undici\/|^dist\/sdk\/(client|transport|operations\/)|^dist\/provider\/lookups\.js$/;

describe("what is loaded before it is needed", function () {
  this.timeout(60_000);

  it("is neither the client nor the table of operations, in a program that looks nothing up", async () => {
    const files = await loadedBy('const { Webhook } = require("pulumi-hosting"); Webhook.name');
    assert.ok(files.includes("dist/provider/resources/webhook.js"));
    assert.deepEqual(
      files.filter((file) => needless.test(file)),
      [],
    );
  });

  it("is neither of them nor any other kind, in the provider's process", async () => {
    const files = await loadedBy('require("pulumi-hosting/provider").webhook');
    assert.deepEqual(
      files.filter((file) => needless.test(file)),
      [],
    );
    assert.deepEqual(
      files.filter((file) => file.startsWith("dist/provider/resources/")),
      ["dist/provider/resources/webhook.js"],
    );
  });
});
