import assert from "node:assert/strict";
import { join } from "node:path";
import { LocalWorkspace, type PulumiFn, type Stack } from "@pulumi/pulumi/automation";
import * as hosting from "pulumi-hosting";
import { startSandbox } from "../../sandbox/index.js";
import { commandTimeout, useStack } from "../support/engine.js";

const hook = (name: string, ignoreChanges: string[] = []): hosting.Webhook =>
  new hosting.Webhook(
    name,
    { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: `https://agency.example/${name}` },
    { ignoreChanges },
  );
const shop = (): hosting.VirtualAccount =>
  new hosting.VirtualAccount(
    "account",
    { customerNumber: 100001, virtualName: "shop", description: "Shop", articleNumber: 1101, password: "S3cret-of-the-shop" },
    { protect: false },
  );

/** Programs that are functions of this process: the program sees its variables, and the provider process those of the workspace. */
describe("inline programs of the Automation API", function () {
  this.timeout(6 * commandTimeout);
  const given = useStack();
  let own: NodeJS.ProcessEnv;
  const variables = (): Readonly<Record<string, string>> => ({
    ...Object.fromEntries(Object.entries(given.environment).filter(([name]) => name.startsWith("HOSTING_"))),
    HOSTING_JOURNAL: join(given.folder, "journal"),
  });

  before(() => {
    own = process.env;
    process.env = { ...process.env, ...variables() };
  });
  after(() => (process.env = own));

  const stackOf = (stackName: string, more: Readonly<Record<string, string>> = {}): Promise<Stack> =>
    LocalWorkspace.createOrSelectStack(
      { stackName, projectName: "inline", program: () => Promise.resolve() },
      { workDir: join(given.folder, "state"), envVars: { ...given.environment, ...variables(), ...more } },
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

    const { accounts, domains } = given.sandbox.control.store;
    const account = accounts.all().find(({ virtual }) => virtual?.virtualName === "shop")!.id;
    domains.insert({ ...domains.all()[0]!, id: "inline-shop.de", account, sld: "inline-shop", tld: "de", attachments: [] });
    const [destroying, unchanged] = await Promise.allSettled([
      one.preview(program(() => [hook("first"), hook("second")])),
      two.preview(program(() => hook("third"))),
    ]);
    assert.match(rejection(destroying), /- fails to delete virtual account .*inline-shop\.de, .*`forceDestroy: true`/);
    assert.equal(unchanged.status, "fulfilled");
  });

  it("are refused if their workspace has variables that the program has not, and if an option names no property", async () => {
    const elsewhere = await startSandbox();
    try {
      const other = {
        HOSTING_BASE_URL: elsewhere.url,
        HOSTING_USERNAME: "somebody",
        HOSTING_JOURNAL: join(given.folder, "another"),
      };
      const stack = await stackOf("three", other);
      const outcome = rejection((await Promise.allSettled([stack.preview(program(() => hook("hook", ["urls"])))]))[0]);
      for (const name of Object.keys(other))
        assert.match(outcome, new RegExp(`set ${name} the same in the environment of the program`));
      assert.match(outcome, /ignoreChanges: urls: unknown property/);
      assert.deepEqual(elsewhere.control.journal.requests(), []);
    } finally {
      await elsewhere.close();
    }
  });
});
