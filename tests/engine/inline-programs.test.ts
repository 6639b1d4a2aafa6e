import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { LocalWorkspace, type PulumiFn, type Stack } from "@pulumi/pulumi/automation";
import * as hosting from "pulumi-hosting";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { backendVariables, lightStart } from "../support/backend.js";
import { commandTimeout } from "../support/engine.js";

const hook = (name: string, ignoreChanges: string[] = []): hosting.Webhook =>
  new hosting.Webhook(
    name,
    { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: `https://agency.example/${name}` },
    { ignoreChanges },
  );

function shop(): void {
  new hosting.VirtualAccount(
    "account",
    { customerNumber: 100001, virtualName: "shop", description: "Shop", articleNumber: 1101, password: "S3cret-of-the-shop" },
    { protect: false },
  );
}

/** Programs that are functions of this process: the program sees its variables, and the provider process those of the workspace. */
describe("inline programs of the Automation API", function () {
  this.timeout(6 * commandTimeout);
  let sandbox: Sandbox;
  let folder: string;
  let shared: Readonly<Record<string, string>>;
  let variablesBefore: NodeJS.ProcessEnv;

  before(async () => {
    sandbox = await startSandbox({ registrationDelay: 0 });
    const parent = resolve(__dirname, "..", "..", "..", ".cache", "engine-tests");
    await mkdir(parent, { recursive: true });
    folder = await mkdtemp(join(parent, "inline-"));
    await mkdir(join(folder, "state"));
    shared = {
      HOSTING_BASE_URL: sandbox.url,
      HOSTING_USERNAME: "reseller",
      HOSTING_PASSWORD: "sandbox-password",
      HOSTING_JOURNAL: join(folder, "journal"),
    };
    variablesBefore = { ...process.env };
    Object.assign(process.env, shared);
  });
  after(async () => {
    for (const name of Object.keys(shared)) {
      const value = variablesBefore[name];
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  });

  const stackOf = (stackName: string, variables: Readonly<Record<string, string>> = {}): Promise<Stack> =>
    LocalWorkspace.createOrSelectStack(
      { stackName, projectName: "inline", program: () => Promise.resolve() },
      {
        workDir: folder,
        envVars: {
          ...backendVariables(folder),
          ...lightStart,
          PULUMI_HOME: join(folder, "home"),
          PULUMI_CONFIG_PASSPHRASE: "inline-test",
          PULUMI_SKIP_UPDATE_CHECK: "true",
          ...shared,
          ...variables,
        },
      },
    );
  const program = (declare: () => unknown): { readonly program: PulumiFn } => ({
    program: () => {
      declare();
      return Promise.resolve();
    },
  });
  const rejection = (outcome: PromiseSettledResult<unknown>): string =>
    outcome.status === "rejected" ? (outcome.reason as Error).message : "";

  it("say what their own stack's run removes, and fail a preview, while others run in the same process", async () => {
    const [one, two] = await Promise.all([stackOf("one"), stackOf("two")]);
    await Promise.all([one.up(program(() => [shop(), hook("first"), hook("second")])), two.up(program(() => hook("third")))]);
    const [kept, emptied] = await Promise.all([
      one.preview(program(() => [shop(), hook("first")])),
      two.preview(program(() => undefined)),
    ]);
    const deleted = (output: string) =>
      [...output.matchAll(/^ +- deletes webhook \d+ \(resource "(\w+)"\)\.$/gm)].map(([, name]) => name);
    assert.deepEqual([deleted(kept.stdout), deleted(emptied.stdout)], [["second"], ["third"]]);

    const { accounts, domains } = sandbox.control.store;
    const account = accounts.all().find(({ virtual }) => virtual?.virtualName === "shop")!.id;
    domains.insert({ ...domains.all()[0]!, id: "inline-shop.de", account, sld: "inline-shop", tld: "de", attachments: [] });
    const [destroying, unchanged] = await Promise.allSettled([
      one.preview(program(() => [hook("first"), hook("second")])),
      two.preview(program(() => hook("third"))),
    ]);
    assert.match(
      rejection(destroying),
      /error: The program no longer declares[^]*- fails to delete virtual account .* also delete domain p\d+\/inline-shop\.de, .*`forceDestroy: true`/,
    );
    assert.equal(unchanged.status, "fulfilled");
  });

  it("are refused if their workspace has variables that the program has not, and if an option names no property", async () => {
    const elsewhere = await startSandbox();
    try {
      const names = ["HOSTING_BASE_URL", "HOSTING_USERNAME", "HOSTING_JOURNAL"] as const;
      const values = [elsewhere.url, "somebody", join(folder, "another")];
      const stack = await stackOf("three", Object.fromEntries(names.map((name, index) => [name, values[index]!])));
      const outcome = rejection((await Promise.allSettled([stack.preview(program(() => hook("hook", ["urls"])))]))[0]);
      for (const name of names) assert.match(outcome, new RegExp(`set ${name} the same in the environment of the program`));
      assert.match(outcome, /ignoreChanges: urls: unknown property\. Did you mean url\?/);
      assert.deepEqual(elsewhere.control.journal.requests(), []);
    } finally {
      await elsewhere.close();
    }
  });
});
