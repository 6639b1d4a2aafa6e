import assert from "node:assert/strict";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { HostingPolicyOptions } from "../../provider/policy.js";
import { commandTimeout, failed, type Outcome, type ResourceSpec, succeeded, useStack } from "../support/engine.js";
import { root } from "../support/markdown.js";
import { account, component, domain, inAccount, of, token, webhook } from "../support/resources.js";

const example = join(root, "examples", "policy");

/** Every value that a message of a policy might repeat. */
const values = /planted|Sommer|100001|1101|new-shop\.de/;

const options: HostingPolicyOptions = {
  tokensAreRotated: { days: 30 },
  budgetIsKept: { accounts: 1, domains: 1, prices: { total: 6, articles: { 1101: 4.99 }, topLevelDomains: { de: 0.79 } } },
};

const hook = (scheme: string) =>
  webhook("hook", {
    url: `${scheme}://user:planted-login@planted.example/hook`,
    headers: { authorization: { $secret: "planted-header" } },
    parameters: { key: "key", value: "planted-parameter" },
  });
const deployment = (period: string) => token("token", { triggers: [{ $secret: `planted-trigger-${period}` }] });
const inSite = { parent: "site", protect: null };
const contact = { street: "Weg", houseNumber: "1", zipCode: "30159", city: "Hannover", mail: "office@planted.example" };
const contract: readonly ResourceSpec[] = [
  { type: "GdprTom", name: "measures", args: { content: "planted-clause" } },
  { type: "GdprContact", name: "contact", args: { name: "Sommer", ...contact } },
  {
    type: "GdprContract",
    name: "contract",
    args: {
      html: "<p>planted-clause</p>",
      tom: of("measures", "tomIdentifier"),
      client: of("contact", "contactIdentifier"),
      recipient: of("contact", "contactIdentifier"),
    },
    options: { parent: "site" },
  },
];

/** The violated policies with the resources that violate them, as the CLI shows them. */
const violations = ({ output }: Outcome): string[] =>
  Array.from(output.matchAll(/\[(\w+)\] +(hosting-[\w-]+) +\((?:[\w:./-]+:)? ?(\S+)\)/g), ([, level, policy, name]) =>
    [level, policy, name].join(" "),
  ).sort();

describe("policies on the real engine", function () {
  this.timeout(14 * commandTimeout);
  const stack = useStack();
  let pack: string;

  before(() => configure(options));

  /** Writes a pack with these options. */
  async function configure(given: HostingPolicyOptions): Promise<void> {
    const folder = join(stack.folder, "pack");
    pack = join(folder, "start.sh");
    await mkdir(folder, { recursive: true });
    for (const file of ["start.sh", "PulumiPolicy.yaml"]) await copyFile(join(example, file), join(folder, file));
    await writeFile(join(folder, "package.json"), '{ "name": "pack", "version": "1.0.0", "main": "index.js" }\n');
    await writeFile(
      join(folder, "index.js"),
      `const { PolicyPack } = require("@pulumi/policy");
const { hostingPolicies } = require("pulumi-hosting/policy");
new PolicyPack("own", { enforcementLevel: "mandatory", policies: hostingPolicies(${JSON.stringify(given)}) });
`,
    );
  }

  /** A preview with the pack, in which no secret may show, and in the messages of the policies no value. */
  async function preview(...resources: readonly ResourceSpec[]): Promise<Outcome> {
    await stack.declare({ resources });
    const outcome = await stack.pulumi("preview", "--policy-pack", pack);
    assert.doesNotMatch(outcome.output + outcome.events, /planted-(login|header|parameter|account-password|trigger)/);
    const messages = outcome.events.split("\n").filter((line) => line.includes('"policyEvent"'));
    assert.ok(messages.length > 0 || violations(outcome).length === 0);
    assert.doesNotMatch(messages.join("\n"), values);
    return outcome;
  }

  it("pass a program that keeps them all, with values that are not known yet", async () => {
    const later = (value: string) => ({ $from: ["contact", "contactIdentifier"], $gives: value });
    const unknown = webhook("later", { url: later("http://planted.example/") });
    const shop = domain("new-shop", { ...inAccount("account"), tld: later("de") }, inSite);
    const site = [component("site"), account("account", {}, inSite), ...contract, shop];
    const outcome = succeeded(await preview(hook("https"), ...site, unknown, deployment("1")));
    assert.deepEqual([violations(outcome), /can't run policy/.test(outcome.output)], [[], false]);
  });

  it("block what violates them, before anything is created", async () => {
    const shops = [
      domain("new-shop", inAccount("account")),
      domain("second-shop", inAccount("account"), { protect: null }),
      domain("third-shop", { ...inAccount("account"), tld: "com" }, { protect: null }),
    ];
    const outcome = failed(
      await preview(hook("http"), component("site"), account("account"), ...shops, ...contract),
      /preview failed/,
    );
    assert.deepEqual(violations(outcome), [
      "mandatory hosting-budget-is-kept engine-test-test",
      "mandatory hosting-budget-is-kept engine-test-test",
      "mandatory hosting-budget-is-kept third-shop",
      "mandatory hosting-customers-have-contracts account",
      "mandatory hosting-orders-are-protected account",
      "mandatory hosting-orders-are-protected new-shop",
      "mandatory hosting-webhooks-use-https hook",
    ]);
    await stack.declare({ resources: [hook("http")] });
    failed(await stack.up("--policy-pack", pack), /begins with https/);
    assert.deepEqual(stack.sandbox.control.store.webhooks.all(), []);
  });

  it("only warn if the pack says so, and are what the example has, as it stands", async () => {
    await configure({ webhooksUseHttps: { enforcementLevel: "advisory" } });
    assert.deepEqual(violations(succeeded(await preview(hook("http")))), ["advisory hosting-webhooks-use-https hook"]);
    pack = join(example, "start.sh");
    assert.deepEqual(violations(await preview(hook("http"))), ["mandatory hosting-webhooks-use-https hook"]);
  });
});
