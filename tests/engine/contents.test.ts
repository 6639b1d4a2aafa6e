import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../support/hosting.js";
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
  const urns = async () => (await stack.export()).resources.map(({ urn }) => urn.slice(urn.lastIndexOf("::") + 2));
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
    failed(await stack.up(), new RegExp(`${reason.source} program\\)\\. .*Remove them from the program as well`));
    await declare(account(), held);
    await isEmpty();
    failed(await stack.destroy("--target", urnOf("VirtualAccount", "shop")), new RegExp(`${reason.source} stack\\)\\. `));
    await declare(held);
    failed(await stack.up("--target", urnOf("VirtualAccount", "shop")), new RegExp(`${reason.source} stack\\)\\. `));
    assert.ok(hasDomain());
    await declare(account(), held);
    await isEmpty();
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
    failed(await stack.destroy(), /To delete them too, run `pulumi destroy --target` for them first/);
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

  it("keep their account, whoever has them and whatever the journal shows, until the state says `forceDestroy`", async () => {
    const name = await created();
    await select("second");
    const elsewhere = { HOSTING_JOURNAL: join(stack.folder, "other-journal") };
    await declare(domainIn(name, {}));
    succeeded(await (await stack.start(["up", "--yes", "--skip-preview"], elsewhere)).outcome);
    await select("test");
    const refused = /that would also delete domain \S+\/contents-test\.de, which is billed\. .*`forceDestroy: true`/;

    await declare({ ...account(), args: { ...(account().args as object), virtualName: "shop-2" } });
    failed(await stack.preview(), refused);
    await declare();
    failed(await stack.up(), refused);
    failed(await stack.destroy(), refused);
    assert.deepEqual([shop()?.id, hasDomain()], [name, true]);

    // As the message says.
    await up(forced);
    assert.match((await up()).output, /also deleted domain \S+\/contents-test\.de, as `forceDestroy` says/);
    assert.deepEqual([shop(), hasDomain()], [undefined, false]);
  });

  it("are kept by both ways to move them to a stack that shares no journal", async () => {
    const named = (sld: string, args: object = {}, options: ResourceSpec["options"] = { protect: false }): ResourceSpec => ({
      type: "Domain",
      name: sld,
      args: { accountIdentifier: "p100001", sld, tld: "de", ...args },
      options,
    });
    const all = (args = {}) => [named("forgotten", args), named("retained", args)];
    await up(...all());
    await select("second");
    await declare(...all({ adopt: true }));
    const elsewhere = { HOSTING_JOURNAL: join(stack.folder, "other-journal") };
    succeeded(await (await stack.start(["up", "--yes", "--skip-preview"], elsewhere)).outcome);

    await select("test");
    succeeded(await stack.pulumi("state", "delete", "--yes", urnOf("Domain", "forgotten")));
    await up(named("retained", {}, { protect: false, retainOnDelete: true }));
    await up();
    assert.deepEqual(
      ["forgotten.de", "retained.de"].map((name) => store().domains.get(name) !== undefined),
      [true, true],
    );
  });

  it("keep their domain if the program still declares the subdomain, and are named if they would be deleted implicitly", async () => {
    const domain = domainIn("p100001");
    const blog = blogIn("p100001");
    await up(domain);
    await up(domain, blog);

    await declare(blog);
    failed(
      await stack.up(),
      /domain contents-test\.de .* was not deleted: that would also delete subdomain \S+\/blog \(resource "blog" of this program\)/,
    );
    assert.ok(hasBlog());
    await declare(domain, blog);
    await isEmpty();
    const { output } = succeeded(await stack.destroy("--target", urnOf("Domain", "shop-domain")));
    assert.match(output, /Deleting domain contents-test\.de .* also deleted subdomain \S+\/blog\. .*`pulumi state delete <urn>`/);
    assert.deepEqual(
      (await urns()).filter((each) => each === "blog"),
      ["blog"],
    );
  });

  it("keep their parent until the claims of removed entries are forgotten", async () => {
    const name = await created();
    await up(account(), domainIn(name));
    succeeded(await stack.pulumi("state", "delete", "--yes", urnOf("Domain", "shop-domain")));
    failed(await stack.destroy(), /\(resource "shop-domain" of this stack\)\. .*run `hosting recover --yes`, which forgets them/);

    // As the message says.
    const { code, stdout } = await run(["recover", "--cwd", stack.folder, "--yes"], {
      env: { HOME: stack.folder, ...stack.environment },
    });
    assert.equal(code, 0, stdout);
    failed(await stack.destroy(), /which is billed/);
    assert.ok(hasDomain());
  });

  it("keep a domain in which another stack has a subdomain, and the message says how to forget that claim", async () => {
    await up(domainIn("p100001"));
    await select("second");
    await up(blogIn("p100001"));
    await select("test");
    const next = { ...domainIn("p100001"), args: { accountIdentifier: "p100001", sld: "contents-next", tld: "de" } };
    await declare(next);
    failed(
      await stack.preview(),
      /cannot be replaced because of sld: that would also delete subdomain \S+\/blog \(.*refuses to delete a subdomain, run `pulumi state delete <urn>` there instead\. .*`hosting recover --yes` there/,
    );
    assert.ok(hasDomain());

    // As the message says.
    await select("second");
    await declare();
    failed(await stack.up(), /was not deleted/);
    succeeded(await stack.pulumi("state", "delete", "--yes", urnOf("Subdomain", "blog").replace(":test:", ":second:")));
    const { code, stdout } = await run(["recover", "--cwd", stack.folder, "--yes"], {
      env: { HOME: stack.folder, ...stack.environment },
    });
    assert.equal(code, 0, stdout);
    await select("test");
    await up(next);
    assert.equal(hasDomain(), false);
    await isEmpty();
  });

  for (const [what, leave] of [
    ["is destroyed", async () => stack.destroy()],
    [
      "takes it out of its program",
      async () => {
        await declare();
        return stack.up();
      },
    ],
  ] as const)
    it(`lose the claims of one stack once that ${what} and another one has the domain`, async () => {
      const own = [domainIn("p100001"), blogIn("p100001", { deletedWith: "shop-domain" })];
      await up(...own);
      await select("second");
      await up(domainIn("p100001", { protect: false }, true));
      await select("test");
      await declare(...own);
      const { output } = succeeded(await leave());
      assert.match(output, /was not deleted: .*has it as well\. .*stay as well: subdomain \S+\/blog\./);
      assert.ok(hasBlog());
      await select("second");
      await up();
      assert.equal(hasDomain(), false);
    });

  it("lose the claims of one stack once that is destroyed and another one has the account", async () => {
    const inside = [
      domainIn({ $of: ["shop", "accountIdentifier"] }, { protect: false, deletedWith: "shop" }),
      blogIn({ $of: ["shop-domain", "accountIdentifier"] }, { deletedWith: "shop-domain" }),
    ];
    const adopted = { ...forced, args: { ...(forced.args as object), adopt: true } };
    await up(forced, ...inside);
    await select("second");
    await up(adopted);
    await select("test");
    succeeded(await stack.destroy());
    assert.deepEqual([hasDomain(), hasBlog()], [true, true]);
    await select("second");
    await up();
    assert.equal(shop(), undefined);
  });
});
