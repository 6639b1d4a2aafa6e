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

const account = {
  customerNumber: 100001,
  virtualName: "shop",
  description: "Shop",
  articleNumber: 1101,
  password: "a-password",
};

describe("the check of a new resource against the API", () => {
  const rehearsal = rehearseKernel({}, { previewChecks: "online" });

  const problems = (definition: SomeDefinition, inputs: Properties) =>
    rehearsal.problemsOf(definition, { ...inputs, [nameKey]: "it" });
  const sent = (): string[] =>
    rehearsal.sandbox.control.journal
      .requests()
      .flatMap(({ operation }) => (operation === undefined || operation === "authenticate" ? [] : [operation]));
  const always = (operation: string, effect: FaultEffect) =>
    rehearsal.sandbox.control.faults.add({ operation, occurrence: "always", effect });

  describe("virtual account", () => {
    it("says what it costs, with one listing and one article", async () => {
      assert.deepEqual(await problems(virtualAccount, account), []);
      assert.deepEqual(rehearsal.warnings, [
        "virtual account shop of customer 100001 will be ordered: price 4.99 EUR net (period unknown), billed every 12 months, for at least 12 months.",
      ]);
      assert.deepEqual(sent(), ["listVirtualAccounts", "getArticle"]);
    });

    it("looks nothing up twice", async () => {
      await problems(virtualAccount, account);
      const before = sent().length;
      assert.deepEqual(await problems(virtualAccount, { ...account, virtualName: "other" }), []);
      assert.equal(sent().length, before);
    });

    it("says so if the price is not known", async () => {
      always("getArticle", { kind: "body", body: { articleNumber: 1101, benefits: {} } });
      assert.deepEqual(await problems(virtualAccount, account), []);
      assert.match(rehearsal.warnings.join(), /will be ordered: price not known\.$/);
    });

    it("needs an article that exists", async () => {
      assert.deepEqual(await problems(virtualAccount, { ...account, articleNumber: 9999 }), [
        "articleNumber: the catalogue does not have article 9999. `hosting call catalogue.searchArticles` lists the articles.",
      ]);
      assert.deepEqual(rehearsal.warnings, []);
    });

    it("takes an article that only the search shows", async () => {
      always("getArticle", { kind: "status", status: 403 });
      assert.deepEqual(await problems(virtualAccount, account), []);
    });

    it("claims nothing if the search shows other articles", async () => {
      always("getArticle", { kind: "status", status: 403 });
      always("searchArticles", { kind: "body", body: [{ articleNumber: 1102 }] });
      assert.deepEqual(await problems(virtualAccount, account), []);
    });

    it("needs an article that can be ordered", async () => {
      always("getArticle", { kind: "body", body: { articleNumber: 1101, isOrderable: false, description: "Old" } });
      assert.deepEqual(await problems(virtualAccount, account), [
        'articleNumber: article 1101 "Old" cannot be ordered, according to the catalogue.',
      ]);
    });

    it("is not a domain", async () => {
      assert.deepEqual(await problems(virtualAccount, { ...account, articleNumber: 4001 }), [
        'articleNumber: article 4001 "Domain .de" is the registration of a domain, such as .de, and not an account.',
      ]);
    });

    it("names an article that may be an addition", async () => {
      assert.deepEqual(await problems(virtualAccount, { ...account, articleNumber: 3001 }), []);
      assert.match(rehearsal.warnings[0]!, /^articleNumber: article 3001 "SSL certificate" has no benefits/);
    });

    it("needs a customer that the login may use", async () => {
      for (const customerNumber of [999999, 200001])
        assert.deepEqual(await problems(virtualAccount, { ...account, customerNumber }), [
          `customerNumber: customer ${customerNumber} does not exist, or this login may not use it. Check it and the login. See \`npx hosting explain container-missing\`.`,
        ]);
    });

    it("checks what is known", async () => {
      const unknown = { ...account, customerNumber: unknownValue, articleNumber: 9999 };
      assert.match((await problems(virtualAccount, unknown))[0]!, /^articleNumber: /);
    });

    it("is not ordered if an existing one is adopted", async () => {
      await rehearsal.kernel(virtualAccount).create({ ...account, [nameKey]: "other" });
      rehearsal.endRun();
      rehearsal.warnings.length = 0;
      assert.deepEqual(await problems(virtualAccount, { ...account, adopt: true }), []);
      assert.doesNotMatch(rehearsal.warnings.join(), /ordered/);
    });
  });

  describe("domain", () => {
    const shop = { accountIdentifier: "p100001", sld: "new-shop", tld: "de" };

    it("says what it costs, with four requests", async () => {
      assert.deepEqual(await problems(domain, shop), []);
      assert.deepEqual(rehearsal.warnings, [
        "domain new-shop.de of account p100001 will be ordered: 12 months in advance, no refund, price 0.79 EUR net (period unknown), billed every 12 months, for at least 12 months.",
      ]);
      assert.deepEqual(sent(), ["listDomains", "listTopLevelDomains", "checkDomainAvailability", "getArticle"]);
    });

    it("needs one more request for each further one", async () => {
      await problems(domain, shop);
      const before = sent().length;
      await problems(domain, { ...shop, sld: "second-shop" });
      assert.deepEqual(sent().slice(before), ["checkDomainAvailability"]);
    });

    it("shows the top-level domain's price if its article has none", async () => {
      always("getArticle", { kind: "status", status: 403 });
      always("searchArticles", { kind: "body", body: [] });
      assert.deepEqual(await problems(domain, shop), []);
      assert.match(
        rehearsal.warnings.join(),
        /no refund, price 0\.79, price for agencies 0\.59 \(currency and period unknown\)\.$/,
      );
    });

    it("shows both prices if neither of the top-level domain is that of its article", async () => {
      assert.deepEqual(await problems(domain, { ...shop, tld: "shop" }), []);
      assert.match(
        rehearsal.warnings.splice(0).join(),
        /price 1\.49 EUR net .*; the top-level domain shows price 3\.49, price for agencies 2\.99, and the API does not say which is billed\.$/,
      );
      assert.deepEqual(await problems(domain, { ...shop, tld: "com" }), []);
      assert.match(rehearsal.warnings.join(), /price 1\.49 EUR net/);
      assert.doesNotMatch(rehearsal.warnings.join(), /the top-level domain shows/);
    });

    it("shows a fee of the top-level domain that its article does not have", async () => {
      const offered = { id: "de", name: "de", articleNumber: 2001, price: "0.79", setupFee: "400.00" };
      always("listTopLevelDomains", { kind: "body", body: [offered] });
      assert.deepEqual(await problems(domain, shop), []);
      assert.match(rehearsal.warnings.join(), /; the top-level domain shows .*setup fee 400\.00, and the API does not say which/);
    });

    it("needs a top-level domain on offer", async () => {
      assert.deepEqual(await problems(domain, { ...shop, tld: "ed" }), [
        "tld: the provider does not offer the top-level domain ed. `hosting call domains.listTopLevelDomains` lists those on offer.",
      ]);
      assert.match(
        (await problems(domain, { ...shop, tld: "onlin" }))[0]!,
        /does not offer the top-level domain onlin\. Did you mean online\?$/,
      );
    });

    it("recognizes a top-level domain of two labels", async () => {
      assert.deepEqual(await problems(domain, { ...shop, sld: "new-shop.co", tld: "uk" }), [
        'tld: the provider does not offer the top-level domain uk. Declare `sld: "new-shop"` and `tld: "co.uk"`.',
      ]);
    });

    it("needs a name that is not registered, also before its account exists", async () => {
      for (const accountIdentifier of ["p100001", unknownValue]) {
        const [problem = ""] = await problems(domain, { ...shop, accountIdentifier, sld: "example" });
        assert.match(problem, /^sld: example\.de is already registered/);
        assert.match(problem, /is already registered.*explain name-registered`\.$/);
      }
    });

    it("transfers only a name that is registered", async () => {
      const domainNameTransfer = { authcode: "transfer-me" };
      assert.deepEqual(await problems(domain, { ...shop, sld: "umzug", domainNameTransfer }), []);
      assert.deepEqual(await problems(domain, { ...shop, domainNameTransfer }), [
        "domainNameTransfer: new-shop.de is not registered, so it cannot be transferred. To register it, remove `domainNameTransfer`.",
      ]);
    });

    it("needs the name of its account, and not the number that the API takes as well", async () => {
      const { uid } = rehearsal.sandbox.control.store.accounts.get("p100001")!;
      for (const more of [{}, { sld: "sommer-gartenbau", adopt: true }])
        assert.deepEqual(await problems(domain, { ...shop, ...more, accountIdentifier: String(uid) }), [
          `accountIdentifier: ${uid} is the number of an account whose name is p100001. Declare its name. See \`npx hosting explain misnamed\`.`,
        ]);
      assert.deepEqual(
        await problems(subdomain, { accountIdentifier: String(uid), domainIdentifier: "sommer-gartenbau.de", name: "new" }),
        [
          `accountIdentifier: ${uid} is the number of an account whose name is p100001. Declare its name. See \`npx hosting explain misnamed\`.`,
        ],
      );
      assert.deepEqual(sent().filter((operation) => operation === "getAccount").length, 1);
    });

    it("asks nothing about an external one, or while it is not known whether it is one", async () => {
      for (const external of [true, unknownValue]) {
        assert.deepEqual(await problems(domain, { ...shop, sld: "example", external }), []);
        assert.doesNotMatch(rehearsal.warnings.join(), /ordered/);
      }
      assert.deepEqual(sent(), ["listDomains"]);
    });

    it("says of a target that it is described only for an external domain", async () => {
      const free = { accountIdentifier: "p100001", sld: "sommer-shop", tld: "de", target: "/shop" };
      const said = /`target` may have no effect/;
      assert.deepEqual(await problems(domain, free), []);
      assert.match(rehearsal.warnings.splice(0).at(-1)!, said);
      for (const external of [true, unknownValue]) {
        assert.deepEqual(await problems(domain, { ...free, external }), []);
        assert.doesNotMatch(rehearsal.warnings.splice(0).join("\n"), said);
      }
    });

    it("says what nothing tells in advance", async () => {
      const domainNameTransfer = { authcode: "transfer-me" };
      await problems(domain, { ...shop, external: true });
      assert.match(rehearsal.warnings.at(-1)!, /nothing tells in advance whether the provider sets up a domain/);
      await problems(domain, { ...shop, sld: "umzug", domainNameTransfer });
      assert.match(rehearsal.warnings.at(-1)!, /nothing tells in advance whether the transfer succeeds/);
      await problems(domain, { ...shop, external: true, domainNameTransfer });
      assert.match(rehearsal.warnings.at(-1)!, /`domainNameTransfer` moves it here: remove one\.$/);
    });

    it("is not replaced by itself under another name of its account", async () => {
      const { uid } = rehearsal.sandbox.control.store.accounts.get("p100001")!;
      const state = { accountIdentifier: String(uid), sld: "sommer-gartenbau", tld: "de", [nameKey]: "it" };
      const news = { ...state, accountIdentifier: "p100001", adopt: true };
      await assert.rejects(
        rehearsal.kernel(domain).checkPlan(`${uid}/sommer-gartenbau.de`, state, news, ["accountIdentifier"]),
        /the API can neither move nor change a domain/,
      );
    });

    it("checks the name of a transfer whose code is not known yet", async () => {
      const [problem = ""] = await problems(domain, { ...shop, domainNameTransfer: { authcode: unknownValue } });
      assert.match(problem, /^domainNameTransfer: new-shop\.de is not registered/);
    });

    it("checks neither way while it is not known whether it is adopted", async () => {
      for (const sld of ["new-shop", "sommer-gartenbau"])
        assert.deepEqual(await problems(domain, { ...shop, sld, adopt: unknownValue }), []);
      assert.match(rehearsal.warnings.join(), /is adopted or created is not known yet, so it was not checked\./);
      assert.doesNotMatch(rehearsal.warnings.join(), /ordered/);
    });

    it("checks the others after the API has refused one name", async () => {
      rehearsal.sandbox.control.faults.add({ operation: "checkDomainAvailability", effect: { kind: "status", status: 400 } });
      assert.deepEqual(await problems(domain, { ...shop, sld: "odd" }), []);
      assert.match(rehearsal.warnings[0]!, /^domain odd\.de .* was not checked\. /);
      assert.match((await problems(domain, { ...shop, sld: "example" })).join(), /^sld: example\.de is already registered/);
    });

    it("leaves a name that this run has to the rules about it", async () => {
      rehearsal.seen("domain", "p100002/example.de");
      assert.deepEqual(await problems(domain, { ...shop, accountIdentifier: unknownValue, sld: "example" }), []);
    });

    it("needs an account that the login may use", async () => {
      assert.deepEqual(await problems(domain, { ...shop, accountIdentifier: "p999999" }), [
        "accountIdentifier: account p999999 does not exist, or this login may not use it. Check it and the login. See `npx hosting explain container-missing`.",
      ]);
    });

    it("waits for an account that this run has created", async () => {
      always("listDomains", { kind: "status", status: 403 });
      always("getAccount", { kind: "status", status: 403 });
      await rehearsal.declares(ofAnyKind(virtualAccount), "100001/p100001", { __entry: "account", [nameKey]: "account" });
      assert.deepEqual(await problems(domain, shop), []);
    });

    it("fails the preview of a replacement that the provider would refuse", async () => {
      const { id, state } = await rehearsal.kernel(domain).create({ ...shop, [nameKey]: "it" });
      const news = { ...shop, sld: "example", [nameKey]: "it" };
      await assert.rejects(
        rehearsal.kernel(domain).checkPlan(id, state, news, ["sld"]),
        /cannot be replaced because of sld\. sld: example\.de is already registered/,
      );
    });
  });

  describe("subdomain", () => {
    const blog = { accountIdentifier: "p100001", domainIdentifier: "new-shop.de", name: "blog" };

    it("needs a domain that its account has", async () => {
      assert.match(
        (await problems(subdomain, blog))[0]!,
        /^domainIdentifier: account p100001 does not have the domain new-shop\.de\. If this program creates it, pass on/,
      );
    });

    it("does not wait for its domain longer than for itself", async () => {
      for (const operation of ["listDomains", "listSubdomains"]) always(operation, { kind: "status", status: 500 });
      assert.deepEqual(await rehearsal.kernel(subdomain).checkNew({ ...blog, [nameKey]: "it" }), []);
      assert.match(rehearsal.warnings.join("\n"), /could not be looked up, so whether it exists already is not known yet/);
      assert.doesNotMatch(rehearsal.warnings.join("\n"), /was not checked/);
    });

    it("may be the `www` of a registration, which has a target of its own", async () => {
      const www = { ...blog, name: "WWW", target: "/shop" };
      const remark =
        /^subdomain WWW.*: A `www` is created with every domain\. If that has another target, .* Leave out `target` to use it as it is\.$/;
      assert.deepEqual(await problems(subdomain, { ...www, domainIdentifier: unknownValue }), []);
      assert.match(rehearsal.warnings.join("\n"), remark);
      assert.match(
        (await problems(subdomain, { ...www, domainIdentifier: "sommer-gartenbau.de" }))[0]!,
        /already exists .* A `www` is created with every domain\. Its target is not shown\. Leave out `target` to use it as it is\./,
      );
      rehearsal.warnings.length = 0;
      assert.deepEqual(await problems(subdomain, { ...blog, name: "www", domainIdentifier: unknownValue }), []);
      assert.deepEqual(
        await problems(subdomain, { ...blog, name: "other", target: "/other", domainIdentifier: "sommer-gartenbau.de" }),
        [],
      );
      assert.doesNotMatch(rehearsal.warnings.join("\n"), /is created with every domain/);
    });

    describe("in a domain that the program declares", () => {
      const shop = (more: Properties = {}) => ({
        accountIdentifier: "p100001",
        sld: "New-Shop",
        tld: "de",
        [nameKey]: "shop",
        ...more,
      });

      /** What happens when the domain is checked, with the API or only noted. */
      const declares = async (inputs: Properties, { olds = {}, isChecked = true } = {}) => {
        noteDeclaredName(ofAnyKind(domain), rehearsal.ownership, inputs);
        declaredTwice(ofAnyKind(domain), rehearsal.ownership, { olds, news: inputs }, false);
        if (isChecked) assert.deepEqual(await rehearsal.problemsOf(domain, inputs), []);
        rehearsal.sandbox.control.journal.clear();
        rehearsal.warnings.length = 0;
      };

      for (const isChecked of [true, false])
        it(`waits for it, ${isChecked ? "and needs no request" : "even if its check was not made"}`, async () => {
          await declares(shop(), { isChecked });
          assert.deepEqual(await problems(subdomain, blog), []);
          if (isChecked) assert.deepEqual([sent(), rehearsal.warnings], [[], []]);
        });

      it("cannot be adopted, except for the `www` of the registration", async () => {
        await declares(shop());
        assert.deepEqual(await problems(subdomain, { ...blog, adopt: true }), [
          "subdomain blog.new-shop.de cannot exist yet, because this run creates what it lies in. Remove `adopt: true`. See `npx hosting explain not-there-yet`.",
        ]);
        assert.deepEqual(await problems(subdomain, { ...blog, name: "www", adopt: true }), []);
      });

      it("waits for an external one, whose name another account may have too", async () => {
        await declares(shop({ external: true }));
        assert.deepEqual(await problems(subdomain, blog), []);
      });

      it("is refused if the state has the domain and its account has not", async () => {
        await declares(shop(), { olds: shop(), isChecked: false });
        assert.match(
          (await problems(subdomain, blog))[0]!,
          /does not have the domain new-shop\.de\..* if another account has it, declare that one\./,
        );
      });
    });
  });

  describe("GDPR contract", () => {
    const contract = { html: "<p>Agreement</p>" };
    const references = async () => {
      const contact = { name: "A", street: "B", houseNumber: "1", zipCode: "30159", city: "Hannover", mail: "a@b.example" };
      const { id } = await rehearsal.kernel(gdprContact).create({ ...contact, type: "client", [nameKey]: "contact" });
      const tom = await rehearsal.kernel(gdprTom).create({ content: "Backups", [nameKey]: "tom" });
      return { client: id, recipient: id, tom: tom.id };
    };

    it("names each reference to nothing, before anything is sent", async () => {
      assert.deepEqual(await problems(gdprContract, { ...contract, client: "a", recipient: "b", tom: "c" }), [
        "client: there is no GDPR contact a. `hosting call gdpr.listContacts` lists them.",
        "recipient: there is no GDPR contact b. `hosting call gdpr.listContacts` lists them.",
        "tom: there are no GDPR measures (TOM) c. `hosting call gdpr.listToms` lists them.",
      ]);
    });

    it("accepts references that exist, with one request for each", async () => {
      const existing = await references();
      rehearsal.endRun();
      const before = sent().length;
      assert.deepEqual(await problems(gdprContract, { ...contract, ...existing }), []);
      assert.deepEqual(sent().slice(before), ["listGdprContracts", "getGdprContact", "getGdprTom"]);
    });

    it("accepts what this run has created and the provider does not show yet", async () => {
      const created = await references();
      for (const operation of ["getGdprContact", "listGdprContacts", "getGdprTom", "listGdprToms"])
        always(operation, { kind: "status", status: 403 });
      assert.deepEqual(await problems(gdprContract, { ...contract, ...created }), []);
    });

    it("looks nothing up that cannot be a path parameter", async () => {
      assert.deepEqual(await problems(gdprContract, { ...contract, ...(await references()), tom: "a/b" }), []);
      assert.deepEqual(rehearsal.warnings, []);
    });
  });

  it("needs a customer for settings that always exist", async () => {
    assert.deepEqual(await problems(billingSettings, { customerNumber: 999999, postalInvoices: true }), [
      "customerNumber: customer 999999 does not exist, or this login may not use it. Check it and the login. See `npx hosting explain container-missing`.",
    ]);
  });

  it("tries the login if nothing else is sent", async () => {
    assert.deepEqual(await problems(applicationToken, { description: "CI" }), []);
    assert.deepEqual(sent(), ["listApplicationTokens"]);
    assert.deepEqual(await problems(applicationToken, { description: "CI, too" }), []);
    assert.deepEqual(sent(), ["listApplicationTokens"]);
  });

  for (const definition of [applicationToken, webhook, virtualAccount])
    it(`fails if the login is refused: ${definition.kind}`, async () => {
      always("authenticate", { kind: "status", status: 403, body: { msg: "invalid credentials" } });
      const inputs = {
        description: "CI",
        eventType: "DOMAIN_REGISTRATION_STATUS",
        method: "POST",
        url: "https://a.example",
        customerNumber: 100001,
        virtualName: "x",
      };
      await assert.rejects(problems(definition, inputs), /invalid credentials/);
    });

  const outages: Readonly<Record<string, FaultEffect>> = {
    "the rate window is used up": { kind: "status", status: 429 },
    "a server error": { kind: "status", status: 500 },
    "no access": { kind: "status", status: 403 },
    "a reset": { kind: "reset-before" },
    "a wrong answer": { kind: "wrong-shape" },
  };
  for (const [name, effect] of Object.entries(outages))
    it(`warns, and blocks nothing: ${name}`, async () => {
      for (const operation of ["listTopLevelDomains", "getTopLevelDomain", "checkDomainAvailability"]) always(operation, effect);
      const shop = { accountIdentifier: "p100001", sld: "example", tld: "de" };
      assert.deepEqual(await problems(domain, shop), []);
      assert.match(rehearsal.warnings[0]!, /^domain example\.de of account p100001 was not checked/);
      const before = sent().length;
      assert.deepEqual(await problems(domain, { ...shop, sld: "second" }), []);
      if (name === "no access") return;
      assert.equal(sent().length, before);
      assert.equal(rehearsal.warnings.filter((warning) => warning.includes("not checked")).length, 1);
      const orders = rehearsal.warnings.filter((warning) => warning.includes("its price could not be looked up"));
      assert.equal(orders.length, 2, "an order is named also if nothing else is known of it");
    });

  for (const status of [403, 500])
    it(`says that an object could not be looked up, and blocks nothing: ${status}`, async () => {
      for (const operation of ["listSubdomains", "listDomains"]) always(operation, { kind: "status", status });
      const blog = { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de", name: "x" };
      assert.deepEqual(await problems(subdomain, blog), []);
      assert.match(
        rehearsal.warnings.join("\n"),
        /subdomain x\.sommer-gartenbau\.de could not be looked up, so whether it exists already is not known yet\./,
      );
    });

  it("says that an object cannot be deleted again", async () => {
    assert.deepEqual(await problems(gdprTom, { content: "Backups" }), []);
    assert.match(
      rehearsal.warnings.join(),
      /^TOM .*will be created for good\. The API cannot delete a TOM, so it stays at the provider\.$/,
    );
  });

  it("says what a replacement cancels and what it orders, once", async () => {
    const shop = { accountIdentifier: "p100001", sld: "new-shop", tld: "de", [nameKey]: "it" };
    const { id, state } = await rehearsal.kernel(domain).create(shop);
    rehearsal.warnings.length = 0;
    await rehearsal.kernel(domain).checkPlan(id, state, { ...shop, sld: "newer-shop" }, ["sld"]);
    assert.match(rehearsal.warnings[0]!, /^domain newer-shop\.de .* will be ordered: /);
    assert.match(
      rehearsal.warnings[1]!,
      /^The replacement cancels domain new-shop\.de of account p100001 \(p100001\/new-shop\.de\), which cannot be undone and is not refunded\. The provider refuses that while a certificate or an Exchange mailbox depends on it; the new one is ordered by then\.$/,
    );
  });

  it("sends nothing for a replacement with invalid arguments, as in a damaged state", async () => {
    const values = [1, "", " ", {}, [1], true];
    for (const definition of Object.values(definitions).map(ofAnyKind)) {
      const { scope, singleton } = definition.identity;
      const id = [...scope, ...(singleton === true ? [] : ["own"])].map(() => "100001").join("/");
      for (const [name, { schema }] of Object.entries(definition.fields))
        for (const value of values.filter((each) => !schema.safeParse(each).success))
          await assert.rejects(
            rehearsal.kernel(definition).checkPlan(id, {}, { [name]: value }, [name]),
            ({ message }: Error) => {
              const start = ` cannot be replaced because of ${name}. ${name}`;
              return message.includes(start) && !/is not a function|undefined/.test(message);
            },
            `${definition.kind} ${name} ${JSON.stringify(value)}`,
          );
    }
    assert.deepEqual(sent(), []);
  });

  describe("says of a domain in a replaced account", () => {
    const moving = { authcode: "a-code-of-a-domain", authInfoProcedure: 1 };
    const shop = { accountIdentifier: "p100001", sld: "new-shop", tld: "de", [nameKey]: "it" };

    const replacesAccount = (isReplaced = true) => {
      const container = { path: "p100001", title: "virtual account shop", isReplaced, isRetained: false };
      rehearsal.ownership.run.recordEntry("virtualAccount", "100001/p100001", {}, { container });
    };

    /** The comparison of the engine before it deletes the domain with its account. */
    const compared = async (replaces = true) => {
      const { id, state } = await rehearsal.kernel(domain).create(shop);
      replacesAccount(replaces);
      rehearsal.warnings.length = 0;
      const announce = () => rehearsal.kernel(domain).checkFollows(id, state, { ...shop, accountIdentifier: unknownValue });
      return { id, state, announce };
    };

    it("that it is cancelled", async () => {
      await (await compared()).announce();
      assert.deepEqual(rehearsal.warnings, [
        "The replacement cancels domain new-shop.de of account p100001 (p100001/new-shop.de), which cannot be undone and is not refunded. The " +
          "provider refuses that while a certificate or an Exchange mailbox depends on it. It lies in virtual account shop, which this run " +
          "replaces. Its name can be ordered again only once the cancellation has taken effect, which may be at a date of the provider.",
      ]);
    });

    it("nothing if its account stays", async () => {
      await (await compared(false)).announce();
      assert.deepEqual(rehearsal.warnings, []);
    });

    it("nothing if the state retains it, because its replacement fails", async () => {
      const { announce } = await compared();
      rehearsal.ownership.run.recordDeclaration({ kind: "domain", name: "it" }, { isRetained: true });
      await assert.rejects(announce, { code: "retained in replaced" });
      assert.deepEqual(rehearsal.warnings, []);
    });

    it("nothing if an earlier run has cancelled it, in which case its own replacement says nothing either", async () => {
      const { id, state, announce } = await compared();
      await rehearsal.kernel(domain).delete(id, state);
      rehearsal.beginNextRun();
      replacesAccount();
      rehearsal.warnings.length = 0;
      await announce();
      await rehearsal.kernel(domain).checkPlan(id, state, { ...shop, sld: "newer-shop" }, ["sld"]);
      assert.equal(rehearsal.warnings.length, 1);
      assert.match(rehearsal.warnings[0]!, /^domain newer-shop\.de .* will be ordered: /);
    });

    it("that it is not created again with its earlier arguments, before anything is sent", async () => {
      await compared();
      const before = sent().length;
      await assert.rejects(
        rehearsal.kernel(domain).create(shop),
        /^ProviderError: domain new-shop\.de of account p100001 was not created: it would lie in virtual account shop, which this run replaces\. Run `pulumi up` without /,
      );
      assert.equal(sent().length, before);
      await rehearsal.kernel(domain).create({ ...shop, accountIdentifier: "p100002", sld: "newer-shop" });
    });

    for (const [sld, isSame] of [
      ["new-shop", true],
      ["sommer-gartenbau", false],
    ] as const)
      it(`that the transfer of ${isSame ? "its name" : "another name"} ${isSame ? "is" : "is not"} requested again`, async () => {
        await (await compared()).announce();
        rehearsal.warnings.length = 0;
        const news = { ...shop, sld, accountIdentifier: unknownValue, domainNameTransfer: moving };
        await rehearsal.problemsOf(domain, news);
        assert.equal(/This run cancels the domain first/.test(rehearsal.warnings.join("\n")), isSame);
        assert.match(rehearsal.warnings.join("\n"), /nothing tells in advance whether the transfer succeeds/);
      });
  });

  it("says that a value which the API never shows is only recorded", async () => {
    const { id, state } = await rehearsal.kernel(virtualAccount).create({ ...account, [nameKey]: "it" });
    rehearsal.warnings.length = 0;
    const { password: _, ...unknown } = state;
    rehearsal.kernel(virtualAccount).diff(id, state, account);
    assert.deepEqual(rehearsal.warnings, []);
    rehearsal.kernel(virtualAccount).diff(id, unknown, account);
    assert.match(rehearsal.warnings.join(), /: password is only recorded in the state/);
  });

  it("says of the next resource that it was not checked if the price of one ended the lookups", async () => {
    always("getArticle", { kind: "status", status: 500 });
    const shop = { accountIdentifier: "p100001", tld: "de" };
    assert.deepEqual(await problems(domain, { ...shop, sld: "shop-1" }), []);
    assert.doesNotMatch(rehearsal.warnings.join(), /not checked/);
    for (const sld of ["shop-2", "shop-3"]) assert.deepEqual(await problems(domain, { ...shop, sld }), []);
    const told = rehearsal.warnings.filter((warning) => warning.includes("not checked"));
    assert.equal(told.length, 1);
    assert.match(told[0]!, /^domain shop-2\.de of account p100001 was not checked, nor is any after it\. /);
  });

  it("asks for nothing that only a creation needs if the account's listing shows the object", async () => {
    const existing = { accountIdentifier: "p100001", sld: "sommer-gartenbau", tld: "de" };
    await problems(domain, { ...existing, sld: "shop" });
    const before = sent().length;
    assert.match((await problems(domain, existing)).join(), /already exists/);
    await problems(domain, { ...existing, sld: "other", adopt: unknownValue });
    assert.deepEqual(sent().slice(before), []);
  });

  it("stops after its budget of requests, and says so once", async () => {
    const shop = { accountIdentifier: "p100001", tld: "de" };
    for (let number = 0; number < 120; number += 1)
      assert.deepEqual(await problems(domain, { ...shop, sld: `shop-${number}` }), []);
    assert.equal(sent().filter((operation) => operation !== "listDomains").length, 100);
    const told = rehearsal.warnings.filter((warning) => warning.includes("not checked"));
    assert.equal(told.length, 1);
    assert.match(told[0]!, /^domain shop-98\.de of account p100001 was not checked, nor is any after it\. /);
  });
});

describe("the check of a new domain whose name was cancelled to a later date", () => {
  const rehearsal = rehearseKernel({ readings: { domainDeletion: "scheduled" } }, { previewChecks: "online" });

  it("says that the name is not free yet", async () => {
    const shop = { accountIdentifier: "p100002", sld: "new-shop", tld: "de", [nameKey]: "old" };
    const { id, state } = await rehearsal.kernel(domain).create(shop);
    await rehearsal.kernel(domain).delete(id, state);
    rehearsal.endRun();
    const news = { ...shop, accountIdentifier: "p100001", [nameKey]: "new" };
    assert.deepEqual(await rehearsal.problemsOf(domain, news), [
      "sld: new-shop.de is still registered, although a run has cancelled it in account p100002. It can be ordered once the cancellation has " +
        "taken effect. See `npx hosting explain name-registered`.",
    ]);
  });
});

describe("the check of a new resource with `hosting:previewChecks` set to `off`", () => {
  const rehearsal = rehearseKernel({}, { previewChecks: "off" });

  it("only looks whether the object exists", async () => {
    const wrong = { accountIdentifier: "p100001", sld: "example", tld: "ed", [nameKey]: "it" };
    assert.deepEqual(await rehearsal.problemsOf(domain, wrong), []);
    assert.deepEqual(await rehearsal.problemsOf(applicationToken, { description: "CI", [nameKey]: "it" }), []);
    assert.deepEqual(rehearsal.warnings, []);
    assert.deepEqual(
      rehearsal.sandbox.control.journal.requests().map(({ operation }) => operation),
      ["authenticate", "listDomains"],
    );
  });
});
