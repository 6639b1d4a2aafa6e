import assert from "node:assert/strict";
import { changesOf, moneyOf, outcomeOf } from "../../cli/preview/changes.js";
import { withoutSecrets } from "../../cli/review/against-sandbox.js";
import { digestOf } from "../../cli/review/digest.js";
import { gitlabReport, reviewAsJson } from "../../cli/review/json.js";
import { markerOf, reviewAsMarkdown, reviewAsText } from "../../cli/review/render.js";
import { reviewOf } from "../../cli/review/review.js";
import { rulesIn, rulesOfFlags } from "../../cli/review/rules.js";
import { overwriting } from "../../provider/lifecycle/creation/adoption.js";
import { costOf, registrationPrice } from "../../provider/shared/catalogue.js";
import { amountOf, sumText } from "../../provider/values/money.js";
import type { Remark } from "../../provider/values/remarks.js";
import { markedKey } from "../../provider/values/reserved-properties.js";
import { definitions } from "../support/definitions.js";
import { ended, entry, remarked, diagnostic, step } from "../support/drifted-stack.js";
import {
  asText,
  domain,
  domainArgs,
  hook,
  hookArgs,
  noFiles,
  markdownOf,
  replacing,
  review,
  sources,
  story,
  textOf,
  withOptions,
  withProvider,
  written,
} from "./reviews.js";

const shop = domain("shop");
const shopArgs = domainArgs("shop");

describe("hosting review", () => {
  describe("money", () => {
    it("adds what the catalogue shows, and counts what has no price", async () => {
      const cost = costOf({ price: { default: { net: 9.9, currency: "EUR", setupFee: 5 } } });
      assert.deepEqual(amountOf(cost), { currency: "EUR", net: 9.9, once: 5, isMost: false });
      const ordering = story(
        remarked({ code: "order", kind: "domain", resource: "shop", cost, text: "" }),
        step("create", shop, undefined, shopArgs),
        step("create", domain("other"), undefined, domainArgs("other")),
      );
      const changes = await changesOf(ordering);
      assert.equal(sumText(moneyOf(changes)), "9.90 EUR net and 5.00 EUR once, and 1 order whose price is not known");
      assert.equal(amountOf(costOf({ price: "9.90" })), undefined);
    });

    it("takes the highest where the API shows several", async () => {
      const costWith = (price: string) => {
        const offered = { name: "de", articleNumber: 1, price, agencyPrice: "55.00", setupFee: "400.00" };
        const sold = { price: { default: { net: 0.99, currency: "EUR" } } };
        const lookups = { once: (key: string) => Promise.resolve(key === "top-level domains" ? [offered] : sold) };
        return registrationPrice({ lookups } as unknown as Parameters<typeof registrationPrice>[0], "de");
      };
      assert.deepEqual(amountOf(await costWith("60.00")), { currency: "EUR", net: 60, once: 400, isMost: true });
      assert.deepEqual(amountOf(await costWith("0.99")), { currency: "EUR", net: 0.99, once: 400, isMost: true });
      assert.equal(amountOf(await costWith("on request")), undefined);
    });
  });

  it("names what a replacement takes away by its old name, and what comes by its new one", async () => {
    const text = await textOf(...replacing(shop, shopArgs, domainArgs("new-shop"), ["sld"]));
    assert.match(
      text,
      /^ {2}The replacement cancels domain shop\.de of account p100001 \(Domain shop\), which cannot be undone/m,
    );
    assert.match(text, /^domain new-shop\.de of account p100001 +Domain shop +price not known$/m);
  });

  it("calls what an object refers to by its name, if the state has it", async () => {
    const [known, other] = ["5f0000000000000000000001", "5f0000000000000000000002"];
    const contact = { name: "Blumen Engel" };
    const contract = { html: "<p>Old</p>", client: known, recipient: other, tom: other };
    const text = await textOf(
      step("same", entry("GdprContact", "contact", known, contact), contact, contact),
      step("delete", entry("GdprContract", "contract", "5f0000000000000000000003", contract), contract, undefined),
    );
    assert.match(text, /GDPR contract of client "Blumen Engel" and recipient 5f0000000000000000000002/);
  });

  it("shows whether an object will stay at the provider or be protected, although nothing else changes", async () => {
    const found = await review(withOptions(step("same", shop, shopArgs, shopArgs), { protect: true }, { retainOnDelete: true }));
    assert.equal(found.changes[0]!.retention, "added");
    assert.match(asText(found), /^ +retainOnDelete +false +true$/m);
    assert.match(asText(found), /^Domain shop +option +protect +true +false$/m);
  });

  it("counts for GitLab only what the run deletes", async () => {
    const found = await review(
      step("delete", hook("gone"), hookArgs, undefined),
      withOptions(step("delete", hook("kept", "2"), hookArgs, undefined), { retainOnDelete: true }),
      step("delete", entry("ContractPartner", "cp", "100001"), { customerNumber: 100001 }, undefined),
    );
    assert.deepEqual(gitlabReport(found), { create: 0, update: 0, delete: 1 });
    const retain = { retainOnDelete: true };
    const steps = replacing(shop, shopArgs, domainArgs("new"), ["sld"]).map((event) => withOptions(event, retain, retain));
    assert.deepEqual(gitlabReport(await review(...steps)), { create: 1, update: 0, delete: 0 });
  });

  it("says in one line that new subdomains are not easily deleted", async () => {
    const creates = Array.from({ length: 7 }, (_, at) => {
      const inputs = { accountIdentifier: "p100001", domainIdentifier: "shop.de", name: `s${at}` };
      return step("create", entry("Subdomain", `s${at}`, ""), undefined, inputs);
    });
    assert.match(await textOf(...creates), /^What cannot be undone:\n {2}.* 7 subdomains.* \(s0\.shop\.de, .* and 2 more\)\n\n/m);
  });

  describe("what a new resource overwrites in an object that exists", () => {
    const inputs = { customerNumber: 100002, company: "Other GmbH", city: "Wien" };
    const observed = { ...inputs, company: 'Old, "from" 1 to 2. GmbH', city: undefined };
    const create = step("create", entry("ContractPartner", "cp", ""), undefined, inputs);
    const reported = (names: readonly string[], more: object = {}, hidden: readonly string[] = []) =>
      overwriting(definitions.contractPartner, [...names], { inputs: { ...inputs, ...more }, observed, hidden: [...hidden] });
    const taking = (facts: Partial<Remark> = {}) =>
      remarked({ code: "existing", kind: "contractPartner", resource: "cp", text: "it will be managed.", ...facts });
    const { overwritten } = reported(["company", "city"]);

    it("is told as data, without what the program has marked as secret", () => {
      assert.deepEqual(overwritten, [
        { name: "company", isShown: true, before: observed.company },
        { name: "city", isShown: true },
      ]);
      assert.deepEqual(reported(["city"], {}, ["city"]).overwritten, [{ name: "city", isShown: false }]);
      const secret = reported(["company"], { [markedKey]: [["company"]] });
      assert.equal(secret.text.trim(), 'It changes company from "[secret]" to "[secret]".');
      assert.equal(secret.overwritten[0]!.before, "[secret]");
    });

    it("is shown by property, and among what a reviewer sees first", async () => {
      const found = await review(create, taking({ overwritten }));
      assert.deepEqual(found.changes[0]!.properties, [
        { path: "company", before: observed.company, after: "Other GmbH", replaces: false },
        { path: "city", after: "Wien", replaces: false },
      ]);
      assert.deepEqual((await outcomeOf(story(create, taking({ overwritten })))).resources[0]!.paths, ["company", "city"]);
      assert.match(
        asText(found),
        /^What is overwritten:\n.* company from "Old, .* GmbH" to "Other GmbH", city from nothing to "Wien"$/m,
      );
    });

    it("is said to be unknown where it is", async () => {
      for (const message of [[], [taking()]])
        assert.match(await textOf(create, ...message), /^What is overwritten:\n.*: what it overwrites there is not known$/m);
      assert.doesNotMatch(await textOf(create, taking({ overwritten: [] })), /What is overwritten/);
    });
  });

  describe("what a preview says about removed resources", () => {
    const gone = () => step("delete", hook("gone"), hookArgs, undefined);
    const removal = (facts: Partial<Remark> = {}) =>
      remarked({ code: "removal", kind: "webhook", id: "1", outcome: "removes", text: "deletes webhook 1.", ...facts });
    const adopted = { mayBeAdopted: true, text: "unless adopted, deletes webhook 1." };
    const unlessAdopted = ["The run, if it goes on, unless adopted, deletes webhook 1."];
    for (const [title, facts, effect, remarks = [], message] of [
      ["is left out where the changes show it", {}, "deleted"],
      ["is something that the run fails at", { outcome: "fails", text: "fails." }, "refused", [], "The run fails."],
      ["is no deletion where others have the object", { outcome: "leaves" }, "left"],
      ["is a remark where the object may be adopted", adopted, "deleted", unlessAdopted],
      ["is a remark although it may fail", { ...adopted, outcome: "fails" }, "deleted", unlessAdopted],
    ] as const)
      it(title, async () => {
        const found = await review(gone(), removal(facts), removal({ id: "9" }));
        assert.deepEqual([found.changes[0]!.effect, found.remarks, found.changes[0]!.message], [effect, remarks, message]);
        assert.equal(found.digest, effect === "refused" ? undefined : "v1.x");
      });

    it("is a doubt where the settings of an explicit provider decide, and nothing about another resource", async () => {
      const failing = removal({ outcome: "fails" });
      const { changes, problems, digest } = await review(withProvider(gone(), "theirs", "theirs"), failing);
      assert.deepEqual([changes[0]!.effect, problems.length, digest], ["deleted", 1, "v1.x"]);
      const other = await review(failing);
      assert.deepEqual([other.isWhole, other.problems], [true, []]);
    });

    it("is kept where the preview stopped before it came to the deletions", async () => {
      const { remarks, cautions } = await reviewOf(written(removal(), diagnostic("error", "it failed")), sources());
      assert.deepEqual([remarks, cautions.length], [["The run, if it goes on, deletes webhook 1."], 1]);
    });

    it("names what goes with the object, counts it for a threshold, and is part of the digest", async () => {
      const of = { customerNumber: 100001, articleNumber: 1101, virtualName: "shop" };
      const account = step("delete", entry("VirtualAccount", "shop", "100001/p200002", of), of, undefined);
      const inside = [{ kind: "domain", id: "p200002/by-hand.de" }];
      const removing = removal({ kind: "virtualAccount", id: "100001/p200002", inside });
      const found = await reviewOf(story(account, removing), sources(rulesOfFlags({ maxDeletions: ["domain=0"] })));
      assert.equal(found.exceeded.length, 1);
      assert.match(asText(found), /shop.*, and with it domain p200002\/by-hand\.de/);
      assert.notEqual(digestOf(story(account), noFiles).changes, digestOf(story(account, removing), noFiles).changes);
    });
  });

  it("tells what the sandbox does not have from what is wrong, also where the program fails with it", async () => {
    const missing = remarked({ code: "missing", text: 'There is no domain "a.de".' });
    const failed = diagnostic("error", 'Running program failed:\nError: There is no domain "a.de".\n');
    const exit = diagnostic("error", "Program exited with non-zero exit code: 1");
    const reviewOfFailed = async (...events: readonly object[]) => {
      const { isWhole, problems, unknown } = await reviewOf(written(...events, ended("failed")), sources());
      return [isWhole, problems, unknown];
    };
    assert.deepEqual(await reviewOfFailed(failed, exit, missing), [true, [], ['There is no domain "a.de".']]);
    const wrong = await reviewOfFailed(failed, diagnostic("error", "it is wrong"), missing);
    assert.deepEqual(wrong.slice(0, 2), [false, ["it is wrong"]]);
  });

  describe("Markdown", () => {
    it("begins with a line that only the reviews of the same stack have", async () => {
      const lines = [
        { project: "shop", stack: "production" },
        { project: "shop", stack: "staging" },
        { project: "mail", stack: "production" },
      ].map(markerOf);
      assert.equal(new Set(lines).size, lines.length);
      assert.ok((await markdownOf()).startsWith(`${lines[0]!}\n`));
      assert.doesNotMatch(markerOf({ project: undefined, stack: "--> <b>" }), /-->.*-->/);
    });

    it("shows what differs in long values, and reads nothing in a value as Markdown or HTML", async () => {
      const long = "x".repeat(2000);
      const url = "https://a.example/`|<!-- hosting review --></details>\n# heading @team";
      const [before, after] = [`${long}before${long}`, `${long}after${long}`].map((each) => ({ ...hookArgs, url: each }));
      const text = await markdownOf(
        step("update", hook("a|<b>"), hookArgs, { ...hookArgs, url }, ["url"]),
        step("update", hook("long", "2"), before, after, ["url"]),
      );
      const lines = (start: string) => text.split("\n").filter((line) => line.startsWith(start)).length;
      assert.deepEqual(["<!--", "#", "</details>"].map(lines), [1, 2, 1]);
      for (const part of ["xbeforex", "xafterx"]) assert.ok(text.includes(part));
    });
  });

  it("tells no secret, whatever values, messages and rules contain", async () => {
    const planted = "planted-value";
    const web = entry("VirtualAccount", "web", "100001/p1");
    const [old, now] = [{ description: "Shop" }, { description: planted }];
    const policyEvent = { policyName: "advice", message: planted, enforcementLevel: "advisory" };
    const events = [
      step("refresh", web, old, now, ["description"]),
      step("update", web, now, old, ["description"]),
      ...[
        { policyEvent },
        diagnostic("warning", planted),
        diagnostic("error", planted),
        diagnostic("error", planted, hook("b").urn),
      ],
    ];
    const rules = rulesIn("rules", { rules: [{ name: "none", most: 0, reason: planted }] });
    const settings = [{ what: "output", name: "shown", before: planted, after: planted }] as const;
    const found = await reviewOf(written(...events, ended("failed")), { ...sources(rules), settings, cautions: [planted] });
    const redact = (text: string) => text.replaceAll(planted, "[secret]");
    const markdown = reviewAsMarkdown(found, redact, { limit: undefined, whole: undefined });
    const all = [JSON.stringify(reviewAsJson(found, redact)), reviewAsText(found, redact, (_, text) => text), markdown];
    for (const text of all) assert.doesNotMatch(text, /planted/);
  });

  it("tells no secret in the name of an object, which has its address", async () => {
    const args = { ...hookArgs, url: "https://planted.example/" };
    const found = await review(step("update", hook("a"), args, { ...args, method: "PUT" }, ["method"]));
    assert.doesNotMatch(JSON.stringify(reviewAsJson(found, (text) => text.replaceAll("planted", "[secret]"))), /planted/);
  });

  it("removes secrets from a configuration file, in whatever way Pulumi wrote them", () => {
    const text = [
      ...["encryptionsalt: v1:planted=", "encryptedkey: planted", "secretsprovider: awskms://planted"],
      "config:",
      '  shop:customer: "100001"',
      "  shop:password:",
      "    secure: v1:planted:one",
      "  shop:list:",
      "    - secure: v1:planted:two",
      "    - plain",
      "  shop:object:",
      "    key:",
      "      secure: v1:planted:three",
      "  shop:inline: { secure: v1:planted:four }",
      "",
    ].join("\n");
    const { text: shown, replaced } = withoutSecrets(text);
    assert.doesNotMatch(shown, /planted|secure/);
    assert.match(shown, /^ {2}shop:customer: "100001"\n {2}shop:password: replaced-for-this-review$/m);
    assert.deepEqual(replaced, ["shop:password", "shop:list", "shop:object", "shop:inline"]);
  });
});
