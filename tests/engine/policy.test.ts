import assert from "node:assert/strict";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { HostingPolicyOptions } from "../../provider/policy.js";
import { commandTimeout, failed, type Outcome, type ResourceSpec, Stack, succeeded } from "../support/engine.js";

const root = resolve(__dirname, "..", "..", "..");
const example = join(root, "examples", "policy");

const day = 24 * 60 * 60 * 1000;

const secrets = /planted-(login|header|parameter|password|trigger|setting)/;
/** Every value that a message might repeat. */
const values = /planted|Sommer|100001|1101|new-shop\.de/;

const options: HostingPolicyOptions = {
  tokensAreRotated: { days: 30 },
  budgetIsKept: { accounts: 1, domains: 1, prices: { total: 6, articles: { 1101: 4.99 }, topLevelDomains: { de: 0.79 } } },
};

const webhook = (scheme: string): ResourceSpec => ({
  type: "Webhook",
  name: "hook",
  args: {
    eventType: "DOMAIN_REGISTRATION_STATUS",
    method: "POST",
    url: `${scheme}://user:planted-login@planted.example/hook`,
    headers: { authorization: { $secret: "planted-header" } },
    parameters: { key: "key", value: "planted-parameter" },
  },
});
const account = (resourceOptions = {}, name = "account"): ResourceSpec => ({
  type: "VirtualAccount",
  name,
  args: {
    customerNumber: 100001,
    virtualName: name,
    description: "planted-purpose",
    articleNumber: 1101,
    password: { $secret: "planted-password" },
  },
  options: resourceOptions,
});
const domain = (name: string, resourceOptions = {}, args = {}): ResourceSpec => ({
  type: "Domain",
  name,
  args: { accountIdentifier: { $of: ["account", "accountIdentifier"] }, sld: name, tld: "de", ...args },
  options: resourceOptions,
});
const contract = (resourceOptions = {}): ResourceSpec => ({
  type: "GdprContract",
  name: "contract",
  args: {
    html: "<p>planted-clause</p>",
    tom: { $of: ["measures", "tomIdentifier"] },
    client: { $of: ["contact", "contactIdentifier"] },
    recipient: { $of: ["contact", "contactIdentifier"] },
  },
  options: resourceOptions,
});
const records: readonly ResourceSpec[] = [
  { type: "GdprTom", name: "measures", args: { content: "planted-clause" } },
  {
    type: "GdprContact",
    name: "contact",
    args: { name: "Sommer", street: "Weg", houseNumber: "1", zipCode: "30159", city: "Hannover", mail: "office@planted.example" },
  },
];
const token = (period: string): ResourceSpec => ({
  type: "ApplicationToken",
  name: "token",
  args: { description: "planted-purpose", triggers: [{ $secret: `planted-trigger-${period}` }] },
});
const component: ResourceSpec = { type: "Component", name: "site" };
const inSite = { parent: "site" };

/** The violated policies with the resources that violate them, as the CLI shows them. */
const violations = ({ output }: Outcome): string[] =>
  Array.from(output.matchAll(/\[(\w+)\] +(hosting-[\w-]+) +\((?:[\w:./-]+:)? ?(\S+)\)/g), ([, level, policy, name]) =>
    [level, policy, name].join(" "),
  ).sort();

describe("policies on the real engine", function () {
  this.timeout(14 * commandTimeout);
  let stack: Stack;
  let pack: string;

  before(async () => {
    stack = await Stack.create();
    pack = join(stack.folder, "pack", "start.sh");
    await configure(options);
    succeeded(await stack.pulumi("config", "set", "--secret", "hosting:password", "planted-setting"));
  });
  after(() => stack.dispose());
  afterEach(() => stack.sandbox.control.reset());

  /** Writes a pack with these options. */
  async function configure(given: HostingPolicyOptions): Promise<void> {
    const folder = join(stack.folder, "pack");
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
  async function preview(resources: readonly ResourceSpec[]): Promise<Outcome> {
    await stack.declare({ resources });
    const outcome = await stack.pulumi("preview", "--policy-pack", pack);
    assert.doesNotMatch(outcome.output + outcome.events, secrets);
    const messages = outcome.events.split("\n").filter((line) => line.includes('"policyEvent"'));
    assert.ok(messages.length > 0 || violations(outcome).length === 0);
    assert.doesNotMatch(messages.join("\n"), values);
    return outcome;
  }

  const blocked = async (resources: readonly ResourceSpec[]): Promise<string[]> =>
    violations(failed(await preview(resources), /preview failed/));

  it("pass a program that keeps them all, with values that are not known yet", async () => {
    const later = (value: string) => ({ $from: ["contact", "contactIdentifier"], $gives: value });
    const unknown = [
      domain("new-shop", inSite, { tld: later("de") }),
      {
        type: "Webhook",
        name: "later",
        args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "GET", url: later("http://planted.example/") },
      },
    ];
    const kept = [webhook("https"), component, account(inSite), ...records, ...unknown, contract(inSite), token("1")];
    const outcome = succeeded(await preview(kept));
    assert.deepEqual(violations(outcome), []);
    assert.doesNotMatch(outcome.output, /can't run policy/);
  });

  it("block what violates them, before anything is created", async () => {
    const open = { protect: false };
    const others = [domain("second-shop"), domain("third-shop", {}, { tld: "com" })];
    const program = [
      webhook("http"),
      component,
      account(open),
      domain("new-shop", open),
      ...others,
      ...records,
      contract(inSite),
    ];
    const outcome = failed(await preview(program), /preview failed/);
    assert.deepEqual(violations(outcome), [
      "mandatory hosting-budget-is-kept engine-test-test",
      "mandatory hosting-budget-is-kept engine-test-test",
      "mandatory hosting-budget-is-kept third-shop",
      "mandatory hosting-customers-have-contracts account",
      "mandatory hosting-orders-are-protected account",
      "mandatory hosting-orders-are-protected new-shop",
      "mandatory hosting-webhooks-use-https hook",
    ]);
    assert.match(outcome.output, /Domains: the program declares 3, and the budget allows 1\./);
    assert.match(outcome.output, /What the program declares costs 6\.57, and the budget is 6\.00\./);
    await stack.declare({ resources: [webhook("http")] });
    failed(await stack.up("--policy-pack", pack), /begins with https/);
    assert.equal(stack.sandbox.control.store.webhooks.all().length, 0);
  });

  it("block a token until the program replaces it", async () => {
    stack.sandbox.control.setTime(Date.now() - 31 * day);
    await stack.declare({ resources: [token("1")] });
    succeeded(await stack.up());
    stack.sandbox.control.setTime(Date.now());
    assert.deepEqual(await blocked([token("1")]), ["mandatory hosting-tokens-are-rotated token"]);
    assert.deepEqual(violations(succeeded(await preview([token("2")]))), []);
  });

  it("only warn if the pack says so", async () => {
    await configure({ webhooksUseHttps: { enforcementLevel: "advisory" } });
    assert.deepEqual(violations(succeeded(await preview([webhook("http")]))), ["advisory hosting-webhooks-use-https hook"]);
  });

  it("are what the example has, as it stands", async () => {
    pack = join(example, "start.sh");
    assert.deepEqual(await blocked([webhook("http")]), ["mandatory hosting-webhooks-use-https hook"]);
  });
});
