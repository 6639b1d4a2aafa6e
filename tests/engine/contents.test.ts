import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { commandTimeout, failed, type ResourceSpec, Stack, succeeded, urnOf } from "../support/engine.js";

const account = (options: ResourceSpec["options"] = {}): ResourceSpec => ({
  type: "VirtualAccount",
  name: "shop",
  args: { customerNumber: 100001, articleNumber: 1101, virtualName: "shop", description: "Shop", password: "Sandbox-password-1" },
  options: { protect: false, ...options },
});
const forced: ResourceSpec = { ...account(), args: { ...(account().args as object), forceDestroy: true } };
const domainIn = (
  accountIdentifier: unknown,
  options: ResourceSpec["options"] = { protect: false },
  adopt?: true,
): ResourceSpec => ({
  type: "Domain",
  name: "shop-domain",
  args: { accountIdentifier, sld: "contents-test", tld: "de", ...(adopt && { adopt }) },
  options,
});
const blogIn = (accountIdentifier: unknown, options: ResourceSpec["options"] = {}): ResourceSpec => ({
  type: "Subdomain",
  name: "blog",
  args: { accountIdentifier, domainIdentifier: "contents-test.de", name: "blog", target: "/blog" },
  options,
});

describe("objects inside an object that leaves the state, on the real engine", function () {
  this.timeout(12 * commandTimeout);
  let stack: Stack;
  const store = () => stack.sandbox.control.store;
  const select = async (name: string) => succeeded(await stack.pulumi("stack", "select", "--create", name));
  const isEmpty = async () => succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  const shop = () =>
    store()
      .accounts.all()
      .find(({ virtual }) => virtual?.virtualName === "shop");
  const hasDomain = () => store().domains.get("contents-test.de") !== undefined;
  const hasBlog = () =>
    store()
      .subdomains.all()
      .some(({ name }) => name === "blog");
  const declare = (...resources: ResourceSpec[]) => stack.declare({ resources });
  const up = async (...resources: ResourceSpec[]) => {
    await declare(...resources);
    return succeeded(await stack.up());
  };
  /** Creates the account, and returns its name: as a literal it causes no dependency. */
  const created = async (): Promise<string> => {
    await up(account());
    return shop()!.id;
  };

  beforeEach(async () => {
    stack = await Stack.create();
  });
  afterEach(() => stack.dispose());

  it("keep their account if the program still declares the domain or this run does not delete it", async () => {
    const name = await created();
    const held = domainIn(name, {});
    await up(account(), held);

    // The claims of this run are enough, as in a CI job without a journal.
    await rm(join(stack.folder, "home", "hosting"), { recursive: true });
    await declare(held);
    const reason =
      /virtual account shop .* was not deleted: that would also delete domain \S+contents-test\.de \(resource "shop-domain" of this/;
    failed(await stack.up(), new RegExp(`${reason.source} program\\)\\. .* explain own-inside`));
    await declare(account(), held);
    await isEmpty();
    failed(await stack.destroy("--target", urnOf("VirtualAccount", "shop")), new RegExp(`${reason.source} stack\\)\\. `));
    assert.ok(hasDomain());
  });

  it("are deleted with their parent in one run of a program with literal ids, and one after the other if removed one by one", async () => {
    const name = await created();
    const both = [account(), domainIn(name)];
    await up(...both);
    await up();
    assert.deepEqual([shop(), hasDomain()], [undefined, false]);

    const next = await created();
    // So the account comes first, and the domain's deletion cannot begin at the same time.
    await up(domainIn(next), account({ dependsOn: "shop-domain" }));
    failed(await stack.destroy(), /run `pulumi destroy --target` for that first/);
    assert.ok(hasDomain());
    await up(domainIn(next), account());
    succeeded(await stack.destroy("--target", urnOf("Domain", "shop-domain")));
    succeeded(await stack.destroy());
    assert.deepEqual([shop(), hasDomain()], [undefined, false]);
  });

  it("let the account be deleted with the domain that declares `deletedWith`, once it says `forceDestroy`", async () => {
    const name = await created();
    const inside = domainIn(name, { protect: false, deletedWith: "shop" });
    await declare(account(), inside);
    failed(await stack.preview(), /Domain "shop-domain": `deletedWith` needs `forceDestroy: true` on VirtualAccount "shop"/);
    await up(forced, inside);
    // As on a fresh runner.
    await rm(join(stack.folder, "home", "hosting"), { recursive: true });
    const { output } = succeeded(await stack.destroy());
    assert.match(output, /also deleted domain \S+\/contents-test\.de, as `forceDestroy` says/);
    assert.deepEqual([shop(), hasDomain()], [undefined, false]);
  });

  it("lose the claims of one stack once that is destroyed and another one has the domain", async () => {
    const own = [domainIn("p100001"), blogIn("p100001", { deletedWith: "shop-domain" })];
    await up(...own);
    await select("second");
    await up(domainIn("p100001", { protect: false }, true));
    await select("test");
    const { output } = succeeded(await stack.destroy());
    assert.match(output, /was not deleted: .*has it as well\. .*contents stay: subdomain \S+\/blog\./);
    assert.ok(hasBlog());
    await select("second");
    await up();
    assert.equal(hasDomain(), false);
  });
});
