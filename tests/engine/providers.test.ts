import assert from "node:assert/strict";
import { account } from "../support/new-shop.js";
import { commandTimeout, failed, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

const accountIdentifier = "p100001";
const domain = (sld: string, name = sld, provider?: string): ResourceSpec => ({
  type: "Domain",
  name,
  args: { accountIdentifier, sld, tld: "de" },
  options: { protect: false, ...(provider === undefined ? {} : { provider }) },
});

describe("a program with a second provider for the same login, on the real engine", function () {
  this.timeout(12 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  it("refuses to replace an account in which the second one has a domain, whichever is compared first", async () => {
    const second: ResourceSpec = {
      type: "Provider",
      name: "second",
      args: { baseUrl: stack.sandbox.url, username: "reseller", password: "sandbox-password" },
    };
    const of = (identifier: unknown, sld: string): ResourceSpec => ({
      ...domain(sld, sld, "second"),
      args: { accountIdentifier: identifier, sld, tld: "de" },
    });
    const program = (virtualName: string, ...others: ResourceSpec[]) =>
      stack.declare({
        resources: [
          second,
          { ...account({ virtualName }), name: "account" },
          of({ $of: ["account", "accountIdentifier"] }, "moves"),
          ...others,
        ],
      });
    await program("shop");
    succeeded(await stack.up());
    const shop = stack.sandbox.control.store.accounts.all().find(({ virtual }) => virtual?.virtualName === "shop")!;
    const stays = of(shop.id, "stays");
    await program("shop", stays);
    succeeded(await stack.up());
    await program("other", stays);
    // Which one is compared first differs from run to run.
    for (let time = 0; time < 4; time += 1) failed(await stack.preview(), /stays\.de|stays" of this program/);
    assert.deepEqual(stack.sandbox.control.journal.requests({ operation: "deleteDomain" }), []);
    await stack.declare({ resources: [] });
    succeeded(await stack.up());
    stack.sandbox.control.journal.clear();
  });

  it("keeps domains whose contents the second one reads or manages, or because of which it was refused", async () => {
    const second: ResourceSpec = {
      type: "Provider",
      name: "second",
      args: { baseUrl: stack.sandbox.url, username: "reseller", password: "sandbox-password", previewChecks: "off" },
    };
    const blog = (...dependsOn: string[]): ResourceSpec => ({
      type: "Subdomain",
      name: "blog",
      args: { accountIdentifier, domainIdentifier: "managed-in.de", name: "blog" },
      options: { provider: "second", ...(dependsOn.length === 0 ? {} : { dependsOn }) },
    });
    const names = ["read-in", "managed-in", "wanted"];
    await stack.declare({ resources: [second, ...names.map((name) => domain(name)), blog("managed-in")] });
    succeeded(await stack.up());

    await stack.declare({
      resources: [
        second,
        { type: "Subdomain", name: "www", get: `${accountIdentifier}/read-in.de/www`, options: { provider: "second" } },
        blog(),
        domain("wanted", "again", "second"),
      ],
    });
    // The check of the new resource cannot tell that its object exists, so its creation does.
    stack.sandbox.control.faults.add({ operation: "listDomains", effect: { kind: "status", status: 403 } });
    const { output } = failed(await stack.up("--continue-on-error"), /domain wanted\.de .* already exists/);
    for (const refusal of [
      /read-in\.de\) was not deleted: that would also delete subdomain \S+\/www \(read by resource "www" of this run\)/,
      /managed-in\.de\) was not deleted: that would also delete subdomain \S+\/blog \(resource "blog" of this program\)/,
      /wanted\.de\) was not deleted: resource "again" of this run was refused because it exists/,
    ])
      assert.match(output, refusal);
    assert.deepEqual(stack.sandbox.control.journal.requests({ operation: "deleteDomain" }), []);

    await stack.declare({ resources: [second, ...names.map((name) => domain(name)), blog("managed-in")] });
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });
});
