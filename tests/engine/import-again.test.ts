import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "../../sdk/index.js";
import { commandTimeout, Stack } from "../support/engine.js";
import { type Ended, run } from "../support/hosting.js";
import { assertFormatted, assertStrict } from "../support/program-quality.js";

interface JsonReport {
  readonly files: readonly { readonly file: string; readonly action: string }[];
  readonly state: {
    readonly entered: readonly string[];
    readonly rest: readonly { readonly op: string; readonly urn: string }[];
  };
}

describe("hosting import of more than before, with the real CLI", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;
  let out: string;

  beforeEach(async () => {
    stack = await Stack.create({ seed: "agency" });
    out = join(stack.folder, "imported");
  });
  afterEach(() => stack.dispose());

  const client = () =>
    createClient({ baseUrl: stack.sandbox.url, credentials: { username: "reseller", password: "sandbox-password" } });

  const importing = (...flags: string[]): Promise<Ended> =>
    run(["import", "--out", out, "--stack", "test", ...flags], { env: { HOME: stack.folder, ...stack.environment } });

  async function reported(...flags: string[]): Promise<JsonReport> {
    const ended = await importing("--json", ...flags);
    assert.equal(ended.code, 0, ended.stderr + ended.stdout);
    return JSON.parse(ended.stdout) as JsonReport;
  }

  const pulumi = async (...args: string[]): Promise<string> => {
    const env = { PATH: process.env["PATH"], ...stack.environment };
    const { stdout } = await promisify(execFile)("pulumi", [...args, "--stack", "test", "--non-interactive"], { cwd: out, env });
    return stdout;
  };

  /** Every file of the folder that an import writes, by name. */
  async function files(): Promise<ReadonlyMap<string, string>> {
    const names = (await readdir(out, { recursive: true })).filter((file) => /\.(ts|json|reading)$/.test(file)).sort();
    return new Map(await Promise.all(names.map(async (file) => [file, await readFile(join(out, file), "utf8")] as const)));
  }

  it("enters the account of a domain that the state has, and leaves the files as they were if the program is refused", async () => {
    const { domains } = client();
    await domains.register({ accountIdentifier: "p111001", body: { sld: "in-virtual", tld: "de" } });
    await reported("--customer", "110001", "--only", "domain", "--only", "subdomain");
    const before = await files();

    await pulumi("config", "set", "hosting:whenGones", "recreate");
    const refused = await importing();
    assert.equal(refused.code, 1, refused.stdout);
    assert.match(refused.stderr, /The program cannot be previewed, so nothing was written\. .*whenGones/);
    assert.deepEqual(await files(), before);
    await pulumi("config", "rm", "hosting:whenGones");

    // More kinds than those that were named before.
    const { state } = await reported("--skip", "gdprTom");
    assert.ok(state.entered.some((urn) => urn.endsWith("VirtualAccount::baeckerei-albrecht-2")));
    assert.deepEqual(state.rest, []);
    assert.match((await files()).get("customers/110001.ts")!, /account: baeckereiAlbrecht2\.accountIdentifier/);
  });

  it("keeps URNs, and the rest of a file that it was not to read", async () => {
    const urns = async () =>
      (JSON.parse(await pulumi("stack", "export")) as { deployment: { resources: { urn: string }[] } }).deployment.resources.map(
        ({ urn }) => urn,
      );
    await reported("--customer", "110001", "--only", "subdomain");
    const before = await urns();
    const wider = await reported("--skip", "gdprContact", "--skip", "gdprTom", "--skip", "webhook");
    assert.deepEqual(wider.state.rest, []);
    const after = await urns();
    assert.deepEqual(
      before.filter((urn) => !after.includes(urn)),
      [],
    );

    const settings = await reported("--only", "contractPartner", "--only", "billingSettings");
    assert.deepEqual([settings.state.rest, settings.state.entered.length], [[], 2]);
    assert.ok(settings.files.some(({ file, action }) => file === "customers/110001.ts" && action === "write"));
    const names = [...(await files()).keys()];
    await assertFormatted(out, [...names.filter((name) => name.endsWith(".ts")), "hosting-import.json"]);
    await assertStrict(out);
  });
});
