import assert from "node:assert/strict";
import { changes, commandTimeout, failed, type Outcome, type ResourceSpec, Stack, succeeded } from "../support/engine.js";
import { join } from "node:path";
import { account, domain, subdomain } from "../support/new-shop.js";

/** What a preview says before anything is ordered, and about what leaves the program. */
describe("a preview of the real engine that asks the API", function () {
  this.timeout(20 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  const asText = { accountIdentifier: "p100001", domainIdentifier: "new-shop.de" };
  const webhook = (name: string): ResourceSpec => ({
    type: "Webhook",
    name,
    args: { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://a.example" },
  });
  const writes = () =>
    stack.sandbox.control.journal
      .requests({ effect: true })
      .map(({ operation }) => operation)
      .filter((operation) => operation !== "authenticate");
  const preview = async (resources: readonly ResourceSpec[], variables = {}): Promise<Outcome> => {
    await stack.declare({ resources });
    return (await stack.start(["preview"], variables)).outcome;
  };

  const mistakes: readonly [string, readonly ResourceSpec[], RegExp, Readonly<Record<string, string>>?][] = [
    [
      "a top-level domain that is not on offer",
      [domain({ tld: "onlin" })],
      /tld: the provider does not offer the top-level domain onlin\. Did you mean online\?/,
    ],
    [
      "a name that is taken",
      [domain({ sld: "example" })],
      /sld: example\.de is already registered, and account p100001 does not list it/,
    ],
    [
      "a name that is taken, for an account that does not exist yet",
      [account(), domain({ accountIdentifier: { $of: ["account", "accountIdentifier"] }, sld: "example" })],
      /sld: example\.de is already registered\. If another of your accounts has it/,
    ],
    [
      "a transfer of a name that is free",
      [domain({ domainNameTransfer: { authcode: { $secret: "transfer-me" } } })],
      /domainNameTransfer: new-shop\.de is not registered, so it cannot be transferred/,
    ],
    [
      "an account that does not exist",
      [domain({ accountIdentifier: "p999999" })],
      /accountIdentifier: account p999999 does not exist, or this login may not use it/,
    ],
    ["an unknown article", [account({ articleNumber: 9999 })], /articleNumber: the catalogue does not have article 9999/],
    [
      "the article of a domain",
      [account({ articleNumber: 4001 })],
      /articleNumber: article 4001 "Domain \.de" is the registration of a domain/,
    ],
    [
      "a customer of somebody else",
      [account({ customerNumber: 200001 })],
      /customerNumber: customer 200001 does not exist, or this login may not use it/,
    ],
    ["a wrong password", [domain()], /invalid credentials/, { HOSTING_PASSWORD: "wrong" }],
    [
      "a contract about records that do not exist",
      [{ type: "GdprContract", name: "contract", args: { html: "<p>x</p>", tom: "t", client: "c", recipient: "r" } }],
      /client: there is no GDPR contact c[^]*recipient: there is no GDPR contact r[^]*tom: there are no GDPR measures \(TOM\) t/,
    ],
    ["the adoption of nothing", [domain({ adopt: true })], /does not exist, so it cannot be adopted/],
    [
      "a name of several labels that cannot be had",
      [domain({ sld: "my.shop" })],
      /sld: my\.shop\.de is already registered, .*, or names of several labels cannot be registered below de\./,
    ],
    [
      "a webhook that is declared twice",
      [webhook("hook"), webhook("other")],
      /resource "\w+" and resource "\w+" of this program declare the same webhook .*: declare it once\./,
    ],
    [
      "an account that is declared twice",
      [account(), { ...account(), name: "other" }],
      /resource "\w+" and resource "\w+" of this program declare the same virtual account shop of customer 100001: declare it once\./,
    ],
    [
      "a subdomain that is declared twice",
      [
        { ...subdomain("a"), args: { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de", name: "new" } },
        { ...subdomain("b"), args: { accountIdentifier: "p100001", domainIdentifier: "Sommer-Gartenbau.de", name: "NEW" } },
      ],
      /declare the same subdomain new\.sommer-gartenbau\.de: declare it once\./i,
    ],
    [
      "a subdomain of a new domain that is declared twice",
      [domain(), subdomain("blog"), { ...subdomain("BLOG"), name: "other" }],
      /declare the same subdomain blog\.new-shop\.de: declare it once\./i,
    ],
    [
      "the adoption of something in a new domain",
      [domain(), subdomain("blog", { adopt: true })],
      /adopt: subdomain blog\.new-shop\.de cannot exist yet, because this run creates what it lies in/,
    ],
    [
      "a subdomain that exists in an adopted domain",
      [domain({ sld: "sommer-gartenbau", adopt: true }), subdomain("blog")],
      /subdomain blog\.sommer-gartenbau\.de already exists/,
    ],
    [
      "a deletion with another new domain",
      [domain(), { ...domain({ sld: "other-shop" }), name: "other" }, subdomain("blog", {}, { deletedWith: "other" })],
      /Subdomain "blog": `deletedWith` names Domain "other", which does not contain this subdomain/,
    ],
  ];

  for (const [mistake, resources, says, variables] of mistakes)
    it(`fails: ${mistake}`, async () => {
      const { output } = failed(await preview(resources, variables), says);
      assert.doesNotMatch(output, /^\s+at |serializing/m);
      assert.deepEqual(writes(), []);
    });

  it("warns of what may make the creation fail", async () => {
    const { output } = succeeded(await preview([domain(), subdomain("www", { target: "/www" })]));
    assert.match(
      output,
      /warning: subdomain www\.new-shop\.de: A `www` is created with every domain\. If that has another target/,
    );
    assert.doesNotMatch(output, /warning: .* will be ordered/);
  });

  it("says what an order costs, and what leaves the program", async () => {
    const order = succeeded(await preview([account(), domain({ accountIdentifier: { $of: ["account", "accountIdentifier"] } })]));
    assert.match(
      order.output,
      /virtual account shop of customer 100001 will be ordered: price 4\.99 EUR net \(the API does not say for which period\), billed every 12 months/,
    );
    assert.match(
      order.output,
      /domain new-shop\.de of account \(not known yet\) will be ordered: 12 months in advance, no refund, price 0\.79 EUR net/,
    );

    await stack.declare({ resources: [account(), domain(), subdomain("blog"), subdomain("news")] });
    succeeded(await stack.up());
    succeeded(await stack.preview("--expect-no-changes"));
    const withoutBlog = [account(), domain(), subdomain("news")];
    const staying = /- fails to delete subdomain p100001\/new-shop\.de\/blog \(resource "blog"\) if its domain stays: /;
    const removal = failed(await preview(withoutBlog), staying);
    assert.match(removal.output, /error: The program no longer declares these resources/);
    assert.doesNotMatch(removal.output, /subdomain p100001\/new-shop\.de\/news|cancels|destroys|^\s+at /m);
    for (const variables of [{ HOSTING_PREVIEW_CHECKS: "off" }, { HOSTING_JOURNAL: join(stack.folder, "empty") }])
      assert.match(succeeded(await preview(withoutBlog, variables)).output, staying);
    failed(await stack.up(), /No request was sent: .* declare it again with `retainOnDelete: true`/);

    failed(
      await preview([account(), subdomain("blog", asText)]),
      /- fails to delete domain p100001\/new-shop\.de \(resource "domain"\): the program declares resource "blog" in it/,
    );

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
    for (const options of [{ dependsOn: ["domain"] }, { deletedWith: "domain" }])
      succeeded(await preview([domain(), subdomain("news"), subdomain("blog", asText, options)]));
  });

  it("only warns of a value that may turn out to be the present one", async () => {
    await stack.declare({ resources: [account(), domain(), subdomain("blog"), subdomain("news")] });
    succeeded(await stack.up());
    const target = { $from: ["hook", "uid"], $gives: "/" };
    const { output } = succeeded(
      await preview([webhook("hook"), account(), domain(), subdomain("blog", { target }), subdomain("news")]),
    );
    assert.match(output, /blog\) cannot be replaced because of target: .* Whether target changes is not known yet\./);
    assert.deepEqual(changes(succeeded(await stack.up())), ["create hook"]);
    await stack.declare({ resources: [account(), domain(), subdomain("blog"), subdomain("news")] });
    succeeded(await stack.up());
  });

  it("sends nothing if no resource is new", async () => {
    await stack.declare({ resources: [account(), domain(), subdomain("blog"), subdomain("news")] });
    stack.sandbox.control.journal.clear();
    succeeded(await stack.preview("--expect-no-changes"));
    assert.deepEqual(stack.sandbox.control.journal.requests(), []);
  });

  it("fails for a concluded contract whose measures it replaces, as a new record of the program too", async () => {
    const contact = (name: string): ResourceSpec => ({
      type: "GdprContact",
      name,
      args: { name, street: "Allee", houseNumber: "1", zipCode: "04109", city: "Leipzig", mail: "a@sommer.example" },
    });
    const tom = (name: string, content: string): ResourceSpec => ({ type: "GdprTom", name, args: { content } });
    const contract = (by = "tom"): ResourceSpec => ({
      type: "GdprContract",
      name: "contract",
      args: {
        html: "<p>Agreement</p>",
        tom: { $of: [by, "tomIdentifier"] },
        client: { $of: ["client", "id"] },
        recipient: { $of: ["recipient", "id"] },
      },
    });
    const contacts = [contact("client"), contact("recipient")];
    await stack.declare({ resources: [...contacts, tom("tom", "Before"), contract()] });
    succeeded(await stack.up());
    const { gdprContracts } = stack.sandbox.control.store;
    for (const { id } of gdprContracts.all())
      gdprContracts.update(id, { confirmed: Date.UTC(2026, 0, 2), signer: "Bruno Sommer" });
    stack.sandbox.control.journal.clear();
    const refused =
      /cannot be replaced because of tom: A concluded contract stays at the provider for good\. .* as a new resource\./;
    failed(await preview([...contacts, tom("tom", "After"), contract()]), refused);
    failed(await preview([...contacts, tom("tom", "Before"), tom("other", "Other"), contract("other")]), refused);
    assert.deepEqual(writes(), []);
    await stack.declare({ resources: [...contacts, tom("tom", "Before"), contract()] });
    succeeded(await stack.preview("--expect-no-changes"));
  });
});
