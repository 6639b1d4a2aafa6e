import assert from "node:assert/strict";
import { commandTimeout, failed, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

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
      "after the domain",
      [domain("second"), subdomain({ dependsOn: "domain" })],
      /subdomain blog\.first\.de .* lies in domain first\.de of account p100001 \(\S+\), which this run replaces, .* take its identifiers from the outputs/,
    ],
    [
      "before the domain",
      [subdomain(), domain("second", { dependsOn: "blog" })],
      /domain first\.de .* cannot be replaced because of sld: that would also delete subdomain p100001\/first\.de\/blog \(resource "blog" of this program\)\. .* take its identifiers/,
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
      failed(await stack.pulumi("up", "--yes"), text);
      assert.equal(sent(), before);
    });
});
