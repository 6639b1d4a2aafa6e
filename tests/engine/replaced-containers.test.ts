import assert from "node:assert/strict";
import { commandTimeout, failed, type ResourceSpec, Stack, succeeded, urnOf } from "../support/engine.js";

/** Contents that name their domain by a text, and so do not move with it. */
describe("a subdomain in a domain that is replaced, on the real engine", function () {
  this.timeout(8 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
    await stack.declare({ resources: [domain("first"), subdomain({ dependsOn: "domain" })] });
    succeeded(await stack.up());
  });
  after(() => stack.dispose());

  const domain = (sld: string, options = {}): ResourceSpec => ({
    type: "Domain",
    name: "domain",
    args: { accountIdentifier: "p100001", sld, tld: "de" },
    options: { protect: false, ...options },
  });
  const subdomain = (options = {}): ResourceSpec => ({
    type: "Subdomain",
    name: "blog",
    args: { accountIdentifier: "p100001", domainIdentifier: "first.de", name: "blog", target: "/blog" },
    options,
  });
  const sent = () =>
    stack.sandbox.control.journal.requests({ effect: true }).filter(({ operation }) => operation !== "authenticate").length;

  const programs: readonly (readonly [string, ResourceSpec[], RegExp])[] = [
    [
      "before the domain",
      [subdomain(), domain("second", { dependsOn: "blog" })],
      /domain first\.de .* cannot be replaced because of sld: that would also delete subdomain p100001\/first\.de\/blog \(resource "blog" of this program\)\. .* explain declared-inside`/,
    ],
    [
      "after the domain, and ignores its change",
      [
        domain("second"),
        {
          ...subdomain({ ignoreChanges: ["accountIdentifier", "domainIdentifier"] }),
          args: {
            accountIdentifier: { $of: ["domain", "accountIdentifier"] },
            domainIdentifier: { $of: ["domain", "domainIdentifier"] },
            name: "blog",
            target: "/blog",
          },
        },
      ],
      /lies in domain first\.de of account p100001 \(\S+\), which this run replaces/,
    ],
  ];

  for (const [when, resources, text] of programs)
    it(`fails the preview if it is compared ${when}, and nothing is sent`, async () => {
      const before = sent();
      await stack.declare({ resources });
      failed(await stack.preview(), text);
      assert.equal(sent(), before);
    });
});

/** Contents that Pulumi keeps by `retainOnDelete`, while the deletion of their account or domain deletes them. */
describe("an account around a retained domain, on the real engine", function () {
  this.timeout(16 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
    await stack.declare({ resources: [account("first"), ...contents({ retainOnDelete: true })] });
    succeeded(await stack.up());
  });
  after(() => stack.dispose());

  const account = (virtualName: string): ResourceSpec => ({
    type: "VirtualAccount",
    name: "account",
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
  const contents = (
    options: ResourceSpec["options"],
    { sld = "kept", adopt }: { sld?: string; adopt?: true } = {},
  ): ResourceSpec[] => [
    {
      type: "Domain",
      name: "domain",
      args: { accountIdentifier: { $of: ["account", "accountIdentifier"] }, sld, tld: "de", ...(adopt && { adopt }) },
      options: { protect: false, ...options },
    },
    {
      type: "Subdomain",
      name: "blog",
      args: {
        accountIdentifier: { $of: ["domain", "accountIdentifier"] },
        domainIdentifier: { $of: ["domain", "domainIdentifier"] },
        name: "blog",
        target: "/blog",
        ...(adopt && { adopt }),
      },
      options: { deletedWith: "domain" },
    },
  ];
  const sent = () =>
    stack.sandbox.control.journal.requests({ effect: true }).filter(({ operation }) => operation !== "authenticate").length;
  const pending = async () => (await stack.export()).resources.filter((each) => each.pendingReplacement === true);

  const text = /domain (?:kept\.de of account )?\S+.* explain retained-in(?:side|-replaced)`/;
  it("is not replaced, and nothing is sent or marked as deleted", async () => {
    const before = sent();
    await stack.declare({ resources: [account("second"), ...contents({ retainOnDelete: true })] });
    failed(await stack.up(), text);
    assert.deepEqual([sent(), await pending()], [before, []]);
  });

  it("is managed again, as the page about messages says, if an earlier run has marked its contents as deleted", async () => {
    const marked = (text: string) => {
      const state = JSON.parse(text) as { deployment: { resources: { urn: string; pendingReplacement?: boolean }[] } };
      for (const each of state.deployment.resources) if (/::(?:domain|blog)$/.test(each.urn)) each.pendingReplacement = true;
      return JSON.stringify(state);
    };
    await stack.importState(marked((await stack.export()).text));
    const before = sent();
    await stack.declare({ resources: [account("first"), ...contents({ retainOnDelete: true })] });
    failed(await stack.up(), /domain kept\.de .* already exists .*The state may have it: .*; otherwise run `npx hosting adopt`/);
    for (const [className, name] of [
      ["Subdomain", "blog"],
      ["Domain", "domain"],
    ] as const)
      succeeded(await stack.pulumi("state", "delete", "--yes", urnOf(className, name)));
    await stack.declare({ resources: [account("first"), ...contents({ retainOnDelete: true }, { adopt: true })] });
    succeeded(await stack.up());
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
    assert.deepEqual([sent(), await pending()], [before, []]);
  });
});

/** Domains that Pulumi deletes before their account, without a comparison in which the program declares them. */
describe("a replaced account with domains, on the real engine", function () {
  this.timeout(12 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
    await stack.declare({ resources: program("first") });
    succeeded(await stack.up());
  });
  after(() => stack.dispose());

  const accountIdentifier = { $of: ["account", "accountIdentifier"] };
  const domain = (name: string, args: object, options = {}): ResourceSpec => ({
    type: "Domain",
    name,
    args: { accountIdentifier, tld: "de", ...args },
    options: { protect: false, ...options },
  });
  const program = (virtualName: string): ResourceSpec[] => [
    {
      type: "VirtualAccount",
      name: "account",
      args: {
        customerNumber: 100001,
        articleNumber: 1101,
        virtualName,
        description: "Shop",
        password: "Sandbox-password-1",
        forceDestroy: true,
      },
      options: { protect: false },
    },
    domain("shop", { sld: "new-shop" }),
    domain("taken", { sld: "new-taken" }, { deletedWith: "account" }),
    domain("other", { accountIdentifier: "p100001", sld: "new-other" }),
  ];
  const cancels = (output: string, name: string) =>
    output.match(
      new RegExp(
        `The replacement cancels domain ${name}\\.de of account p\\d+ \\(\\S+\\), which cannot be undone and is not refunded\\.[^\\n]*`,
        "g",
      ),
    ) ?? [];

  it("does not say so again after a run with `--target` that has cancelled them and then failed", async () => {
    await stack.declare({ resources: program("second") });
    const cut = failed(
      await stack.up("--target", urnOf("VirtualAccount", "account")),
      /domain new-shop\.de of account p\d+ was not created: it would lie in virtual account first of customer 100001 \(\S+\), which this run replaces\. .* explain misplaced`/,
    );
    for (const name of ["new-shop", "new-taken"]) assert.equal(cancels(cut.output, name).length > 0, true);
    const sent = () => stack.sandbox.control.journal.requests({ operation: "deleteDomain" }).length;
    const before = sent();
    assert.doesNotMatch(succeeded(await stack.preview()).output, /The replacement cancels/);
    assert.doesNotMatch(succeeded(await stack.up()).output, /The replacement cancels/);
    assert.equal(sent(), before);
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });
});
