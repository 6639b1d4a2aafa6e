import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { changes, commandTimeout, failed, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

const password = "Sandbox-password-1";

describe("a site on the real engine", function () {
  this.timeout(12 * commandTimeout);
  let stack: Stack;

  beforeEach(async () => {
    stack = await Stack.create();
  });
  afterEach(() => stack.dispose());

  const declare = (name: string, args: object, options: ResourceSpec["options"] = {}) =>
    stack.declare({ resources: [{ type: "Site", name, args, options }], outputs: { urls: { $of: [name, "urls"] } } });
  const writes = () =>
    stack.sandbox.control.journal
      .requests()
      .filter(({ method, operation }) => method !== "GET" && operation !== "authenticate")
      .map(({ operation }) => operation);

  it("keeps a subdomain that leaves it, as the advice says: retained with the whole site", async () => {
    const site = (names: readonly string[]) => ({
      account: "p100001",
      domain: { sld: "site-to-trim", tld: "de" },
      subdomains: Object.fromEntries(names.map((name) => [name, {}])),
    });
    await declare("trimmed", site(["www", "blog"]));
    succeeded(await stack.up());
    await declare("trimmed", site(["www"]));
    failed(await stack.up(), / explain kind-refuses`/);
    await declare("trimmed", site(["www", "blog"]), { retainOnDelete: true });
    succeeded(await stack.up());
    await declare("trimmed", site(["www"]), { retainOnDelete: true });
    succeeded(await stack.up());
    await declare("trimmed", site(["www"]));
    succeeded(await stack.up("--expect-no-changes"));
    const left = stack.sandbox.control.store.subdomains.all().filter(({ domain }) => domain === "site-to-trim.de");
    assert.deepEqual(left.map(({ name }) => name).sort(), ["blog", "www"]);
  });

  it("lives without a replacement: a subdomain is added alone, a new name changes nothing, and all of it goes", async () => {
    const { store } = stack.sandbox.control;
    const { gdprContacts, gdprToms } = store;
    const [client, recipient] = gdprContacts.all().map(({ id }) => id);
    const site = {
      account: { customerNumber: 100001, virtualName: "gardener-web", description: "Gardener", articleNumber: 1101, password },
      domain: { sld: "site-of-the-gardener", tld: "de" },
      contract: { html: "<p>The agency hosts the site.</p>", tom: gdprToms.all()[0]!.id, client, recipient },
    };
    const host = "site-of-the-gardener.de";
    const names = [{ www: {} }, { www: {}, blog: { target: "/blog" } }] as const;

    await declare("gardener", { ...site, subdomains: names[0] });
    const first = changes(succeeded(await stack.up()));
    assert.deepEqual(first.sort(), [
      ...Array<string>(2).fill("create 100001/gardener-web"),
      `create ${host}`,
      `create www.${host}`,
    ]);
    const { text } = await stack.export();
    assert.ok(!text.includes(password), "the state has no password in plain text");

    await declare("gardener", { ...site, subdomains: names[1] });
    assert.deepEqual(changes(succeeded(await stack.up())), [`create blog.${host}`]);
    const { output } = succeeded(await stack.pulumi("stack", "output", "urls", "--json"));
    assert.deepEqual(JSON.parse(output), { www: `https://www.${host}`, blog: `https://blog.${host}` });

    const before = writes().length;
    await declare("nursery", { ...site, subdomains: names[1] });
    assert.deepEqual(changes(succeeded(await stack.up())), [], "not even without an alias");
    failed(await stack.pulumi("destroy", "--yes"), /protect/);
    assert.equal(writes().length, before);

    await declare("nursery", { ...site, subdomains: names[1] }, { protect: false });
    assert.deepEqual(changes(succeeded(await stack.up())), []);
    succeeded(await stack.destroy());
    assert.deepEqual(writes().slice(before).sort(), ["deleteDomain", "deleteGdprContract", "deleteVirtualAccount"]);
    assert.equal(store.domains.get(host), undefined);
  });

  it("adopts what exists in an existing account, and stays at the provider if it is retained", async () => {
    const site = {
      account: "p100001",
      domain: { sld: "sommer-gartenbau", tld: "de" },
      subdomains: { www: {}, blog: { target: "/blog" } },
    };
    await declare("gardener", { ...site, adopt: true }, { protect: false, retainOnDelete: true });
    succeeded(await stack.up());
    await declare("gardener", site, { protect: false, retainOnDelete: true });
    succeeded(await stack.up("--refresh"));
    succeeded(await stack.destroy());
    assert.deepEqual(writes(), []);
  });

  it("takes in what the program declared without it, by an alias", async () => {
    const program = (lines: string) =>
      writeFile(
        join(stack.folder, "index.js"),
        `const pulumi = require("@pulumi/pulumi");\nconst hosting = require("pulumi-hosting");\n${lines}`,
      );
    await program('new hosting.Domain("shop", { accountIdentifier: "p100001", sld: "moves-in", tld: "org" });');
    succeeded(await stack.up());
    await program(`
      const fromOutside = ({ name, props, opts }) => {
        if (name !== "moves-in.org") return undefined;
        const aliases = [{ name: "shop", parent: pulumi.rootStackResource }];
        return { props, opts: pulumi.mergeOptions(opts, { aliases }) };
      };
      new hosting.Site(
        "shop",
        { account: "p100001", domain: { sld: "moves-in", tld: "org" } },
        { transformations: [fromOutside] },
      );`);
    const before = writes().length;
    assert.deepEqual(changes(succeeded(await stack.up())), []);
    assert.equal(writes().length, before);
  });
});
