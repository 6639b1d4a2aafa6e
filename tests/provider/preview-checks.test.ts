import assert from "node:assert/strict";
import { noteDeclaredName, declaredTwice } from "../../provider/lifecycle/registered-names.js";
import { ofAnyKind } from "../../provider/definition/definition.js";
import { nameKey } from "../../provider/values/reserved-properties.js";
import type { Properties } from "../../provider/values/properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { definitions } from "../support/definitions.js";
import type { FaultEffect } from "../../sandbox/index.js";
import { rehearseKernel, type SomeDefinition } from "../support/kernel.js";

const { virtualAccount, domain, subdomain, applicationToken, gdprContact, gdprContract, gdprTom, webhook, billingSettings } =
  definitions;

const account = { customerNumber: 100001, virtualName: "shop", description: "Shop", articleNumber: 1101, password: "a-password" };
const shop = { accountIdentifier: "p100001", sld: "new-shop", tld: "de" };
const blog = { accountIdentifier: "p100001", domainIdentifier: "new-shop.de", name: "blog" };
const www = { ...blog, name: "WWW", target: "/shop", domainIdentifier: unknownValue };
const transfer = { domainNameTransfer: { authcode: "transfer-me" } };
const contract = { html: "<p>Agreement</p>", client: "a", recipient: "b", tom: "c" };

interface Check {
  /** Arguments that differ from those of the other tests of the kind. */
  readonly with?: Properties;
  /** Answers of operations, each time. */
  readonly answers?: Readonly<Record<string, FaultEffect>>;
  /** All problems, in lines. Default: none. */
  readonly refused?: RegExp;
  readonly says?: RegExp;
  readonly unsaid?: RegExp;
  /** Everything that is sent. */
  readonly sent?: readonly string[];
}

const refusal = { kind: "status", status: 403 } as const;
const shows = (body: unknown) => ({ kind: "body", body }) as FaultEffect;
const article = (more: object) => ({ getArticle: shows({ articleNumber: 1101, ...more }) });
const offer = { id: "de", name: "de", articleNumber: 2001, price: "0.79", setupFee: "400.00" };

describe("the check of a new resource against the API", () => {
  const rehearsal = rehearseKernel({}, { previewChecks: "online" });

  const problems = (definition: SomeDefinition, inputs: Properties) =>
    rehearsal.problemsOf(definition, { ...inputs, [nameKey]: "it" });
  const sent = (): string[] =>
    rehearsal.sandbox.control.journal
      .requests()
      .flatMap(({ operation }) => (operation === undefined || operation === "authenticate" ? [] : [operation]));
  const always = (operation: string, effect: FaultEffect) => rehearsal.fault(operation, effect, { occurrence: "always" });

  /** Tests of new objects of a kind. */
  const expects =
    (definition: SomeDefinition, args: Properties = {}) =>
    (title: string, { with: changes = {}, answers = {}, refused, says, unsaid, ...expected }: Check): void => {
      it(title, async () => {
        for (const [operation, effect] of Object.entries(answers)) always(operation, effect);
        const found = (await problems(definition, { ...args, ...changes })).join("\n");
        assert.match(found, refused ?? /^$/);
        if (says !== undefined) assert.match(rehearsal.said(), says);
        if (unsaid !== undefined) assert.doesNotMatch(rehearsal.said(), unsaid);
        if (expected.sent !== undefined) assert.deepEqual(sent(), expected.sent);
      });
    };
  const [ofAccount, ofDomain, ofSubdomain] = [expects(virtualAccount, account), expects(domain, shop), expects(subdomain, blog)];

  ofAccount("says what an account costs, with two requests", {
    says: /^virtual account shop .* will be ordered: price 4\.99 EUR net \(period unknown\), billed every 12 months, for at least/m,
    sent: ["listVirtualAccounts", "getArticle"],
  });
  ofAccount("names an order of which the price is not known", {
    answers: article({ benefits: {} }),
    says: /will be ordered: price not known\.$/,
  });
  ofAccount("needs an article that exists", { with: { articleNumber: 9999 }, refused: /^articleNumber: .* 9999/, unsaid: /./ });
  ofAccount("takes an article that only the search shows", { answers: { getArticle: refusal } });
  ofAccount("claims nothing if the search shows other articles", {
    answers: { getArticle: refusal, searchArticles: shows([{ articleNumber: 1102 }]) },
  });
  ofAccount("needs an article that can be ordered", {
    answers: article({ isOrderable: false, description: "Old" }),
    refused: /^articleNumber: article 1101 "Old" cannot be ordered/,
  });
  ofAccount("needs an article that is not a domain", {
    with: { articleNumber: 4001 },
    refused: /^articleNumber: .* registration of a domain/,
  });
  ofAccount("names an article that may be an addition", {
    with: { articleNumber: 3001 },
    says: /^articleNumber: article 3001 .* has no benefits/m,
  });
  ofAccount("needs a customer that exists", {
    with: { customerNumber: 999999 },
    refused: /^customerNumber: .*explain container-missing`/,
  });
  ofAccount("needs a customer that the login may use", {
    with: { customerNumber: 200001 },
    refused: /explain container-missing`/,
  });
  expects(billingSettings)("needs a customer for settings", {
    with: { customerNumber: 999999, postalInvoices: true },
    refused: /^customerNumber: .*explain container-missing`/,
    unsaid: /./,
  });
  ofAccount("checks what is known", { with: { customerNumber: unknownValue, articleNumber: 9999 }, refused: /^articleNumber: / });
  ofDomain("says what a domain costs, with four requests", {
    says: /^domain new-shop\.de .* will be ordered: 12 months in advance, no refund, price 0\.79 EUR net \(period unknown\), billed/m,
    sent: ["listDomains", "listTopLevelDomains", "checkDomainAvailability", "getArticle"],
  });
  ofDomain("takes the top-level domain's price if its article has none", {
    answers: { getArticle: refusal, searchArticles: shows([]) },
    says: /price 0\.79, price for agencies 0\.59 \(currency and period unknown\)\.$/,
  });
  ofDomain("shows both prices if they differ", {
    with: { tld: "shop" },
    says: /price 1\.49 EUR net .*; the top-level domain shows price 3\.49, price for agencies 2\.99, and the API does not say which/,
  });
  ofDomain("shows one price if they do not", {
    with: { tld: "com" },
    says: /price 1\.49 EUR net/,
    unsaid: /the top-level domain shows/,
  });
  ofDomain("shows a fee that its article does not have", {
    answers: { listTopLevelDomains: shows([offer]) },
    says: /domain shows .*setup fee 400\.00/,
  });
  ofDomain("needs a top-level domain on offer", {
    with: { tld: "onlin" },
    refused: /^tld: .* offer .* onlin\. Did you mean online\?$/,
  });
  ofDomain("recognizes a top-level domain of two labels", {
    with: { sld: "new-shop.co", tld: "uk" },
    refused: /^tld: .* uk\. Declare `sld: "new-shop"` and `tld: "co\.uk"`\.$/,
  });
  ofDomain("needs a free name", { with: { sld: "example" }, refused: /^sld: example\.de is .*explain name-registered`\.$/ });
  ofDomain("needs a free name, also before its account exists", {
    with: { sld: "example", accountIdentifier: unknownValue },
    refused: /explain name-registered`\.$/,
  });
  ofDomain("transfers a registered name", {
    with: { ...transfer, sld: "umzug" },
    says: /tells in advance whether the transfer succeeds/,
  });
  ofDomain("transfers only a registered name", {
    with: { domainNameTransfer: { authcode: unknownValue } },
    refused: /^domainNameTransfer: /,
  });
  ofDomain("asks nothing about an external name", {
    with: { sld: "example", external: true },
    says: /tells in advance whether the provider sets up/,
    unsaid: /ordered/,
    sent: ["listDomains"],
  });
  ofDomain("asks nothing about a name that may be external", {
    with: { sld: "example", external: unknownValue },
    unsaid: /ordered/,
  });
  ofDomain("names a transfer of an external name", {
    with: { ...transfer, external: true },
    says: /`domainNameTransfer` moves it here: remove one\.$/,
  });
  ofDomain("says that a target may have no effect", { with: { target: "/shop" }, says: /`target` may have no effect/ });
  ofDomain("knows the effect of an external target", {
    with: { target: "/shop", external: true },
    unsaid: /`target` may have no effect/,
  });
  ofDomain("checks neither way while adoption is unknown", {
    with: { sld: "sommer-gartenbau", adopt: unknownValue },
    says: /is not known yet, so it was not checked\./,
    unsaid: /ordered/,
  });
  ofDomain("needs an account that the login may use", {
    with: { accountIdentifier: "p999999" },
    refused: /^accountIdentifier: .*explain container-missing`/,
  });
  ofSubdomain("needs a domain that its account has", { refused: /^domainIdentifier: .* does not have the domain/ });
  ofSubdomain("names a `www` of a registration", {
    with: www,
    says: /^subdomain WWW.*: A `www` is created with every domain\. .* Leave out `target`/m,
  });
  ofSubdomain("names a `www` that exists", {
    with: { ...www, domainIdentifier: "sommer-gartenbau.de" },
    refused: /already exists .* Its target is not shown\. Leave out `target`/,
  });
  ofSubdomain("uses a `www` without a target", { with: { ...www, target: undefined }, unsaid: /is created with every domain/ });
  expects(gdprContract)("needs references of a contract that exist", {
    with: contract,
    refused: /^client: .*\n^recipient: .*\n^tom: .*$/m,
  });
  expects(applicationToken)("tries the login if nothing else is sent", {
    with: { description: "CI" },
    sent: ["listApplicationTokens"],
  });
  expects(gdprTom)("says that an object cannot be deleted again", {
    with: { content: "Backups" },
    says: /^TOM .*will be created for good\./m,
  });

  it("looks nothing up twice, and one name more for each further domain", async () => {
    for (const [definition, first, next, requests] of [
      [virtualAccount, account, { ...account, virtualName: "other" }, []],
      [domain, shop, { ...shop, sld: "second-shop" }, ["checkDomainAvailability"]],
      [applicationToken, { description: "CI" }, { description: "CI, too" }, []],
    ] as const) {
      await problems(definition, first);
      const before = sent().length;
      assert.deepEqual(await problems(definition, next), []);
      assert.deepEqual(sent().slice(before), requests);
    }
  });

  it("needs the name of an account, and not the number that the API takes as well", async () => {
    const { uid } = rehearsal.sandbox.control.store.accounts.get("p100001")!;
    const accountIdentifier = String(uid);
    const existing = { sld: "sommer-gartenbau", tld: "de" };
    for (const [definition, args] of [
      [domain, shop],
      [domain, { ...existing, adopt: true }],
      [subdomain, { domainIdentifier: "sommer-gartenbau.de", name: "new" }],
    ] as const)
      assert.match((await problems(definition, { ...args, accountIdentifier })).join(), /name is p100001\. .*explain misnamed`/);
    const state = { ...existing, accountIdentifier, [nameKey]: "it" };
    const moved = { ...state, accountIdentifier: "p100001", adopt: true };
    await assert.rejects(
      rehearsal.kernel(domain).checkPlan(`${uid}/sommer-gartenbau.de`, state, moved, ["accountIdentifier"]),
      /the API can neither move nor change a domain/,
    );
  });

  it("checks the others after the API has refused one name", async () => {
    rehearsal.fault("checkDomainAvailability", { kind: "status", status: 400 });
    assert.deepEqual(await problems(domain, { ...shop, sld: "odd" }), []);
    assert.match(rehearsal.warnings[0]!, /^Not checked: domain odd\.de /);
    assert.match((await problems(domain, { ...shop, sld: "example" })).join(), /explain name-registered`/);
  });

  it("leaves a name that this run has to the rules about it, and waits for an account that it has created", async () => {
    rehearsal.seen("domain", "p100002/example.de");
    assert.deepEqual(await problems(domain, { ...shop, accountIdentifier: unknownValue, sld: "example" }), []);
    for (const operation of ["listDomains", "getAccount"]) always(operation, refusal);
    await rehearsal.declares(ofAnyKind(virtualAccount), "100001/p100001", { __entry: "account", [nameKey]: "account" });
    assert.deepEqual(await problems(domain, shop), []);
  });

  describe("of a subdomain in a domain that the program declares", () => {
    const within = (more: Properties = {}) => ({ ...shop, sld: "New-Shop", [nameKey]: "shop", ...more });

    /** What happens when the domain is checked, with the API or only noted. */
    const declares = async (inputs: Properties, { olds = {}, isChecked = true } = {}) => {
      noteDeclaredName(ofAnyKind(domain), rehearsal.ownership, inputs);
      declaredTwice(ofAnyKind(domain), rehearsal.ownership, { olds, news: inputs }, false);
      if (isChecked) assert.deepEqual(await rehearsal.problemsOf(domain, inputs), []);
      rehearsal.sandbox.control.journal.clear();
      rehearsal.warnings.length = 0;
    };

    for (const [how, more, isChecked] of [
      ["and needs no request", {}, true],
      ["even if its check was not made", {}, false],
      ["also if it is external and another account may have the name too", { external: true }, true],
    ] as const)
      it(`waits for it, ${how}`, async () => {
        await declares(within(more), { isChecked });
        assert.deepEqual(await problems(subdomain, blog), []);
        if (isChecked && !("external" in more)) assert.deepEqual([sent(), rehearsal.warnings], [[], []]);
      });

    it("cannot be an adoption, except for the `www` of the registration", async () => {
      await declares(within());
      assert.match((await problems(subdomain, { ...blog, adopt: true })).join(), /explain not-there-yet`/);
      assert.deepEqual(await problems(subdomain, { ...blog, name: "www", adopt: true }), []);
    });

    it("fails if the state has the domain and its account has not", async () => {
      await declares(within(), { olds: within(), isChecked: false });
      assert.match((await problems(subdomain, blog))[0]!, /does not have the domain new-shop\.de\..* declare that one\./);
    });
  });

  it("accepts references of a contract that exist or that this run has created, with one request for each", async () => {
    const contact = { name: "A", street: "B", houseNumber: "1", zipCode: "30159", city: "Hannover", mail: "a@b.example" };
    const { id } = await rehearsal.kernel(gdprContact).create({ ...contact, type: "client", [nameKey]: "contact" });
    const tom = await rehearsal.kernel(gdprTom).create({ content: "Backups", [nameKey]: "tom" });
    const references = { ...contract, client: id, recipient: id, tom: tom.id };
    const lookups = ["getGdprContact", "getGdprTom"];
    const { faults } = rehearsal.sandbox.control;
    for (const operation of [...lookups, "listGdprContacts", "listGdprToms"]) always(operation, refusal);
    assert.deepEqual(await problems(gdprContract, references), []);
    faults.clear();
    rehearsal.endRun();
    const before = sent().length;
    assert.deepEqual(await problems(gdprContract, references), []);
    assert.deepEqual(sent().slice(before), ["listGdprContracts", ...lookups]);
  });

  for (const definition of [applicationToken, webhook, virtualAccount])
    it(`fails if the login is refused: ${definition.kind}`, async () => {
      always("authenticate", { kind: "status", status: 403, body: { msg: "invalid credentials" } });
      const inputs = { eventType: "E", method: "POST", url: "https://a.example", ...account };
      await assert.rejects(problems(definition, inputs), /invalid credentials/);
    });

  const outages: Readonly<Record<string, FaultEffect>> = {
    "the rate window is used up": { kind: "status", status: 429 },
    "a server error": { kind: "status", status: 500 },
    "no access": refusal,
    "a reset": { kind: "reset-before" },
    "a wrong answer": { kind: "wrong-shape" },
  };
  for (const [name, effect] of Object.entries(outages))
    it(`warns, and blocks nothing: ${name}`, async () => {
      for (const operation of ["listTopLevelDomains", "getTopLevelDomain", "checkDomainAvailability"]) always(operation, effect);
      assert.deepEqual(await problems(domain, { ...shop, sld: "example" }), []);
      assert.match(rehearsal.warnings[0]!, /^Not checked: domain example\.de of account p100001/);
      const before = sent().length;
      assert.deepEqual(await problems(domain, { ...shop, sld: "second" }), []);
      if (name === "no access") return;
      assert.equal(sent().length, before);
      const messages = (text: string) => rehearsal.warnings.filter((warning) => warning.includes(text)).length;
      // An order is named also if nothing else is known of it.
      assert.deepEqual([messages("Not checked"), messages("its price could not be looked up")], [1, 2]);
    });

  it("says what a replacement cancels and what it orders, once, and fails if the provider would refuse it", async () => {
    const declared = { ...shop, [nameKey]: "it" };
    const { id, state } = await rehearsal.kernel(domain).create(declared);
    const replacing = (sld: string) => rehearsal.kernel(domain).checkPlan(id, state, { ...declared, sld }, ["sld"]);
    await assert.rejects(replacing("example"), /cannot be replaced because of sld\. .*explain name-registered`/);
    rehearsal.warnings.length = 0;
    await replacing("newer-shop");
    assert.match(rehearsal.warnings[0]!, /^domain newer-shop\.de .* will be ordered: /);
    assert.match(
      rehearsal.warnings[1]!,
      /^The replacement cancels domain new-shop\.de .* cannot be undone and is not refunded\./,
    );
  });

  describe("of a domain in a replaced account", () => {
    const declared = { ...shop, [nameKey]: "it" };
    const replacesAccount = (isReplaced = true) => {
      const container = { path: "p100001", title: "virtual account shop", isReplaced, isRetained: false };
      rehearsal.ownership.run.recordEntry("virtualAccount", "100001/p100001", {}, { container });
    };

    /** The comparison of the engine before it deletes the domain with its account. */
    const compared = async (replaces = true) => {
      const { id, state } = await rehearsal.kernel(domain).create(declared);
      replacesAccount(replaces);
      rehearsal.warnings.length = 0;
      const announce = () => rehearsal.kernel(domain).checkFollows(id, state, { ...declared, accountIdentifier: unknownValue });
      return { id, state, announce };
    };

    for (const isReplaced of [true, false])
      it(isReplaced ? "says that it is cancelled" : "says nothing if its account stays", async () => {
        await (await compared(isReplaced)).announce();
        assert.equal(rehearsal.warnings.length, isReplaced ? 2 : 0);
        if (!isReplaced) return;
        assert.match(rehearsal.said(), /^The replacement cancels domain new-shop\.de [^]* lies in virtual account shop/);
        for (const warning of rehearsal.warnings) assert.ok(warning.split(" ").length <= 40, warning);
      });

    it("says nothing if the state retains it, because its replacement fails", async () => {
      const { announce } = await compared();
      rehearsal.ownership.run.recordDeclaration({ kind: "domain", name: "it" }, { isRetained: true });
      await assert.rejects(announce, { code: "retained in replaced" });
      assert.deepEqual(rehearsal.warnings, []);
    });

    it("does not create it again with its earlier arguments, before anything is sent", async () => {
      await compared();
      const before = sent().length;
      await assert.rejects(rehearsal.kernel(domain).create(declared), { code: "misplaced" });
      assert.equal(sent().length, before);
      await rehearsal.kernel(domain).create({ ...declared, accountIdentifier: "p100002", sld: "newer-shop" });
    });

    for (const sld of ["new-shop", "sommer-gartenbau"])
      it(`says of a transfer of ${sld} whether it is requested again`, async () => {
        await (await compared()).announce();
        rehearsal.warnings.length = 0;
        await rehearsal.problemsOf(domain, { ...declared, ...transfer, sld, accountIdentifier: unknownValue });
        assert.equal(/This run cancels the domain first/.test(rehearsal.said()), sld === "new-shop");
      });
  });

  it("says that a domain to be replaced will be another one if its account is not known yet", async () => {
    const { id, state } = await rehearsal.existing(domain, shop);
    await rehearsal.kernel(domain).checkPlan(id, state, { ...shop, accountIdentifier: unknownValue }, ["accountIdentifier"]);
    assert.match(rehearsal.said(), /its account is not known yet\. If it is another one, this run will fail/);
  });

  it("refuses a domain whose account is replaced by one that is ordered first, because the old one still has the name", async () => {
    const { id, state } = await rehearsal.existing(domain, shop);
    const container = { path: shop.accountIdentifier, title: "the account", isReplaced: true, isRetained: false };
    rehearsal.ownership.run.recordEntry("virtualAccount", `100001/${shop.accountIdentifier}`, {}, { container });
    const news = { ...shop, accountIdentifier: unknownValue };
    await assert.rejects(rehearsal.kernel(domain).checkPlan(id, state, news, ["accountIdentifier"]), { code: "kind refuses" });
  });

  it("asks for nothing that only a creation needs if the account's listing shows the object", async () => {
    const existing = { ...shop, sld: "sommer-gartenbau" };
    await problems(domain, shop);
    const before = sent().length;
    assert.match((await problems(domain, existing)).join(), /already exists/);
    await problems(domain, { ...existing, sld: "other", adopt: unknownValue });
    assert.deepEqual(sent().slice(before), []);
  });

  for (const isPriceless of [false, true])
    it(`stops after ${isPriceless ? "the price of one resource ended the lookups" : "its budget of requests"}, and says so once`, async () => {
      if (isPriceless) always("getArticle", { kind: "status", status: 500 });
      for (let number = 0; number < (isPriceless ? 3 : 120); number += 1)
        assert.deepEqual(await problems(domain, { ...shop, sld: `shop-${number}` }), []);
      const reported = rehearsal.warnings.filter((warning) => warning.startsWith("Not checked"));
      assert.equal(reported.length, 1);
      assert.match(
        reported[0]!,
        isPriceless ? /^Not checked: domain shop-1\.de .* and what follows\. / : /^Not checked: domain shop-98\.de /,
      );
      if (!isPriceless) assert.equal(sent().filter((operation) => operation !== "listDomains").length, 100);
    });
});

describe("the check of a new domain whose name was cancelled to a later date", () => {
  const rehearsal = rehearseKernel({ readings: { domainDeletion: "scheduled" } }, { previewChecks: "online" });

  it("says that the name is not free yet", async () => {
    const old = { ...shop, accountIdentifier: "p100002", [nameKey]: "old" };
    const { id, state } = await rehearsal.kernel(domain).create(old);
    await rehearsal.kernel(domain).delete(id, state);
    rehearsal.endRun();
    const found = await rehearsal.problemsOf(domain, { ...shop, [nameKey]: "new" });
    assert.match(
      found.join(),
      /^sld: new-shop\.de is still registered, .* cancelled it in account p100002\. .*name-registered`\.$/,
    );
  });
});

describe("the check of a new resource with `hosting:previewChecks` set to `off`", () => {
  const rehearsal = rehearseKernel({}, { previewChecks: "off" });

  it("only looks whether the object exists", async () => {
    assert.deepEqual(await rehearsal.problemsOf(domain, { ...shop, sld: "example", tld: "ed", [nameKey]: "it" }), []);
    assert.deepEqual(await rehearsal.problemsOf(applicationToken, { description: "CI", [nameKey]: "it" }), []);
    assert.deepEqual(rehearsal.warnings, []);
    const sent = rehearsal.sandbox.control.journal.requests().map(({ operation }) => operation);
    assert.deepEqual(sent, ["authenticate", "listDomains"]);
  });
});
