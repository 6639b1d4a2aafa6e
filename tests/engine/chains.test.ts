import assert from "node:assert/strict";
import { changes, commandTimeout, failed, type Outcome, type ResourceSpec, Stack, succeeded, urnOf } from "../support/engine.js";

interface ChainOptions {
  readonly virtualName?: string;
  readonly sld?: string;
  readonly deletedWith?: boolean;
}

const account = (virtualName = "chain"): ResourceSpec => ({
  type: "VirtualAccount",
  name: "account",
  args: {
    customerNumber: 100001,
    virtualName,
    description: "Web site",
    articleNumber: 1101,
    password: "a-password",
    forceDestroy: true,
  },
  options: { protect: false },
});
const domainIn = (accountIdentifier: unknown, sld: string): ResourceSpec => ({
  type: "Domain",
  name: "domain",
  args: { accountIdentifier, sld, tld: "de" },
  options: { protect: false },
});
const blogOf = ({ deletedWith = true }: ChainOptions): ResourceSpec => ({
  type: "Subdomain",
  name: "blog",
  args: {
    accountIdentifier: { $of: ["domain", "accountIdentifier"] },
    domainIdentifier: { $of: ["domain", "domainIdentifier"] },
    name: "blog",
    target: "/blog",
  },
  ...(deletedWith && { options: { deletedWith: "domain" } }),
});

/** Account, domain and subdomain, each in the previous one. */
const chain = (options: ChainOptions = {}): ResourceSpec[] => [
  account(options.virtualName),
  domainIn({ $of: ["account", "accountIdentifier"] }, options.sld ?? "chain-test"),
  blogOf(options),
];

/** Domain and subdomain in an account that no program declares. */
const site = (options: ChainOptions = {}): ResourceSpec[] => [domainIn("p100001", options.sld ?? "chain-test"), blogOf(options)];

describe("replacements in a chain, on the real engine", function () {
  this.timeout(10 * commandTimeout);
  let stack: Stack;

  beforeEach(async () => {
    stack = await Stack.create();
  });
  afterEach(() => stack.dispose());

  const control = () => stack.sandbox.control;
  const declare = (resources: readonly ResourceSpec[]) => stack.declare({ resources });
  const orders = () => control().journal.requests({ operation: "registerDomain" }).length;
  /** What exists of the chain: account/domain/subdomain, by the names in the program. */
  const there = (): string[] => {
    const { accounts, domains, subdomains } = control().store;
    const nameOf = (id: string) => accounts.get(id)?.virtual?.virtualName ?? id;
    const own = domains.all().filter(({ sld }) => /^(chain|other)-test$/.test(sld));
    return [
      ...accounts.all().flatMap(({ virtual }) => (virtual?.virtualName.startsWith("chain") ? [virtual.virtualName] : [])),
      ...own.map(({ account: id, sld }) => `${nameOf(id)}/${sld}`),
      ...subdomains
        .all()
        .filter(({ name, domain }) => name !== "www" && own.some(({ id }) => id === domain))
        .map(({ name, domain }) => `${name}.${domain}`),
    ].sort();
  };
  const isSettled = async (): Promise<void> => {
    assert.deepEqual(changes(succeeded(await stack.preview("--refresh", "--expect-no-changes"))), []);
  };
  const notNow = { operation: "createVirtualAccount", effect: { kind: "status", status: 400 } } as const;

  describe("replacing a domain", () => {
    it("deletes its subdomain with it and sends one order for each, also without `deletedWith`", async () => {
      await declare(site());
      succeeded(await stack.up());
      await declare(site({ sld: "other-test" }));
      const preview = succeeded(await stack.preview());
      assert.deepEqual(
        preview.steps.filter(({ op }) => op === "replace").map(({ name }) => name),
        ["domain", "blog"],
      );
      const { output } = succeeded(await stack.up());
      assert.match(output, /subdomain blog\.chain-test\.de .*is deleted with domain chain-test\.de .*, which this run replaces/);
      assert.deepEqual(there(), ["blog.other-test.de", "p100001/other-test"]);
      assert.equal(orders(), 2);

      await declare(site({ sld: "other-test", deletedWith: false }));
      succeeded(await stack.up());
      await declare(site({ deletedWith: false }));
      // With its preview, in one run.
      succeeded(await stack.pulumi("up", "--yes"));
      assert.deepEqual(there(), ["blog.chain-test.de", "p100001/chain-test"]);
      assert.equal(orders(), 3);
      await isSettled();
    });
  });

  describe("continuing after an error", () => {
    const token = (description: string): ResourceSpec => ({ type: "ApplicationToken", name: "token", args: { description } });
    const names = ({ steps }: Outcome, op: string) => steps.filter((step) => step.op === op).map(({ name }) => name);

    it("skips what depends on the failure and carries out the rest", async () => {
      control().faults.add(notNow);
      await declare([...chain(), token("first")]);
      const first = failed(await stack.up("--continue-on-error"), /virtual account chain .* was not created/);
      assert.doesNotMatch(first.output, /required, but missing/);
      assert.deepEqual(names(first, "create").sort(), ["account", "token"]);
      succeeded(await stack.up());
      control().faults.add(notNow);
      await declare([...chain({ virtualName: "chain-two" }), token("second")]);
      const second = failed(await stack.up("--continue-on-error"), /virtual account chain-two .* was not created/);
      assert.doesNotMatch(second.output, /required, but missing/);
      assert.deepEqual(names(second, "create-replacement").sort(), ["account", "token"]);
      assert.doesNotMatch((await stack.export()).text, /__unknown/);
      succeeded(await stack.up());
      assert.deepEqual(there(), ["blog.chain-test.de", "chain-two", "chain-two/chain-test"]);
      await isSettled();
    });

    it("refuses a target without its dependencies as Pulumi does", async () => {
      await declare(chain());
      const { output } = failed(await stack.up("--target", urnOf("Domain", "domain")), /not specified in --target list/);
      assert.doesNotMatch(output, /required, but missing/);
    });
  });
});
