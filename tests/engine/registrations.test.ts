import assert from "node:assert/strict";
import { commandTimeout, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

describe("a registration with a problem", function () {
  this.timeout(3 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  it("is named by each refresh, with its status as the provider shows it, without drift", async () => {
    const alarming = ["failed", "pendingDelete", "ok,serverHold"];
    const usual = ["ok", "clientDeleteProhibited clientTransferProhibited"];
    const states = [...alarming, ...usual];
    const domain = (_: string, index: number): ResourceSpec => ({
      type: "Domain",
      name: `domain-${index}`,
      args: { accountIdentifier: "p100001", sld: `state-${index}`, tld: "de" },
      options: { protect: false },
    });
    await stack.declare({ resources: states.map(domain) });
    succeeded(await stack.up());
    const { domains } = stack.sandbox.control.store;
    states.forEach((registryStatus, index) => domains.update(`state-${index}.de`, { registryStatus }));

    const { output } = succeeded(await stack.preview("--refresh", "--expect-no-changes"));
    const named = [...output.matchAll(/domain (state-\d)\.de of account p100001 .*: its registration status is "(.*?)"\./g)];
    assert.deepEqual(named.map(([, name, status]) => `${name} ${status}`).sort(), [
      "state-0 failed",
      "state-1 pendingDelete",
      "state-2 ok,serverHold",
    ]);
  });
});
