import assert from "node:assert/strict";
import { commandTimeout, failed, type Outcome, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

/** An object that is gone from the provider and would be billed again: the test follows the message. */
describe("a domain that is gone, on the real engine", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;

  const hook: ResourceSpec = {
    type: "Webhook",
    name: "hook",
    args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" },
  };
  const branch: ResourceSpec = {
    type: "Provider",
    name: "branch office",
    as: "branch",
    args: { username: "reseller", password: { $secret: "sandbox-password" } },
  };
  const domain = (name: string, options: Record<string, unknown> = {}): ResourceSpec => ({
    type: "Domain",
    name,
    args: { accountIdentifier: "p100001", sld: name, tld: "de" },
    options,
  });
  const kept = () => [hook, { ...branch, args: { ...(branch.args as object), baseUrl: stack.sandbox.url } }];
  const domains = () => [domain("own-gone"), domain("branch-gone", { provider: "branch" })];

  before(async () => {
    stack = await Stack.create();
    await stack.declare({ resources: [...kept(), ...domains()] });
    succeeded(await stack.up());
  });
  after(() => stack.dispose());

  const settled = async (): Promise<void> => void succeeded(await stack.preview("--refresh", "--expect-no-changes"));

  async function lost(): Promise<Outcome> {
    const { domains } = stack.sandbox.control.store;
    for (const name of ["own-gone.de", "branch-gone.de"]) domains.delete(name);
    return failed(await stack.refresh(), /own-gone\.de .*is gone\. It stays in the state/);
  }

  it("is ordered again with the variable that the message names, the one of its provider", async () => {
    const { output } = await lost();
    const variables = Array.from(output.matchAll(/run `(\w+)=recreate pulumi refresh`/g), ([, name]) => name!);
    assert.deepEqual(Array.from(new Set(variables)).sort(), ["HOSTING_BRANCH_OFFICE_WHEN_GONE", "HOSTING_WHEN_GONE"]);
    const environment = Object.fromEntries(variables.map((name) => [name, "recreate"]));
    const refresh = await stack.start(["refresh", "--yes", "--skip-preview"], environment);
    succeeded(await refresh.outcome);
    succeeded(await stack.up());
    assert.ok(stack.sandbox.control.store.domains.get("own-gone.de"));
    assert.ok(stack.sandbox.control.store.domains.get("branch-gone.de"));
    await settled();
  });
});
