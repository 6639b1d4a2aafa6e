import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { reviewAsJson } from "../../cli/review/json.js";
import { reviewOf } from "../../cli/review/review.js";
import { amountOf, type Cost, priceText } from "../../provider/values/money.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { entry, remarked, step } from "../support/drifted-stack.js";
import { domainCost } from "../support/large-review.js";
import { root } from "../support/markdown.js";
import { asText, hook, hookArgs, markdownOf, replacing, review, same, sources, story, textOf, withOptions } from "./reviews.js";

const yearOf = async (...events: readonly object[]) => (await review(...events)).recurring;

/** The rows of a table in Markdown, as their cells. */
const rowsOf = (markdown: string) =>
  markdown.split("\n").flatMap((line) =>
    line.startsWith("|")
      ? [
          line
            .slice(2, -2)
            .split(" | ")
            .map((cell) => cell.trim()),
        ]
      : [],
  );

const domainIn = (name: string, tld: string, accountIdentifier = "p100001") => ({
  of: entry("Domain", `${name}-${tld}`, `${accountIdentifier}/${name}.${tld}`),
  inputs: { accountIdentifier, sld: name, tld },
});
const order = (name: string, tld: string, cost: Cost = domainCost) => {
  const { of, inputs } = domainIn(name, tld);
  const facts = { code: "order", kind: "domain", resource: `${name}-${tld}`, cost, text: "" } as const;
  return [remarked(facts), step("create", { ...of, id: "" }, undefined, inputs)];
};
const web = { customerNumber: 100001, virtualName: "web", articleNumber: 1101 };
const webEntry = entry("VirtualAccount", "web", "100001/p200002");

describe("how a review reads", () => {
  describe("orders", () => {
    it("of the same price and terms are one row, of another price another one, a single one has its full name", async () => {
      const dearer = { ...domainCost, price: { net: 1.49, currency: "EUR" } };
      const rows = rowsOf(await markdownOf(...order("a", "de"), ...order("b", "de"), ...order("a", "com", dearer)));
      assert.deepEqual(rows.slice(2, 4), [
        ["`domain a.com of account p100001`", "`Domain a-com`", "`1.49 EUR net`"],
        ["`2 × .de: a.de, b.de of account p100001`", "`Domain a-de, b-de`", "`2 × 0.79 EUR net`"],
      ]);
      const apart = rowsOf(await markdownOf(...order("a", "de"), ...order("b", "de", { ...domainCost, isLookedUp: false })));
      assert.deepEqual(
        apart.slice(2, 4).map(([name]) => name),
        ["`domain a.de of account p100001`", "`domain b.de of account p100001`"],
      );
    });

    it("of several prices have their range", () => {
      const others = [
        { name: "price for agencies", price: "0.59" },
        { name: "price", price: "1.49" },
      ] as const;
      assert.equal(priceText({ ...domainCost, others }), "0.59 to 1.49 EUR net");
      assert.equal(amountOf({ ...domainCost, others })?.net, 1.49);
      const fee = { ...domainCost, others: [...others, { name: "setup fee", price: "5.00" }] } as const;
      assert.equal(priceText(fee), "0.59 to 1.49 EUR net and 0.00 to 5.00 EUR once");
    });

    it("have their terms once, below the table, and by what is sold if they differ", async () => {
      const monthly = { ...domainCost, billing: { length: 1, unit: "month" } };
      const text = await textOf(...order("a", "de"), ...order("b", "de"), ...order("b", "com", monthly));
      assert.match(text, /^Domain \(\.de\): .* every 12 months, /m);
      assert.match(text, /^Domain \(\.com\): .* every 1 month, /m);
      assert.equal(text.match(/^Domain \(/gm)?.length, 2);
    });
  });

  it("gives a new object one row, and a changed one a row for each property, in which nothing repeats", async () => {
    const rows = rowsOf(
      await markdownOf(
        step("create", hook("new", ""), undefined, hookArgs),
        step("update", hook("old", "1"), hookArgs, { ...hookArgs, method: "PUT", url: "https://b.example/" }, ["method", "url"]),
      ),
    );
    assert.deepEqual(rows.slice(2, 4), [
      ["`Webhook old`", "changed", "`method`", "`POST`", "`PUT`"],
      ["", "", "`url`", "`https://a.example/`", "`https://b.example/`"],
    ]);
    assert.deepEqual(rows.slice(6), [
      ["`Webhook new`", "created", "", "", "`eventType: DOMAIN_REGISTRATION_STATUS, method: POST, url: https://a.example/`"],
    ]);
  });

  describe("the name of a customer", () => {
    const of = (called?: string, account?: string) =>
      remarked({
        code: "customer",
        customer: { of: 100001, ...(called !== undefined && { called }) },
        ...(account !== undefined && { account }),
        text: "",
      });
    const of100002 = remarked({ code: "customer", customer: { of: 100002, called: "Other" }, text: "" });
    const bookshop = of("Bookshop GmbH", "p100001");
    const settings = { customerNumber: 100001, postalInvoices: true };
    const change = step("update", entry("BillingSettings", "bills", "100001"), settings, { ...settings, postalInvoices: false }, [
      "postalInvoices",
    ]);

    it("stands beside the number, if the API shows it", async () => {
      assert.match(
        await textOf(change, bookshop),
        /^billing settings of customer 100001 \(Bookshop GmbH\) +changed +postalInvoices +true +false$/m,
      );
      assert.match(await textOf(change, of()), /^billing settings of customer 100001 +changed /m);
    });

    it("stands beside a customer or an account in orders and in what cannot be undone", async () => {
      const old = domainIn("old", "de");
      const text = await textOf(
        bookshop,
        step("create", entry("VirtualAccount", "web", ""), undefined, web),
        ...order("a", "de"),
        step("delete", old.of, old.inputs, undefined),
      );
      assert.match(text, /^virtual account web of customer 100001 \(Bookshop GmbH\) +VirtualAccount web +price not known$/m);
      assert.match(text, /^domain a\.de of account p100001 \(Bookshop GmbH\) /m);
      assert.match(text, /^ {2}The run cancels domain old\.de of account p100001 \(Bookshop GmbH\) /m);
      assert.match(text, /^Customer 100001 \(Bookshop GmbH\): 3 changes:$/m);
    });

    it("is that of the new account from which a domain takes its own", async () => {
      const inputs = { accountIdentifier: unknownValue, sld: "a", tld: "de" };
      const sources = { accountIdentifier: { kind: "virtualAccount", name: "web" } };
      const { cautions, changes } = await review(
        step("create", entry("VirtualAccount", "web", ""), undefined, web),
        step("create", entry("Domain", "a", ""), undefined, inputs),
        step("create", entry("Domain", "b", ""), undefined, inputs),
        remarked({ code: "declares", kind: "domain", resource: "a", declares: { accountIdentifier: null }, sources, text: "" }),
        remarked({ code: "declares", kind: "domain", resource: "b", declares: { accountIdentifier: null }, text: "" }),
        ...["a", "b"].map((resource) => remarked({ code: "order", kind: "domain", resource, cost: domainCost, text: "" })),
      );
      const [a, b] = changes;
      assert.equal(a?.object, "domain a.de of account (VirtualAccount web of customer 100001)");
      assert.deepEqual([a.group.customer, b?.group.isOpen], [100001, true]);
      assert.deepEqual(
        cautions.map((caution) => caution.split(":")[0]),
        ["Domain b"],
      );
    });

    it("is the former one of what is deleted, and rules see both", async () => {
      const old = { of: entry("Domain", "a", "p200002/a.de"), inputs: { accountIdentifier: "p200002", sld: "a", tld: "de" } };
      const moved = { ...old.inputs, accountIdentifier: unknownValue };
      const { changes } = await review(
        of100002,
        ...replacing(webEntry, web, { ...web, customerNumber: 100002 }, ["customerNumber"]),
        ...replacing(old.of, old.inputs, moved, ["accountIdentifier"]),
        remarked({
          code: "declares",
          kind: "domain",
          resource: "a",
          declares: {},
          sources: { accountIdentifier: { kind: "virtualAccount", name: "web" } },
          text: "",
        }),
      );
      assert.deepEqual(
        changes.map(({ group }) => [group.formerCustomer, group.customer]),
        [
          [100001, 100002],
          [100001, 100002],
        ],
      );
    });
  });

  it("has no digest as long as an interrupted run may have done something", async () => {
    const found = await reviewOf(story(), { ...sources(), pending: ["Domain shop: creating"] });
    assert.deepEqual([found.digest, found.isWhole], [undefined, false]);
    assert.match(asText(found), /^What the run would fail at:\n {2}Domain shop: creating: .*`hosting recover`$/m);
  });

  it("says what the run does with what was changed outside the program", async () => {
    const found = { ...hookArgs, method: "PUT", url: "https://other.example/" };
    const gone = { ...step("refresh", hook("gone", "2"), hookArgs, undefined) };
    const rows = rowsOf(
      await markdownOf(
        step("refresh", hook("a", "1"), hookArgs, found, ["method", "url"]),
        step("update", hook("a", "1"), found, { ...found, url: hookArgs.url }, ["url"]),
        gone,
      ),
    );
    assert.deepEqual(
      rows.filter((row) => /leaves|puts|forgets/.test(row.at(-1)!)).map(([, property, , , does]) => [property, does]),
      [
        ["`method`", "leaves it"],
        ["`url`", "puts it back"],
        ["", "forgets it"],
      ],
    );
  });

  it("shows a single change among many that are alike", async () => {
    const changes = Array.from({ length: 20 }, (_, index) => {
      const before = { ...hookArgs, url: `https://agency.example/${index}` };
      const after = index === 7 ? { ...before, url: "https://other.example/" } : { ...before, method: "PUT" };
      return step("update", hook(`a${index}`, `${index}`), before, after, [index === 7 ? "url" : "method"]);
    });
    const text = await textOf(...changes);
    assert.match(text, /^What changes:\n.*\nWebhook a7 +changed +url +\S+7 +https:\/\/other\.example\/\n\n/m);
    assert.match(text, /^ {2}19 webhooks: method from POST to PUT /m);
  });

  it("says what is less protected from now on", async () => {
    const forced = step("update", webEntry, web, { ...web, forceDestroy: true }, ["forceDestroy"]);
    assert.match(await textOf(forced), /^What is less protected:\n {2}VirtualAccount web .* takes with it whatever is in it/m);
    const kept = withOptions(step("same", hook("kept"), hookArgs, hookArgs), { protect: true }, { retainOnDelete: true });
    assert.match(await textOf(kept), /^What is less protected:\n {2}Webhook kept \(1\) stays at the provider.*$/m);
    assert.doesNotMatch(await textOf(kept), /can be deleted/);
    const open = withOptions(step("same", hook("open"), hookArgs, hookArgs), { protect: true });
    assert.match(await textOf(open), /^What is less protected:\n {2}Webhook open \(1\) can be deleted from the next run on$/m);
  });

  it("has a line for each renamed resource, to which nothing happens", async () => {
    const renamed = withOptions(step("same", hook("b", "1"), hookArgs, hookArgs), { urn: hook("a", "1").urn });
    const found = await review(renamed);
    assert.deepEqual([found.changes.length, found.renames.map(({ isUntouched }) => isUntouched)], [0, [true]]);
    const text = await textOf(renamed);
    assert.match(text, /: 1 to rename\.$/m);
    assert.match(text, /^Renamed:\n {2}Webhook a is now Webhook b, nothing happens to the object$/m);
    const changed = withOptions(step("update", hook("b", "1"), hookArgs, { ...hookArgs, method: "PUT" }, ["method"]), {
      urn: hook("a", "1").urn,
    });
    assert.match(await textOf(changed), /^ {2}Webhook a is now Webhook b$/m);
    const json = reviewAsJson(found, same) as { readonly renames: readonly { readonly formerUrn: string }[] };
    assert.deepEqual(
      json.renames.map(({ formerUrn }) => formerUrn),
      [hook("a", "1").urn],
    );
  });

  it("has a line for what stays at the provider, and no other", async () => {
    const kept = withOptions(step("delete", hook("kept", "1"), hookArgs, undefined), { retainOnDelete: true });
    const text = await textOf(kept);
    assert.equal(text.match(/Webhook kept/g)?.length, 1);
    assert.match(text, /^What stays at the provider:\n.*Webhook kept \(1\): Pulumi manages it no longer$/m);
  });

  it("says who is locked out by the deletion or replacement of a token", async () => {
    const inputs = { description: "Deployment of the shop" };
    const token = entry("ApplicationToken", "deployment", "uuid-1");
    const replaced = replacing(token, inputs, { ...inputs, triggers: ["2"] }, ["triggers"]);
    for (const events of [[step("delete", token, inputs, undefined)], replaced])
      assert.match(
        await textOf(...events),
        /^Who is locked out:\n {2}Whoever logs in with application token "Deployment of the shop" \(uuid-1\) no longer can /m,
      );
    const kept = withOptions(step("delete", token, inputs, undefined), { retainOnDelete: true });
    assert.doesNotMatch(await textOf(kept), /locked out/);
  });

  it("folds the digest, where a pipeline still finds it", async () => {
    const script = pathToFileURL(join(root, "examples/ci/scripts/review-comment.mjs")).href;
    const { digestIn } = (await import(script)) as { readonly digestIn: (text: string) => string | undefined };
    const markdown = await markdownOf(...order("a", "de"));
    assert.match(markdown, /^<details><summary>Digest<\/summary>\n\nDigest: `v1\.x`\n\n<\/details>$/m);
    assert.equal(digestIn(markdown), "v1.x");
    assert.equal(digestIn(markdown.replaceAll("\n", "\r\n")), "v1.x");
  });

  it("folds what is more than ten entries of a part", async () => {
    const policies = Array.from({ length: 12 }, (_, at) => ({
      policyEvent: { policyName: `policy-${at}`, message: "No.", enforcementLevel: "advisory" },
    }));
    const markdown = await markdownOf(...policies);
    assert.match(
      markdown,
      /<details><summary>2 more<\/summary>\n\n- Advice: policy-10: No\.\n- Advice: policy-11: No\.\n\n<\/details>/,
    );
  });

  describe("what the stack costs in a year", () => {
    const price = (product: string, net: number, more: object = {}) =>
      remarked({
        code: "price",
        kind: product.startsWith(".") ? "domain" : "virtualAccount",
        product,
        cost: { ...domainCost, price: { net, currency: "EUR" } },
        text: "",
        ...more,
      });
    const kept = ({ of, inputs }: ReturnType<typeof domainIn>) => step("same", of, inputs, inputs);
    const removed = ({ of, inputs }: ReturnType<typeof domainIn>) => step("delete", of, inputs, undefined);
    const sums = (net: number, unpriced = 0) => ({
      sums: net === 0 ? [] : [{ currency: "EUR", ofMonths: net * 1200, ofPeriods: net * 100 }],
      isMost: false,
      unpriced,
    });

    it("is the sum of what is there, without what goes, with what is ordered", async () => {
      const [shop, gone] = [domainIn("shop", "eu"), domainIn("gone", "com")];
      const events = [
        price(".eu", 1),
        price(".com", 2),
        kept(shop),
        removed(gone),
        ...order("a", "de", { ...domainCost, price: { net: 4, currency: "EUR" }, billing: { length: 1, unit: "year" } }),
      ];
      assert.deepEqual(await yearOf(...events), { before: sums(3), after: sums(5) });
    });

    it("counts what has no known price, and never guesses it", async () => {
      const [shop, other] = [domainIn("shop", "eu"), domainIn("other", "com")];
      const events = [price(".eu", 1), kept(shop), kept(other), ...order("a", "de", { isLookedUp: false })];
      assert.deepEqual(await yearOf(...events), { before: sums(1, 1), after: sums(1, 2) });
      const { billing: _, ...unbilled } = domainCost;
      const withoutPeriod = [price(".eu", 1), kept(shop), ...order("a", "de", unbilled)];
      assert.deepEqual(await yearOf(...withoutPeriod), { before: sums(1), after: sums(1, 1) });
    });

    it("counts what stays at the provider, which is billed as before", async () => {
      const left = withOptions(removed(domainIn("left", "eu")), { retainOnDelete: true });
      const events = [price(".eu", 1), left, removed(domainIn("gone", "eu"))];
      assert.deepEqual(await yearOf(...events), { before: sums(2), after: sums(1) });
      const { of, inputs } = domainIn("shop", "eu");
      const replaced = replacing(of, inputs, { ...inputs, sld: "new" }, ["sld"]).map((event) =>
        withOptions(event, { retainOnDelete: true }),
      );
      const cost = { ...domainCost, price: { net: 1, currency: "EUR" } };
      const ordered = remarked({ code: "order", kind: "domain", resource: "shop-eu", cost, text: "" });
      assert.deepEqual(await yearOf(price(".eu", 1), ordered, ...replaced), { before: sums(1), after: sums(2) });
    });

    it("takes the price of the login that manages the object", async () => {
      const provider = "urn:pulumi:production::agency::pulumi:providers:pulumi-nodejs::theirs::1";
      const theirs = withOptions(removed(domainIn("shop", "eu")), { provider });
      const events = [price(".eu", 1), price(".eu", 7, { provider: "theirs" }), theirs];
      assert.deepEqual(await yearOf(...events), { before: sums(7), after: sums(0) });
    });

    it("is shown for each period that a price may be for, and as data", async () => {
      const events = [price(".eu", 12), kept(domainIn("shop", "eu")), ...order("a", "de")];
      const text = await textOf(...events);
      assert.match(text, /^a month +12\.00 EUR +12\.79 EUR +144\.00 EUR +153\.48 EUR$/m);
      assert.match(text, /^a billing period +1\.00 EUR +1\.07 EUR +12\.00 EUR +12\.79 EUR$/m);
      const { cost } = reviewAsJson(await review(...events), same) as {
        readonly cost: { readonly year: { readonly after: object } };
      };
      assert.deepEqual(cost.year.after, {
        sums: [{ currency: "EUR", ifPricesAreMonthly: 153.48, ifPricesAreForBillingPeriods: 12.79 }],
        unpriced: 0,
      });
    });
  });
});
