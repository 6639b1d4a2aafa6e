import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { changes, commandTimeout, failed, type Outcome, type ResourceSpec, Stack, succeeded, urnOf } from "../support/engine.js";
import { killedOnce } from "../support/killed.js";

interface ChainOptions {
  readonly virtualName?: string;
  readonly sld?: string;
  readonly blog?: Readonly<Record<string, unknown>>;
  readonly account?: Readonly<Record<string, unknown>>;
  /** Name of the domain in the program. */
  readonly as?: string;
  readonly deletedWith?: boolean;
}

const account = (virtualName = "chain", options: object = {}): ResourceSpec => ({
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
  options: { protect: false, ...options },
});
const domainIn = (accountIdentifier: unknown, sld: string, name = "domain"): ResourceSpec => ({
  type: "Domain",
  name,
  args: { accountIdentifier, sld, tld: "de" },
  options: { protect: false },
});
const blogOf = (domain: string, { blog = {}, deletedWith = true }: ChainOptions): ResourceSpec => ({
  type: "Subdomain",
  name: "blog",
  args: {
    accountIdentifier: { $of: [domain, "accountIdentifier"] },
    domainIdentifier: { $of: [domain, "domainIdentifier"] },
    name: "blog",
    target: "/blog",
    ...blog,
  },
  ...(deletedWith && { options: { deletedWith: domain } }),
});

/** Account, domain and subdomain, each in the previous one. */
const chain = (options: ChainOptions = {}): ResourceSpec[] => [
  account(options.virtualName, options.account),
  domainIn({ $of: ["account", "accountIdentifier"] }, options.sld ?? "chain-test"),
  blogOf("domain", options),
];

/** Domain and subdomain in an account that no program declares. */
const site = (options: ChainOptions = {}): ResourceSpec[] => {
  const name = options.as ?? "domain";
  return [domainIn("p100001", options.sld ?? "chain-test", name), blogOf(name, options)];
};

describe("replacements in a chain, on the real engine", function () {
  this.timeout(10 * commandTimeout);
  let stack: Stack;

  beforeEach(async () => {
    stack = await Stack.create();
  });
  afterEach(() => stack.dispose());

  const control = () => stack.sandbox.control;
  const declare = (resources: readonly ResourceSpec[]) => stack.declare({ resources });
  const orders = () => ({
    accounts: control().journal.requests({ operation: "createVirtualAccount" }).length,
    domains: control().journal.requests({ operation: "registerDomain" }).length,
  });
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
  const forget = () => rm(join(stack.folder, "home", "hosting"), { recursive: true });
  const upAtMostTwice = async (): Promise<void> => {
    const first = await stack.up();
    if (first.status !== 0) succeeded(await stack.up());
  };

  describe("replacing a domain", () => {
    it("deletes its subdomain with it and sends one order for each", async () => {
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
      assert.equal(orders().domains, 2);
      await isSettled();
    });

    it("works in one run with its preview and without `deletedWith`", async () => {
      await declare(site({ deletedWith: false }));
      succeeded(await stack.up());
      await declare(site({ sld: "other-test", deletedWith: false }));
      succeeded(await stack.pulumi("up", "--yes"));
      assert.deepEqual(there(), ["blog.other-test.de", "p100001/other-test"]);
      await isSettled();
    });

    it("works if the domain's own name changes as well", async () => {
      await declare(site());
      succeeded(await stack.up());
      await declare(site({ sld: "other-test", as: "other" }));
      succeeded(await stack.preview());
      succeeded(await stack.up());
      assert.deepEqual(there(), ["blog.other-test.de", "p100001/other-test"]);
      assert.equal(orders().domains, 2);
      await isSettled();
    });

    it("recovers from a kill, even without a journal", async () => {
      await declare(site());
      succeeded(await stack.up());
      await declare(site({ sld: "other-test" }));
      control().faults.add({ operation: "createSubdomains", effect: { kind: "timeout-after" } });
      await killedOnce(await stack.start(["up", "--yes", "--skip-preview"]), () => there().includes("blog.other-test.de"));
      control().faults.clear();
      succeeded(await stack.pulumi("cancel", "--yes"));
      await forget();
      // Without a journal nothing is taken over without adopt: true.
      await declare(site({ sld: "other-test", blog: { adopt: true } }));
      await upAtMostTwice();
      assert.deepEqual(there(), ["blog.other-test.de", "p100001/other-test"]);
      assert.equal(orders().domains, 2);
      await isSettled();
    });
  });

  describe("changing a subdomain while its domain stays", () => {
    const refusal =
      /cannot be replaced because of .*the API has no documented way to delete a single subdomain.*pulumi state delete/;

    it("is refused in the preview if it needs a deletion, and the message says what to do", async () => {
      const two = (blog: ResourceSpec): ResourceSpec[] => [
        domainIn("p100001", "chain-test"),
        domainIn("p100001", "other-test", "other"),
        blog,
      ];
      await declare(site());
      succeeded(await stack.up());
      await declare(two(blogOf("other", {})));
      failed(await stack.preview(), refusal);
      assert.equal(orders().domains, 1);
      await declare(site({ blog: { name: "shop" } }));
      failed(await stack.preview(), refusal);

      await declare(two(blogOf("other", {})));
      const { subdomains } = control().store;
      subdomains.delete(subdomains.all().find(({ name, domain }) => name === "blog" && domain === "chain-test.de")!.id);
      succeeded(await stack.up());
      assert.deepEqual(there(), ["blog.other-test.de", "p100001/chain-test", "p100001/other-test"]);
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

  describe("replacing an account", () => {
    const wanted = ["blog.chain-test.de", "chain-two", "chain-two/chain-test"];

    /** Kills the engine and all its child processes during the replacement of the account, and runs again. The matrix has all requests. */
    async function killedAfter(operation: string, isReached: () => boolean): Promise<void> {
      await declare(chain());
      succeeded(await stack.up());
      await declare(chain({ virtualName: "chain-two" }));
      control().faults.add({ operation, effect: { kind: "timeout-after" } });
      await killedOnce(await stack.start(["up", "--yes", "--skip-preview"]), isReached);
      control().faults.clear();
      succeeded(await stack.pulumi("cancel", "--yes"));
      await upAtMostTwice();
      assert.deepEqual(there(), wanted);
      await isSettled();
    }

    it("orders everything in it again", async () => {
      await declare(chain());
      succeeded(await stack.up());
      await declare(chain({ virtualName: "chain-two" }));
      succeeded(await stack.pulumi("up", "--yes"));
      assert.deepEqual(there(), wanted);
      assert.deepEqual(orders(), { accounts: 2, domains: 2 });
      await isSettled();
    });

    it("recovers from a kill after the deletion of the account", async () => {
      await killedAfter("deleteVirtualAccount", () => there().length === 0);
      assert.deepEqual(orders(), { accounts: 2, domains: 2 });
    });

    it("recovers from a kill after the order of the new domain", async () => {
      await killedAfter("registerDomain", () => there().includes("chain-two/chain-test"));
      assert.deepEqual(orders(), { accounts: 2, domains: 2 });
    });

    it("recovers from a refused order of the new domain, even without a journal", async () => {
      await declare(chain());
      succeeded(await stack.up());
      await declare(chain({ virtualName: "chain-two" }));
      control().faults.add({ operation: "registerDomain", effect: { kind: "status", status: 400 } });
      failed(await stack.up(), /domain chain-test\.de .* was not created/);
      assert.deepEqual(there(), ["chain-two"]);
      await forget();
      await upAtMostTwice();
      assert.deepEqual(there(), wanted);
      assert.deepEqual(orders(), { accounts: 2, domains: 3 });
      // The engine asks again for the deletion of the old entry, whose domain is gone.
      assert.equal(control().journal.requests({ operation: "deleteDomain" }).length, 1);
      await isSettled();
    });

    for (const deletedWith of [true, false])
      it(`goes on with another login of the same account${deletedWith ? "" : ", without `deletedWith`"}`, async () => {
        await declare(chain({ deletedWith }));
        succeeded(await stack.up());
        await declare(chain({ virtualName: "chain-two", deletedWith }));
        control().faults.add(notNow);
        failed(await stack.up(), /virtual account chain-two .* was not created/);
        assert.deepEqual(there(), []);
        const { logins } = control().store;
        logins.insert({ ...logins.get("reseller")!, id: "rotated" });
        const rotated = { HOSTING_USERNAME: "rotated" };
        succeeded(await (await stack.start(["preview"], rotated)).outcome);
        succeeded(await (await stack.start(["up", "--yes", "--skip-preview"], rotated)).outcome);
        assert.deepEqual(there(), wanted);
        assert.deepEqual(orders(), { accounts: 3, domains: 2 });
        await isSettled();
      });

    it("recovers from a run that targets the account alone, even without `deletedWith`", async () => {
      await declare(chain({ deletedWith: false }));
      succeeded(await stack.up());
      await declare(chain({ virtualName: "chain-two", deletedWith: false }));
      const targeted: Outcome = await stack.up("--target", urnOf("VirtualAccount", "account"));
      assert.notEqual(targeted.status, 0, targeted.output);
      await upAtMostTwice();
      assert.deepEqual(there(), wanted);
      assert.equal(orders().accounts, 2);
      await isSettled();
    });
  });
});
