import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../support/hosting.js";
import { descendants, kill } from "../support/processes.js";
import { commandTimeout, failed, type ResourceSpec, Stack, succeeded } from "../support/engine.js";
import { killedOnce } from "../support/killed.js";

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
};

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
  const select = async (name: string) => succeeded(await stack.pulumi("stack", "select", "--create", name));
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
  const noted = (): string[] => {
    const folder = join(stack.folder, "home", "hosting");
    const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
    return files.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  };
  /** The engine is killed after the provider has the domain; its provider process still gets the answer, and records it. */
  const killedOnceOrdered = async (...resources: ResourceSpec[]) => {
    await declare(...resources);
    const isNoted = () => noted().some((line) => line.includes('"answered"') && line.includes("/unanswered-test.de"));
    control().faults.add({ operation: "registerDomain", effect: { kind: "hold", when: "after" } });
    const { pid, outcome } = await stack.start(["up", "--yes", "--skip-preview"]);
    await until(() => control().faults.held().length > 0);
    const started = descendants(pid!);
    process.kill(pid!, "SIGKILL");
    control().faults.clear();
    await until(isNoted);
    for (const each of started) kill(each);
    await outcome;
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

  it("of another stack keeps its account until that stack has settled it", async () => {
    await select("holder");
    const name = await created();
    await select("orderer");
    await killedInOrder(domainIn(name));

    const reason =
      /that might also delete domain unanswered-test\.de .* \(resource "domain" of stack orderer .* sent the request on [\d-]+ and got no answer\)/;
    await select("holder");
    await declare(account("other"));
    failed(await stack.preview(), new RegExp(`cannot be replaced because of virtualName: ${reason.source}`));
    await declare();
    failed(await stack.up(), new RegExp(`was not deleted: ${reason.source}`));
    failed(await stack.destroy(), reason);
    assert.ok(hasDomain() && shop() !== undefined);

    await select("orderer");
    await up(domainIn(name));
    await isEmpty();
    await up();
    await select("holder");
    await up();
    assert.deepEqual([shop(), hasDomain(), orders()], [undefined, false, 1]);
  });

  it("of another stack keeps the domain that was adopted in the meantime", async () => {
    await select("orderer");
    await killedInOrder(domainIn("p100001"));
    await select("adopter");
    const { output } = await up(domainIn("p100001", true));
    assert.match(
      output,
      /is adopted; no new one is created\. Resource "domain" of stack orderer .* may have created it: it sent the request on [\d-]+ and got no answer\./,
    );
    const left = await up();
    assert.match(
      left.output,
      /was not deleted\. Resource "domain" of stack orderer .* may have created it: it sent the request on [\d-]+ and got no answer\./,
    );
    assert.ok(hasDomain());

    await select("orderer");
    await up(domainIn("p100001", true));
    await isEmpty();
    await up();
    assert.deepEqual([hasDomain(), orders()], [false, 1]);
  });

  it("of this stack keeps the account from being replaced or deleted until `hosting recover` has settled it", async () => {
    const name = await created();
    await killedInOrder(account(), domainIn(name));
    const reason =
      /that might also delete domain unanswered-test\.de .* \(resource "domain" of this stack sent the request on [\d-]+ and got no answer\)/;
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

  it("that only the journal knows keeps the account as well, and its result is removed from the state", async () => {
    const chain = (virtualName: string) => [account(virtualName), domainIn({ $of: ["shop", "accountIdentifier"] })];
    await up(...chain("shop"));
    await killedOnceOrdered(...chain("other"));
    const reason =
      /that might also delete domain unanswered-test\.de .* \(resource "domain" of this stack sent the request on [\d-]+ in a run that was cut off\)/;
    await declare(...chain("shop"));
    failed(await stack.preview(), reason);
    // The entry that the interrupted run has deleted is removed, and the account stays.
    await declare();
    failed(await stack.up(), reason);
    assert.ok(hasDomain());

    const { code, stdout, stderr } = await recover("--yes");
    assert.equal(code, 0, stdout + stderr);
    await up(...chain("shop"));
    await isEmpty();
    succeeded(await stack.destroy());
    assert.deepEqual([shop(), hasDomain(), orders()], [undefined, false, 3]);
  });
});
