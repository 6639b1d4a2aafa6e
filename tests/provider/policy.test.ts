import assert from "node:assert/strict";
import type { PolicyResource, StackValidationArgs } from "@pulumi/policy";
import { hostingPolicies, type HostingPolicyOptions } from "../../provider/policy.js";
import { kinds } from "../../provider/values/kinds.js";
import { typeOf } from "../../provider/values/reserved-properties.js";

const unused = (): never => {
  throw new Error("not used by these policies");
};

const resource = (className: string, name: string, given: Partial<PolicyResource> = {}): PolicyResource => ({
  type: typeOf(className),
  urn: `urn:pulumi:test::shop::${typeOf(className)}::${name}`,
  name,
  props: {},
  opts: {
    protect: false,
    ignoreChanges: [],
    aliases: [],
    customTimeouts: { createSeconds: 0, updateSeconds: 0, deleteSeconds: 0 },
    additionalSecretOutputs: [],
  },
  dependencies: [],
  propertyDependencies: {},
  isType: unused,
  asType: unused,
  ...given,
});

const named = (name: string, options?: HostingPolicyOptions) => {
  const policy = hostingPolicies(options).find((each) => each.name === name);
  assert.ok(policy !== undefined, name);
  return policy;
};

/** What a policy reports, as `name: message`. */
async function reports(name: string, resources: readonly PolicyResource[], options?: HostingPolicyOptions): Promise<string[]> {
  const policy = named(name, options);
  const reported: string[] = [];
  const report = (message: string, urn = "") => void reported.push(`${urn.split("::").at(-1) ?? ""}: ${message}`);
  if ("validateStack" in policy) {
    const args: StackValidationArgs = {
      resources: [...resources],
      stackTags: new Map(),
      getConfig: unused,
      notApplicable: unused,
    };
    await policy.validateStack(args, report);
    return reported;
  }
  const { validateResource } = policy;
  assert.ok(typeof validateResource === "function");
  for (const each of resources)
    await validateResource(
      { ...each, stackTags: new Map(), getConfig: unused, notApplicable: unused, asType: unused },
      (message) => report(message, each.urn),
    );
  return reported;
}

const names = (reported: readonly string[]): string[] => reported.map((each) => each.split(":")[0]!);

/** Properties of which reading one throws, as Pulumi's do if it is not known yet. */
const unknown = (name: string, others = {}): Record<string, unknown> =>
  Object.defineProperty({ ...others }, name, {
    get() {
      throw new Error("not known yet");
    },
  });

const stack = resource("Stack", "stack");
const component = (name: string, parent = stack): PolicyResource => ({
  ...resource("Site", name),
  type: "test:index:Part",
  parent,
});
const account = (name: string, customerNumber: unknown, given: Partial<PolicyResource> = { parent: stack }) =>
  resource("VirtualAccount", name, { props: { customerNumber, articleNumber: 1 }, ...given });
const contract = (given: Partial<PolicyResource> = { parent: stack }) => resource("GdprContract", "contract", given);

describe("the policy that webhooks use https", () => {
  const webhook = (name: string, props: object) => resource("Webhook", name, { props });

  it("reports only addresses that are known and not encrypted", async () => {
    const webhooks = [
      webhook("plain", { url: "http://agency.example/" }),
      webhook("shouted", { url: "HTTP://agency.example/" }),
      webhook("encrypted", { url: "HTTPS://agency.example/" }),
      webhook("unknown", unknown("url")),
      webhook("invalid", { url: "agency" }),
      { ...webhook("foreign", { url: "http://agency.example/" }), type: "other:index:Webhook" },
    ];
    assert.deepEqual(names(await reports("hosting-webhooks-use-https", webhooks)), ["plain", "shouted"]);
  });
});

describe("the policy that orders are protected", () => {
  it("reports unprotected resources of each billed kind", async () => {
    const all = kinds.map((kind) => resource(kind.charAt(0).toUpperCase() + kind.slice(1), kind));
    const ofLater = resource("Mailbox", "mailbox");
    assert.deepEqual(names(await reports("hosting-orders-are-protected", [...all, ofLater])), ["domain", "virtualAccount"]);
    const opts = { ...stack.opts, protect: true };
    assert.deepEqual(
      await reports(
        "hosting-orders-are-protected",
        all.map((each) => ({ ...each, opts })),
      ),
      [],
    );
  });
});

describe("the policy that customers have contracts", () => {
  const violators = async (resources: readonly PolicyResource[], concludedElsewhere: readonly number[] = []) =>
    names(await reports("hosting-customers-have-contracts", resources, { customersHaveContracts: { concludedElsewhere } }));

  it("reports each customer once", async () => {
    const accounts = [
      account("b", 1),
      account("a", 1),
      account("c", 2),
      account("unknown", undefined, { props: unknown("customerNumber") }),
    ];
    assert.deepEqual(await violators(accounts), ["a", "c"]);
    assert.deepEqual(await violators(accounts, [1]), ["c"]);
    assert.deepEqual(await violators([...accounts, contract()]), ["a", "c"]);
  });

  it("takes a contract that depends on the account, or lies in it", async () => {
    const [a, b] = [account("a", 1), account("b", 2)];
    assert.deepEqual(await violators([a, b, contract({ parent: stack, dependencies: [a] })]), ["b"]);
    assert.deepEqual(await violators([a, b, contract({ parent: a })]), ["b"]);
  });

  it("takes the contract of the component that the account lies in, at any depth", async () => {
    const all = component("all");
    const [first, second] = [component("first", all), component("second", all)];
    const site = component("site", first);
    const accounts = [account("a", 1, { parent: site }), account("b", 2, { parent: second })].map((each, index) => ({
      ...each,
      props: { customerNumber: index + 1 },
    }));
    assert.deepEqual(await violators([...accounts, contract({ parent: first })]), ["b"]);
    assert.deepEqual(await violators([...accounts, contract({ parent: component("papers", second) })]), ["a"]);
    assert.deepEqual(await violators([...accounts, contract({ parent: all })]), ["a", "b"]);
  });
});

describe("the policy that tokens are rotated", () => {
  const day = 24 * 60 * 60 * 1000;
  const token = (name: string, props: object) => resource("ApplicationToken", name, { props });

  it("reports those that are older, in either form of the time of creation", async () => {
    const [young, old] = [Date.now() - 9 * day, Date.now() - 11 * day];
    const tokens = [
      token("young", { crdate: new Date(young).toISOString() }),
      token("old", { crdate: new Date(old).toISOString() }),
      token("young in seconds", { crdate: young / 1000 }),
      token("old in seconds", { crdate: old / 1000 }),
      token("new", {}),
      token("unknown", unknown("crdate")),
      token("unreadable", { crdate: "long ago" }),
    ];
    const reported = await reports("hosting-tokens-are-rotated", tokens, { tokensAreRotated: { days: 10 } });
    assert.deepEqual(names(reported), ["old", "old in seconds"]);
  });
});

describe("the policy of the budget", () => {
  const domain = (name: string, props: object) => resource("Domain", name, { props: { tld: "de", ...props } });
  const over = (resources: readonly PolicyResource[], budgetIsKept: HostingPolicyOptions["budgetIsKept"] & {}) =>
    reports("hosting-budget-is-kept", resources, { budgetIsKept });

  it("counts orders, also those that are not known, without domains that stay elsewhere", async () => {
    const program = [
      account("a", 1),
      domain("one", {}),
      domain("two", { external: false }),
      resource("Domain", "three", { props: unknown("external", { tld: "de" }) }),
      domain("elsewhere", { external: true }),
    ];
    assert.deepEqual(await over(program, { accounts: 1, domains: 3 }), []);
    assert.deepEqual(await over(program, { accounts: 0, domains: 2 }), [
      ": Accounts: the program declares 1, and the budget allows 0.",
      ": Domains: the program declares 3, and the budget allows 2.",
    ]);
  });

  it("adds up prices exactly, of names in any spelling, and reports orders without one", async () => {
    const prices = { articles: { 1: 0.1 }, topLevelDomains: { DE: 0.1 } };
    const program = [account("a", 1), domain("one", {}), domain("two", { tld: "De" })];
    assert.deepEqual(await over(program, { prices: { total: 0.3, ...prices } }), []);
    assert.deepEqual(await over(program, { prices: { total: 0.29, ...prices } }), [
      ": What the program declares costs 0.30, and the budget is 0.29.",
    ]);
    const unpriced = [domain("three", { tld: "org" }), resource("Domain", "four", { props: unknown("tld") })];
    assert.deepEqual(names(await over([...program, ...unpriced], { prices: { total: 1, ...prices } })), ["three"]);
  });
});

describe("the options of the policies", () => {
  const refused = (options: unknown): string => {
    try {
      hostingPolicies(options as HostingPolicyOptions);
    } catch (error) {
      return (error as Error).message;
    }
    return "";
  };

  it("are refused with the path of each mistake", () => {
    assert.match(
      refused({ tokensAreRotated: { days: 0.5 }, budgetIsKept: { domains: -1 } }),
      /tokensAreRotated\.days.*\n.*budgetIsKept\.domains/,
    );
    assert.match(refused({ budgetIsKept: {} }), /budgetIsKept: needs a limit/);
    assert.match(refused({ webhookUsesHttps: {} }), /webhookUsesHttps/);
    assert.match(refused({ webhooksUseHttps: { enforcementLevel: "remediate" } }), /webhooksUseHttps\.enforcementLevel/);
    assert.match(refused(null), /options: /);
  });
});
