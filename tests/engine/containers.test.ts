import assert from "node:assert/strict";
import { commandTimeout, failed, type Outcome, succeeded, urnOf, useStack } from "../support/engine.js";
import { account, component, domain, inAccount, subdomain } from "../support/resources.js";

/** Accounts, domains and subdomains that are replaced, deleted or gone together. Only the engine decides what it does in which order. */
describe("containers and their contents on the real engine", function () {
  this.timeout(10 * commandTimeout);
  const stack = useStack({ anew: true });
  const store = () => stack.sandbox.control.store;
  const operations = (since = 0) =>
    stack
      .writes()
      .slice(since)
      .map(({ operation }) => operation);
  const web = (virtualName = "web") => account("web", { virtualName, forceDestroy: true });
  const names = ({ steps }: Outcome, op: string) =>
    steps
      .filter((step) => step.op === op)
      .map(({ name }) => name)
      .sort();

  it("delete a subdomain with its replaced domain, and send one order for each, also without `deletedWith`", async () => {
    const site = (sld: string, options = {}) => [domain("domain", { sld }), subdomain("blog", "domain", {}, options)];
    await stack.applied(...site("first", { deletedWith: "domain" }));
    const preview = succeeded(await stack.previewed(...site("other", { deletedWith: "domain" })));
    assert.deepEqual(names(preview, "replace"), ["blog", "domain"]);
    assert.match(succeeded(await stack.up()).output, /subdomain blog\.first\.de .*is deleted with domain first\.de/);
    await stack.applied(...site("other"));
    await stack.declare({ resources: site("first") });
    // With its preview, in one run.
    succeeded(await stack.pulumi("up", "--yes"));
    assert.equal(operations().filter((operation) => operation === "registerDomain").length, 3);
    assert.deepEqual([store().domains.get("other.de"), store().domains.get("first.de")?.sld], [undefined, "first"]);
    await stack.settled();
    // A subdomain that names the domain by a text, and so does not move with it.
    const inText = { accountIdentifier: "p100001", domainIdentifier: "first.de" };
    await stack.applied(domain("domain", { sld: "first" }), subdomain("blog", "domain", inText, { dependsOn: "domain" }));
    const apart = [subdomain("blog", "", inText), domain("domain", { sld: "second" }, { dependsOn: "blog" })];
    failed(await stack.previewed(...apart), / explain declared-inside`/);
  });

  it("are replaced in parts by a run with `--target`, and the next run orders what that one has cancelled", async () => {
    const rest = [domain("shop", inAccount("web")), domain("taken", inAccount("web"), { deletedWith: "web" })];
    await stack.applied(web("first"), ...rest);
    await stack.declare({ resources: [web("second"), ...rest] });
    const cut = failed(await stack.up("--target", urnOf("VirtualAccount", "web")), / explain misplaced`/);
    for (const name of ["shop", "taken"]) assert.match(cut.output, new RegExp(`The replacement cancels domain ${name}\\.de`));
    const before = operations().length;
    for (const outcome of [await stack.preview(), await stack.up()])
      assert.doesNotMatch(succeeded(outcome).output, /The replacement cancels/);
    assert.ok(!operations(before).includes("deleteDomain"));
    await stack.settled();
  });

  it("go with their container without requests of their own, also through a component or parent, once it says `forceDestroy`", async () => {
    const rest = [
      component("group", { deletedWith: "web" }),
      domain("within", inAccount("web"), { parent: "group" }),
      subdomain("blog", "within", {}, { parent: "within" }),
    ];
    failed(await stack.previewed(account("web"), ...rest), /`deletedWith` needs `forceDestroy: true` on VirtualAccount "web"/);
    await stack.applied(web(), ...rest);
    const entries = await stack.entries();
    for (const name of ["within", "blog"])
      assert.deepEqual(
        [(entries[name] as { deletedWith?: string }).deletedWith, entries[name]?.inputs?.["__deletedWith"]],
        [entries["web"]?.urn, "web"],
      );
    await stack.settled();
    const before = operations().length;
    succeeded(await stack.destroy());
    assert.deepEqual(operations(before), ["deleteVirtualAccount"]);
    assert.equal(store().domains.get("within.de"), undefined);
  });
});
