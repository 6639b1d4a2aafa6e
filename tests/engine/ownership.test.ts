import assert from "node:assert/strict";
import { join } from "node:path";
import {
  changes,
  commandTimeout,
  failed,
  type Outcome,
  type ResourceSpec,
  Stack,
  type StoredResource,
  succeeded,
} from "../support/engine.js";

const eventType = "DOMAIN_REGISTRATION_STATUS";

const hook = (
  name: string,
  rest: Partial<ResourceSpec> & { readonly headers?: object; readonly adopt?: true } = {},
): ResourceSpec => {
  const { headers, adopt, ...spec } = rest;
  const args = {
    eventType,
    method: "POST",
    url: "https://agency.example/hook",
    ...(headers && { headers }),
    ...(adopt && { adopt }),
  };
  return { type: "Webhook", name, args, ...spec };
};
const token = (name: string, options: ResourceSpec["options"] = {}): ResourceSpec => ({
  type: "ApplicationToken",
  name,
  args: { description: "deployment" },
  options,
});
const domain = (name: string, rest: object = {}): ResourceSpec => ({
  type: "Domain",
  name,
  args: { accountIdentifier: "p100001", sld: "owned", tld: "de", ...rest },
  options: { protect: false },
});

const urnOf = ({ type, name }: ResourceSpec): string =>
  `urn:pulumi:test::engine-test::pulumi-nodejs:dynamic/hosting:${type}::${name}`;

const idsIn = (resources: readonly StoredResource[]): Record<string, string> =>
  Object.fromEntries(
    resources
      .filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic/hosting:"))
      .map(({ urn, id = "" }) => [urn.split("::").at(-1)!, id]),
  );

describe("ownership of objects on the real engine", function () {
  this.timeout(10 * commandTimeout);
  let stack: Stack;

  const idsOf = async (of = stack): Promise<Record<string, string>> => idsIn((await of.export()).resources);
  const store = () => stack.sandbox.control.store;
  const liveTokens = () =>
    store()
      .applicationTokens.all()
      .filter(({ description }) => description === "deployment")
      .map(({ id }) => id)
      .sort();
  const isEmpty = (outcome: Outcome) => assert.deepEqual(changes(succeeded(outcome)), []);

  beforeEach(async () => {
    stack = await Stack.create();
  });
  afterEach(() => stack.dispose());

  it("replaces its own object for real, or preview and run refuse it alike", async () => {
    const program = [hook("hook"), token("token")];
    await stack.declare({ resources: program });
    succeeded(await stack.up());
    const before = await idsOf();

    for (const command of [stack.preview, stack.up])
      failed(await command("--replace", urnOf(program[0]!)), /webhook .* already exists \(\d+\).* explain existed-before`/);
    succeeded(await stack.pulumi("state", "taint", urnOf(program[0]!), "--yes"));
    failed(await stack.up(), /already exists.*untaint it/);
    succeeded(await stack.pulumi("state", "untaint", urnOf(program[0]!), "--yes"));
    assert.deepEqual(await idsOf(), before);
    assert.notEqual(store().webhooks.get(before["hook"]!), undefined);

    succeeded(await stack.up("--target-replace", urnOf(program[1]!)));
    const after = await idsOf();
    assert.notEqual(after["token"], before["token"]);
    assert.deepEqual(liveTokens(), [after["token"]]);
  });

  it("follows a resource whose component a failed run has recorded under a new name, as the message says", async () => {
    const within = (component: string, options: ResourceSpec["options"] = {}): ResourceSpec[] => [
      { type: "Component", name: component },
      hook(`${component}-hook`, { options: { parent: component, ...options } }),
      { ...domain(`${component}-domain`), options: { parent: component, protect: false } },
    ];
    const refusal = /already exists .*It belongs to resource .* of this stack\. .* give it an alias/;
    await stack.declare({ resources: within("old") });
    succeeded(await stack.up());
    const before = await idsOf();
    await stack.declare({ resources: within("new") });
    failed(await stack.up("--skip-preview"), refusal);
    const [renamed, ...others] = within("new", { aliases: [{ name: "old-hook" }] });
    await stack.declare({ resources: [{ ...renamed!, options: { aliases: [{ name: "old" }] } }, ...within("new").slice(1)] });
    failed(await stack.preview(), refusal);

    const inside = "urn:pulumi:test::engine-test::test:index:Component$pulumi-nodejs:dynamic/hosting:Domain::old-domain";
    succeeded(await stack.pulumi("state", "rename", inside, "new-domain", "--yes"));
    await stack.declare({ resources: [renamed!, ...others] });
    succeeded(await stack.up());
    assert.deepEqual(await idsOf(), { "new-hook": before["old-hook"], "new-domain": before["old-domain"] });
    isEmpty(await stack.preview("--refresh", "--expect-no-changes"));
  });

  it("takes over and changes nothing for a stack of that name in another backend", async () => {
    const other = await Stack.beside(stack, { PULUMI_HOME: join(stack.folder, "home") });
    try {
      const program = { resources: [hook("hook"), domain("domain"), token("token")] };
      await stack.declare(program);
      succeeded(await stack.up());
      const before = await idsOf();
      await other.declare(program);
      failed(await other.preview(), /already exists/);
      await other.declare({ resources: [token("token")] });
      succeeded(await other.up());
      assert.deepEqual(Object.keys(await idsOf(other)), ["token"]);
      assert.equal(liveTokens().length, 2);
      succeeded(await other.destroy());
      assert.deepEqual(liveTokens(), [before["token"]]);
      isEmpty(await stack.preview("--refresh", "--expect-no-changes"));
    } finally {
      await other.dispose();
    }
  });
});
