import assert from "node:assert/strict";
import { changes, commandTimeout, failed, type Outcome, type ResourceSpec, Stack, succeeded } from "../support/engine.js";
import { account, domain, subdomain } from "../support/new-shop.js";

/** What a preview says before anything is ordered, and about what leaves the program. */
describe("a preview of the real engine that asks the API", function () {
  this.timeout(20 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  const webhook = (name: string): ResourceSpec => ({
    type: "Webhook",
    name,
    args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://a.example" },
  });
  const preview = async (resources: readonly ResourceSpec[], variables = {}): Promise<Outcome> => {
    await stack.declare({ resources });
    return (await stack.start(["preview"], variables)).outcome;
  };

  it("says what an order costs with its resource, and what leaves the program", async () => {
    await stack.declare({ resources: [account(), domain({ accountIdentifier: { $of: ["account", "accountIdentifier"] } })] });
    const order = succeeded(await stack.pulumi("preview"));
    assert.match(
      order.output,
      /VirtualAccount \(account\):\s+virtual account shop of customer 100001 will be ordered: price 4\.99 EUR net/,
    );
    assert.match(
      order.output,
      /Domain \(domain\):\s+domain new-shop\.de of account \(not known yet\) will be ordered: 12 months in advance/,
    );
    assert.match(order.output, /This preview knows of 2 orders: 5\.78 EUR net\. The API does not say for which period\./);

    await stack.declare({ resources: [account(), domain(), subdomain("blog"), subdomain("news")] });
    const update = succeeded(await stack.up());
    // The preview's list of messages is not repeated.
    assert.match(update.output, /Domain domain created .* domain new-shop\.de of account p100001 will be ordered/);
    assert.doesNotMatch(update.output, /Diagnostics:/);
    const withoutBlog = [account(), domain(), subdomain("news")];
    const staying = /- fails to delete subdomain p100001\/new-shop\.de\/blog \(resource "blog"\) if its domain stays: /;
    const removal = failed(await preview(withoutBlog), staying);
    assert.match(removal.output, /error: The program no longer declares these resources/);
    assert.doesNotMatch(removal.output, /subdomain p100001\/new-shop\.de\/news|cancels|destroys|^\s+at /m);
    failed(await stack.up(), /No request was sent: .*explain kind-refuses`/);

    const end = succeeded(await preview([]));
    assert.match(
      end.output,
      /- cancels domain p100001\/new-shop\.de \(resource "domain"\), which cannot be undone and is not refunded\./,
    );
    assert.match(
      end.output,
      /- permanently destroys virtual account 100001\/p\d+ \(resource "account"\) with its website and data\./,
    );
    assert.doesNotMatch(end.output, /fails to delete/);
  });

  it("accepts a subdomain with the name of its new domain as text if Pulumi creates that first", async () => {
    const asText = { accountIdentifier: "p100001", domainIdentifier: "new-shop.de" };
    succeeded(await preview([domain(), subdomain("news"), subdomain("blog", asText, { dependsOn: ["domain"] })]));
  });

  it("only warns of a value that may turn out to be the present one", async () => {
    const target = { $from: ["hook", "uid"], $gives: "/" };
    const { output } = succeeded(
      await preview([webhook("hook"), account(), domain(), subdomain("blog", { target }), subdomain("news")]),
    );
    assert.match(output, /blog\) cannot be replaced because of target: .* Whether target changes is not known yet\./);
    assert.deepEqual(changes(succeeded(await stack.up())), ["create hook"]);
  });

  it("says nothing of what is retained, whatever its kind", async () => {
    const all = [account(), domain(), subdomain("blog"), subdomain("news")];
    await stack.declare({ resources: [{ ...webhook("hook"), options: { retainOnDelete: true } }, ...all] });
    succeeded(await stack.up());
    const { output } = succeeded(await preview(all));
    assert.match(output, /- 1 to delete/);
    assert.doesNotMatch(output, /no longer declares/);
  });
});
