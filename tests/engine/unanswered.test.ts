import assert from "node:assert/strict";
import { run } from "../support/hosting.js";
import { commandTimeout, failed, type ResourceSpec, Stack, succeeded } from "../support/engine.js";
import { killedOnce } from "../support/killed.js";

const account = (virtualName = "shop"): ResourceSpec => ({
  type: "VirtualAccount",
  name: "shop",
  args: {
    customerNumber: 100001,
    articleNumber: 1101,
    virtualName,
    description: "Shop",
    password: "Sandbox-password-1",
    forceDestroy: true,
  },
  options: { protect: false },
});
const domainIn = (accountIdentifier: unknown, adopt?: true): ResourceSpec => ({
  type: "Domain",
  name: "domain",
  args: { accountIdentifier, sld: "unanswered-test", tld: "de", ...(adopt && { adopt }) },
  options: { protect: false },
});

describe("an order without an answer, on the real engine", function () {
  this.timeout(12 * commandTimeout);
  let stack: Stack;
  const control = () => stack.sandbox.control;
  const isEmpty = async () => succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  const hasDomain = () => control().store.domains.get("unanswered-test.de") !== undefined;
  const orders = () =>
    control()
      .journal.requests({ operation: "registerDomain" })
      .filter(({ effect }) => effect).length;
  const shop = () =>
    control()
      .store.accounts.all()
      .find(({ virtual }) => virtual?.virtualName === "shop");
  const declare = (...resources: ResourceSpec[]) => stack.declare({ resources });
  const up = async (...resources: ResourceSpec[]) => {
    await declare(...resources);
    return succeeded(await stack.up());
  };
  const recover = (...flags: string[]) =>
    run(["recover", "--cwd", stack.folder, ...flags], { env: { HOME: stack.folder, ...stack.environment } });
  /** The engine is killed after the provider has the domain, and before it learns that. */
  const killedInOrder = async (...resources: ResourceSpec[]) => {
    await declare(...resources);
    control().faults.add({ operation: "registerDomain", effect: { kind: "hold", when: "after" } });
    await killedOnce(await stack.start(["up", "--yes", "--skip-preview"]), hasDomain);
    control().faults.clear();
    await stack.pulumi("cancel", "--yes");
  };
  const created = async (): Promise<string> => {
    await up(account());
    return shop()!.id;
  };

  beforeEach(async () => {
    stack = await Stack.create();
  });
  afterEach(() => stack.dispose());
  it("of this stack keeps the account from being replaced or deleted until `hosting recover` has settled it", async () => {
    const name = await created();
    await killedInOrder(account(), domainIn(name));
    const reason = /it may hold domain unanswered-test\.de .*, which resource "domain" of this stack requested on [\d-]+\./;
    await declare(account("other"), domainIn({ $of: ["shop", "name"] }));
    failed(await stack.preview(), reason);
    await declare();
    failed(await stack.destroy(), reason);
    assert.ok(hasDomain() && shop() !== undefined);

    const { code, stdout, stderr } = await recover("--yes");
    assert.equal(code, 0, stdout + stderr);
    await declare(account(), domainIn(name));
    await isEmpty();
    succeeded(await stack.destroy());
    assert.deepEqual([shop(), hasDomain(), orders()], [undefined, false, 1]);
  });
});
