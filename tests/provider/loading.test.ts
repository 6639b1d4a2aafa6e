import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as hosting from "../../provider/index.js";
import { entryPath, entrySource } from "../../tools/generate/entry.js";

const root = join(__dirname, "..", "..", "..");

/** The files that a script has loaded, relative to the checkout. */
async function loadedBy(script: string, environment: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const tell = "console.log(JSON.stringify(Object.keys(require.cache)))";
  const whole = `(async () => { ${script} })().then(() => ${tell})`;
  const env = { ...process.env, ...environment };
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", whole], { cwd: root, env });
  return (JSON.parse(stdout) as string[]).map((file) => file.slice(root.length + 1).replaceAll("\\", "/"));
}

/** The modules that the entry for Pulumi's provider process holds in one file, one by one: each runs when this loads its file. */
const providerModules = "./dist/provider/dynamic.js";

const needless = /^node_modules\/undici\/|^dist\/sdk\/(client|transport|operations\/)|^dist\/provider\/lookups\.js$/;

describe("what is loaded before it is needed", function () {
  this.timeout(60_000);

  it("excludes the resources and their schemas in a program that imports the package", async () => {
    const files = await loadedBy('require("pulumi-hosting")');
    assert.ok(files.includes("dist/provider/main.generated.js"));
    assert.deepEqual(
      files.filter((file) => /^node_modules\/zod\/|^dist\/provider\/resources\//.test(file)),
      [],
    );
  });

  it("excludes the client and the operation table in a program without lookups", async () => {
    const files = await loadedBy('Object.values(require("pulumi-hosting"))');
    assert.ok(files.includes("dist/provider/resources/webhook.js"));
    assert.deepEqual(
      files.filter((file) => needless.test(file)),
      [],
    );
  });

  it("is one file of this package and zod in the provider process, whatever its kinds", async () => {
    const files = await loadedBy('const { webhook, domain, subdomain } = require("pulumi-hosting/provider")');
    const ofPulumi = await loadedBy('require("@pulumi/pulumi")');
    assert.deepEqual(
      files.filter((file) => !file.startsWith("node_modules/zod/") && !ofPulumi.includes(file)),
      ["dist/provider/bundled.js"],
    );
  });

  it("excludes the client while the provider process compares what has not changed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "loading-"));
    try {
      const files = await loadedBy(
        `
          const { webhook } = require("${providerModules}");
          const settings = { "hosting:baseUrl": "http://127.0.0.1:1", "hosting:username": "a", "hosting:password": "b" };
          const inputs = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/", __resource: "hook" };
          await webhook.configure({ config: { get: (key) => settings[key] } });
          const { failures } = await webhook.check(inputs, inputs);
          const { changes } = await webhook.diff("1", { ...inputs, uid: "1" }, inputs);
          if (failures.length > 0 || changes) throw new Error("nothing has changed");
        `,
        { HOSTING_JOURNAL: folder },
      );
      assert.deepEqual(
        files.filter((file) => needless.test(file)),
        [],
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("the entries of the package", () => {
  it("match the index in the source; if not, run npm run generate", async () => {
    assert.equal(await readFile(join(root, entryPath), "utf8"), entrySource());
  });

  it("export the same names with require and import", () => {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- as programs do that are no modules
    const required = require("pulumi-hosting") as Readonly<Record<string, unknown>>;
    assert.deepEqual(Object.keys(required).sort(), Object.keys(hosting).sort());
    for (const [name, value] of Object.entries(hosting)) assert.equal(required[name], value, name);
  });
});
