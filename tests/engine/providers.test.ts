import assert from "node:assert/strict";
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
