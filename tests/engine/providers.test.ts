import assert from "node:assert/strict";
import { changes, commandTimeout, failed, succeeded, useStack } from "../support/engine.js";
import { domain, provider, webhook } from "../support/resources.js";

describe("explicit providers on the real engine", function () {
  this.timeout(6 * commandTimeout);
  const stack = useStack();
  const owners = () =>
    stack.sandbox.control.store.webhooks
      .all()
      .map(({ login }) => login)
      .sort();
  const agency = (password = "agency-password") =>
    provider("second", stack.sandbox.url, { username: "agency", password: { $secret: password } });
  const own = () => provider("own", stack.sandbox.url);
  const hooks = (of: string) => [webhook("one", {}, { provider: of }), webhook("two", {}, { provider: of })];

  it("manage a second account with its own login, whatever the environment sets, and change nothing if that is renewed", async () => {
    await stack.applied(webhook("first"), agency(), webhook("of-second", {}, { provider: "second" }));
    assert.deepEqual(owners(), ["agency", "reseller"]);
    assert.ok(!(await stack.export()).text.includes("agency-password"));

    const { logins } = stack.sandbox.control.store;
    const before = logins.get("agency")!.passwordHash;
    logins.update("agency", { passwordHash: logins.get("reseller")!.passwordHash });
    const renewed = [webhook("first"), agency("sandbox-password"), webhook("of-second", {}, { provider: "second" })];
    assert.deepEqual(changes(await stack.applied(...renewed)), []);
    await stack.settled();
    logins.update("agency", { passwordHash: before });
  });

  it("do not take a resource for unchanged that moves to an account without it, which moves as the message says", async () => {
    await stack.applied(own(), agency(), ...hooks("own"));
    stack.sandbox.control.journal.clear();
    await stack.declare({ resources: [own(), agency(), ...hooks("second")] });
    failed(await stack.up(), /webhook .* was not compared\. .* explain elsewhere`/);
    assert.deepEqual(stack.writes(), []);
    await stack.applied(own(), agency());
    await stack.applied(own(), agency(), ...hooks("second"));
    assert.deepEqual(owners(), ["agency", "agency"]);
    await stack.settled();
    succeeded(await stack.destroy());
    assert.deepEqual(owners(), []);
  });

  it("let what is gone be ordered again with the variable that the message names, which is that of its provider", async () => {
    const branch = { ...provider("branch office", stack.sandbox.url), as: "branch" };
    await stack.applied(branch, domain("own-gone"), domain("branch-gone", {}, { provider: "branch" }));
    const { domains } = stack.sandbox.control.store;
    for (const name of ["own-gone.de", "branch-gone.de"]) domains.delete(name);
    const { output } = failed(await stack.refresh(), /own-gone\.de .*is gone/);
    const variables = new Set(Array.from(output.matchAll(/run `(\w+)=recreate pulumi refresh`/g), ([, name]) => name!));
    assert.deepEqual([...variables].sort(), ["HOSTING_BRANCH_OFFICE_WHEN_GONE", "HOSTING_WHEN_GONE"]);
    const environment = Object.fromEntries([...variables].map((name) => [name, "recreate"]));
    succeeded(await (await stack.start(["refresh", "--yes", "--skip-preview"], environment)).outcome);
    succeeded(await stack.up());
    assert.ok(domains.get("own-gone.de") && domains.get("branch-gone.de"));
    await stack.settled();
  });
});
