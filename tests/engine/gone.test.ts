import assert from "node:assert/strict";
import { userPages } from "../support/markdown.js";
import { changes, commandTimeout, type ResourceSpec, Stack, succeeded, urnOf } from "../support/engine.js";

const account: ResourceSpec = {
  type: "VirtualAccount",
  name: "shop",
  args: { customerNumber: 100001, articleNumber: 1101, virtualName: "shop", description: "Shop", password: "Sandbox-password-1" },
};
const domainIn = (accountIdentifier: unknown): ResourceSpec => ({
  type: "Domain",
  name: "site",
  args: { accountIdentifier, sld: "gone-site", tld: "de" },
});
const subdomain: ResourceSpec = {
  type: "Subdomain",
  name: "blog",
  args: {
    accountIdentifier: { $of: ["site", "accountIdentifier"] },
    domainIdentifier: { $of: ["site", "domainIdentifier"] },
    name: "blog",
    target: "/blog",
  },
};
const hook = (rest: object): ResourceSpec => ({
  type: "Webhook",
  name: "hook",
  args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook", ...rest },
});

describe("an account or a domain that is gone, on the real engine", function () {
  this.timeout(10 * commandTimeout);
  let stack: Stack;
  const store = () => stack.sandbox.control.store;

  beforeEach(async () => {
    stack = await Stack.create();
  });
  afterEach(() => stack.dispose());

  function loseDomain(): void {
    for (const { id, domain } of store().subdomains.all()) if (domain === "gone-site.de") store().subdomains.delete(id);
    store().domains.delete("gone-site.de");
  }

  /** Refreshes, and runs the command on the page of its messages for their resources, until it succeeds. */
  async function followMessages(): Promise<void> {
    const urns = {
      "virtual account": urnOf("VirtualAccount", "shop"),
      domain: urnOf("Domain", "site"),
      subdomain: urnOf("Subdomain", "blog"),
    };
    const reported = /error: (virtual account|domain|subdomain) .* explain gone`/;
    const command = /^- \*\*You no longer want it[^]*?`pulumi (state delete [^`]*)`/m.exec(
      userPages().find(({ path }) => path === "docs/messages.md")!.text,
    )![1]!;
    for (let count = 0; count < 3; count += 1) {
      const { status, output } = await stack.refresh();
      if (status === 0) break;
      const [, label] = reported.exec(output) ?? [];
      assert.ok(label !== undefined, output);
      succeeded(await stack.pulumi(...command.replace("<urn>", urns[label as keyof typeof urns]).split(" "), "--yes"));
    }
  }

  const isEmpty = async () => assert.deepEqual(changes(succeeded(await stack.preview("--refresh", "--expect-no-changes"))), []);

  it("leaves the state with all that it contained as the message says, and what depended on it is adopted", async () => {
    const hookOf = { headers: { "X-Account": { $of: ["shop", "accountIdentifier"] } } };
    await stack.declare({
      resources: [account, domainIn({ $of: ["shop", "accountIdentifier"] }), subdomain, hook(hookOf)],
    });
    succeeded(await stack.up());
    const made = store()
      .accounts.all()
      .find(({ virtual }) => virtual?.virtualName === "shop");
    loseDomain();
    store().accounts.delete(made!.id);
    await stack.declare({ resources: [hook({ headers: { "X-Account": made!.id }, adopt: true })] });
    await followMessages();
    succeeded(await stack.up());
    await isEmpty();
    assert.equal(store().webhooks.all().length, 1);
  });
});
