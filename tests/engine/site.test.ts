import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { changes, commandTimeout, failed, type ResourceSpec, succeeded, useStack } from "../support/engine.js";

const password = "Sandbox-password-1";

describe("a site on the real engine", function () {
  this.timeout(12 * commandTimeout);
  const stack = useStack({ anew: true });

  /** Brings the stack to this site, with a subdomain for each name. */
  async function applied(name: string, names: readonly string[], args: object, options: ResourceSpec["options"] = {}) {
    const subdomains = Object.fromEntries(names.map((each) => [each, each === "www" ? {} : { target: `/${each}` }]));
    await stack.declare({
      resources: [{ type: "Site", name, args: { ...args, subdomains }, options }],
      outputs: { urls: { $of: [name, "urls"] } },
    });
    return stack.up();
  }
  const operations = () => stack.writes().map(({ operation }) => operation);

  it("lives without a replacement: a subdomain is added alone, a new name changes nothing, and all of it goes", async () => {
    const { gdprContacts, gdprToms, domains } = stack.sandbox.control.store;
    const [client, recipient] = gdprContacts.all().map(({ id }) => id);
    const site = {
      account: { customerNumber: 100001, virtualName: "web", description: "Gardener", articleNumber: 1101, password },
      domain: { sld: "of-the-gardener", tld: "de" },
      contract: { html: "<p>The agency hosts the site.</p>", tom: gdprToms.all()[0]!.id, client, recipient },
    };
    const host = "of-the-gardener.de";
    const first = changes(succeeded(await applied("gardener", ["www"], site)));
    assert.deepEqual(first.sort(), [...Array<string>(2).fill("create 100001/web"), `create ${host}`, `create www.${host}`]);
    assert.ok(!(await stack.export()).text.includes(password));
    assert.deepEqual(changes(succeeded(await applied("gardener", ["www", "blog"], site))), [`create blog.${host}`]);
    const { output } = succeeded(await stack.pulumi("stack", "output", "urls", "--json"));
    assert.deepEqual(JSON.parse(output), { www: `https://www.${host}`, blog: `https://blog.${host}` });

    const before = operations().length;
    assert.deepEqual(changes(succeeded(await applied("nursery", ["www", "blog"], site))), [], "not even without an alias");
    failed(await stack.pulumi("destroy", "--yes"), /protect/);
    assert.deepEqual(changes(succeeded(await applied("nursery", ["www", "blog"], site, { protect: false }))), []);
    assert.equal(operations().length, before);
    succeeded(await stack.destroy());
    assert.deepEqual(operations().slice(before).sort(), ["deleteDomain", "deleteGdprContract", "deleteVirtualAccount"]);
    assert.equal(domains.get(host), undefined);
  });

  it("takes in what the program declared without it, by an alias", async () => {
    const program = async (lines: string) => {
      const imports = 'const pulumi = require("@pulumi/pulumi");\nconst hosting = require("pulumi-hosting");\n';
      await writeFile(join(stack.folder, "index.js"), imports + lines);
      return changes(succeeded(await stack.up()));
    };
    await program('new hosting.Domain("shop", { accountIdentifier: "p100001", sld: "moves-in", tld: "org" });');
    const before = operations().length;
    const site = await program(`
      const fromOutside = ({ name, props, opts }) => {
        if (name !== "moves-in.org") return undefined;
        const aliases = [{ name: "shop", parent: pulumi.rootStackResource }];
        return { props, opts: pulumi.mergeOptions(opts, { aliases }) };
      };
      const args = { account: "p100001", domain: { sld: "moves-in", tld: "org" } };
      new hosting.Site("shop", args, { transformations: [fromOutside] });`);
    assert.deepEqual([site, operations().length], [[], before]);
  });
});
