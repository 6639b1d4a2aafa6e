import assert from "node:assert/strict";
import { changesOf, moneyOf } from "../../cli/review/changes.js";
import { digestOf, digestText, differingParts, parseDigest } from "../../cli/review/digest.js";
import { gitlabReport } from "../../cli/review/json.js";
import { markerOf, reviewAsMarkdown, reviewAsText } from "../../cli/review/render.js";
import { amountOf, type Cost, costText, sumText } from "../../provider/values/money.js";
import { reviewOf } from "../../cli/review/review.js";
import { withoutSecrets } from "../../cli/review/against-sandbox.js";
import { rulesOfFlags, type ThresholdFlags } from "../../cli/review/rules.js";
import { outcomeOf } from "../../cli/preview/outcome.js";
import { readEvents } from "../../cli/stack/events.js";
import { overwriting } from "../../provider/lifecycle/creation/take.js";
import type { Remark } from "../../provider/values/remarks.js";
import { markedKey } from "../../provider/values/reserved-properties.js";
import { definitions } from "../support/definitions.js";
import { UsageError } from "../../cli/shared/exit.js";
import { costOf, registrationPrice } from "../../provider/shared/catalogue.js";
import { ended, entry, remarked, said, step } from "../support/drifted-stack.js";

const story = (...events: readonly object[]) =>
  readEvents([...events, ended("succeeded")].map((each) => `${JSON.stringify(each)}\n`).join(""));
const { contractPartner } = definitions;
const same = (text: string) => text;
const noFiles = {
  key: "k",
  base: 1,
  files: { configuration: undefined, project: undefined, dependencies: undefined },
  variables: {},
  options: [],
  settings: [],
};

const hook = (name: string, id: string) => entry("Webhook", name, id, { url: "https://a.example/" });
const declared = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://a.example/" };
const shop = entry("Domain", "shop", "p100001/shop.de", { accountIdentifier: "p100001", sld: "shop", tld: "de" });
const domain = { accountIdentifier: "p100001", sld: "shop", tld: "de" };

const order = (cost: Cost) => remarked({ code: "order", kind: "domain", resource: "shop", cost, text: "" });

/** The same step with other providers before and after it. */
function withProvider(event: object, before: string, after: string): object {
  const changed = structuredClone(event) as { resOutputsEvent: { metadata: { old: object | null; new: object | null } } };
  const { old, new: made } = changed.resOutputsEvent.metadata;
  for (const [side, name] of [
    [old, before],
    [made, after],
  ] as const)
    if (side !== null)
      Object.assign(side, {
        provider: `urn:pulumi:production::agency::pulumi:providers:pulumi-nodejs::${name}${name.includes("::") ? "" : "::1"}`,
      });
  return changed;
}

const sources = (flags: ThresholdFlags = {}) => ({
  project: "shop",
  stack: "production",
  digest: "v1.x",
  rules: rulesOfFlags(flags),
  cautions: [],
});
const review = async (events: readonly object[], flags: ThresholdFlags = {}) => reviewOf(story(...events), sources(flags));

describe("hosting review", () => {
  describe("the digest", () => {
    const update = step("update", hook("a", "1"), declared, { ...declared, method: "PUT" }, ["method"]);
    const create = step("create", shop, undefined, domain);
    const digest = (...events: readonly object[]) => digestText(digestOf(story(...events), noFiles));

    it("is the same in whatever order Pulumi reports the changes, and whatever does not change", () => {
      const idle = step("same", hook("b", "2"), declared, declared);
      assert.equal(digest(update, create), digest(idle, create, update));
    });

    it("differs for another value, operation, id, resource or protection", () => {
      const all = [
        digest(update),
        digest(step("update", hook("a", "1"), declared, { ...declared, method: "GET" }, ["method"])),
        digest(step("replace", hook("a", "1"), declared, { ...declared, method: "PUT" }, ["method"])),
        digest(step("update", hook("a", "2"), declared, { ...declared, method: "PUT" }, ["method"])),
        digest(step("update", hook("c", "1"), declared, { ...declared, method: "PUT" }, ["method"])),
        digest(update, create),
        digest(),
        digest(withProvider(update, "theirs", "theirs")),
        digest(withProvider(update, "theirs", "ours")),
        digest(withProvider(step("same", hook("a", "1"), declared, declared), "theirs", "ours")),
      ];
      assert.equal(new Set(all).size, all.length);
    });

    it("is the same for each default provider, and for each id of a provider", () => {
      assert.equal(digest(withProvider(update, "default", "default_1_2_3")), digest(update));
      assert.equal(digest(withProvider(update, "theirs::1", "theirs::2")), digest(withProvider(update, "theirs", "theirs")));
    });

    it("names what differs: changes, configuration, dependencies or options", () => {
      const at = (files: Partial<typeof noFiles.files> | object, options: readonly string[] = []) =>
        digestOf(story(update), { ...noFiles, files: { ...noFiles.files, ...files }, options });
      assert.deepEqual(differingParts(at({}), at({})), []);
      assert.deepEqual(differingParts(at({}), at({ configuration: "a: 1" })), ["the configuration file of the stack"]);
      assert.deepEqual(differingParts(at({}), at({ dependencies: "{}" })), ["the lock file of the dependencies"]);
      assert.deepEqual(differingParts(at({}), at({}, ["--refresh"])), ["the options of the command"]);
      assert.deepEqual(differingParts(at({}), digestOf(story(create), noFiles)), ["what the run would do"]);
      const other = at({ project: "config: {}" });
      assert.deepEqual(differingParts(at({}), other), [
        "the project file, the settings in the environment, or the customer of a login",
      ]);
      const elsewhere = digestOf(story(update), { ...noFiles, variables: { HOSTING_BASE_URL: "https://other.example" } });
      assert.deepEqual(differingParts(at({}), elsewhere), differingParts(at({}), other));
      const [cheap, dear] = [0.99, 99.99].map((price) =>
        digestOf(story(create, order({ price: { net: price, currency: "EUR" } })), noFiles),
      );
      assert.deepEqual(differingParts(cheap!, dear!), ["what the run would do"]);
      const [mine, theirs] = ["Herbst", "Sommer"].map((name) =>
        digestOf(
          story(
            update,
            remarked({
              code: "existing",
              kind: "webhook",
              resource: "a",
              overwritten: [{ name: "company", before: name, isShown: true }],
              text: "",
            }),
          ),
          noFiles,
        ),
      );
      assert.deepEqual(differingParts(mine!, theirs!), ["what the run would do"]);
    });

    it("is read as it is written, and nothing else is", () => {
      const made = digestOf(story(update), noFiles);
      assert.deepEqual(parseDigest("--digest", ` ${digestText(made)}\n`), made);
      for (const text of ["", "v2", "v1.a.b.c.d", digestText(made).slice(0, -1), `${digestText(made)}.00`])
        assert.throws(() => parseDigest("--digest", text), UsageError, text);
    });
  });

  describe("money", () => {
    it("adds what the catalogue shows, and counts what has no price", async () => {
      const cost = costOf({ price: { default: { net: 9.9, currency: "EUR", setupFee: 5 } } });
      assert.deepEqual(amountOf(cost), { currency: "EUR", net: 9.9, once: 5, isMost: false });
      const other = entry("Domain", "other", "p100001/other.de", { ...domain, sld: "other" });
      const ordering = story(
        order(cost),
        step("create", shop, undefined, domain),
        step("create", other, undefined, { ...domain, sld: "other" }),
      );
      const changes = await changesOf(ordering, await outcomeOf(ordering));
      assert.equal(sumText(moneyOf(changes)), "9.90 EUR net and 5.00 EUR once, and 1 order whose price is not known");
    });

    it("takes the highest where the API shows several", async () => {
      const costWith = (price: string) => {
        const offered = { name: "de", articleNumber: 1, price, agencyPrice: "55.00", setupFee: "400.00" };
        const sold = { price: { default: { net: 0.99, currency: "EUR" } } };
        const lookups = { once: (key: string) => Promise.resolve(key === "top-level domains" ? [offered] : sold) };
        return registrationPrice({ lookups } as unknown as Parameters<typeof registrationPrice>[0], "de");
      };
      const cost = await costWith("60.00");
      assert.match(
        costText(cost),
        /; the top-level domain shows price 60\.00, price for agencies 55\.00, setup fee 400\.00, and the API/,
      );
      assert.deepEqual(amountOf(cost), { currency: "EUR", net: 60, once: 400, isMost: true });
      assert.equal(amountOf(await costWith("on request")), undefined);
    });

    it("knows no amount without a currency", () => assert.equal(amountOf(costOf({ price: "9.90" })), undefined));
  });

  it("names what a replacement takes away by its old name, and what comes by its new one", async () => {
    const steps = ["create-replacement", "replace", "delete-replaced"].map((op) =>
      step(op, shop, domain, { ...domain, sld: "new-shop" }, ["sld"]),
    );
    const text = reviewAsText(await review(steps), same, (_, value) => value);
    assert.match(
      text,
      /^ {2}The replacement cancels domain shop\.de of account p100001 \(Domain shop\), which cannot be undone/m,
    );
    assert.match(text, /^domain new-shop\.de of account p100001 +Domain shop +price not known$/m);
  });

  it("says what protection a run removes, although nothing else changes", async () => {
    const event = step("same", shop, domain, domain) as { resOutputsEvent: { metadata: { old: object; new: object } } };
    Object.assign(event.resOutputsEvent.metadata.old, { protect: true });
    const text = reviewAsText(await review([event]), same, (_, value) => value);
    assert.match(text, /^What is less protected:\n {2}Domain shop \(p100001\/shop\.de\) can be deleted from the next run on$/m);
    assert.match(text, /^Domain shop +option +protect +true +false$/m);
  });

  const options = (event: object, old: object, after: object = {}) => {
    const { metadata } = (event as { resOutputsEvent: { metadata: { old: object | null; new: object | null } } }).resOutputsEvent;
    if (metadata.old !== null) Object.assign(metadata.old, old);
    if (metadata.new !== null) Object.assign(metadata.new, after);
    return event;
  };

  it("calls what an object refers to by its name, if the state has it", async () => {
    const [known, other] = ["5f0000000000000000000001", "5f0000000000000000000002"];
    const contact = { name: "Blumen Engel" };
    const contract = { html: "<p>Old</p>", client: known, recipient: other, tom: other };
    const events = [
      step("same", entry("GdprContact", "contact", known, contact), contact, contact),
      step("delete", entry("GdprContract", "contract", "5f0000000000000000000003", contract), contract, undefined),
    ];
    assert.match(
      reviewAsText(await review(events), same, (_, value) => value),
      /GDPR contract of client "Blumen Engel" and recipient 5f0000000000000000000002/,
    );
  });

  it("shows whether an object will stay at the provider, although nothing else changes", async () => {
    const event = options(step("same", shop, domain, domain), {}, { retainOnDelete: true });
    const found = await review([event]);
    assert.equal(found.changes[0]!.retention, "added");
    assert.match(
      reviewAsText(found, same, (_, value) => value),
      /^Domain shop +option +retainOnDelete +false +true$/m,
    );
  });

  it("counts for GitLab only what the run deletes", async () => {
    const kept = options(step("delete", hook("kept", "2"), declared, undefined), { retainOnDelete: true });
    const left = entry("ContractPartner", "cp", "100001", {});
    const events = [
      step("delete", hook("gone", "1"), declared, undefined),
      kept,
      step("delete", left, { customerNumber: 100001 }, undefined),
    ];
    assert.deepEqual(gitlabReport(await review(events)), { create: 0, update: 0, delete: 1 });
    const replacing = ["create-replacement", "replace", "delete-replaced"].map((op) =>
      options(
        step(op, shop, domain, { ...domain, sld: "new-shop" }, ["sld"]),
        { retainOnDelete: true },
        { retainOnDelete: true },
      ),
    );
    assert.deepEqual(gitlabReport(await review(replacing)), { create: 1, update: 0, delete: 0 });
  });

  it("says in one line that new subdomains are not easily deleted", async () => {
    const creates = Array.from({ length: 7 }, (_, at) => {
      const inputs = { accountIdentifier: "p100001", domainIdentifier: "shop.de", name: `s${at}` };
      return step("create", entry("Subdomain", `s${at}`, "", inputs), undefined, inputs);
    });
    assert.match(
      reviewAsText(await review(creates), same, (_, value) => value),
      /^What cannot be undone:\n {2}The run creates 7 subdomains, and by default a later run fails to delete one .* \(s0\.shop\.de, .*s4\.shop\.de and 2 more\)\n\n/m,
    );
  });

  it("does not claim that a resource that fails belongs to no customer", async () => {
    const text = reviewAsText(await review([said("error", "url: no address", shop.urn)]), same, (_, value) => value);
    assert.match(text, /^Customer not known: 1 change:$/m);
  });

  it("shows what several lines say in one, without escapes", async () => {
    const broken = "Is this wanted?\n  Ask first.\n";
    const policy = { policyEvent: { resourceUrn: shop.urn, policyName: "kept", message: broken, enforcementLevel: "advisory" } };
    const found = await review([policy, said("warning", broken), step("create", shop, undefined, domain)]);
    assert.equal(found.violations[0]!.message, "Is this wanted? Ask first.");
    const whole = {
      ...found,
      problems: [broken],
      cautions: [broken],
      exceeded: [{ name: "", level: "exceeds", urns: [], text: broken }],
    } as const;
    const text = reviewAsText(whole, same, (_, value) => value);
    const markdown = reviewAsMarkdown(whole, same, { limit: undefined, whole: undefined });
    assert.equal(text.match(/Is this wanted\? Ask first\.$/gm)?.length, 5);
    assert.doesNotMatch(text + markdown, /u000a/);
  });

  describe("what a new resource overwrites in an object that exists", () => {
    const partner = entry("ContractPartner", "cp", "", {});
    const inputs = { customerNumber: 100002, company: "Other GmbH", city: "Wien" };
    const observed = { ...inputs, company: 'Old, "from" 1 to 2. GmbH', city: undefined };
    const create = step("create", partner, undefined, inputs);
    const begin = "the existing contract partner of customer 100002 will be managed.";
    const { overwritten } = overwriting(contractPartner, ["company", "city"], { inputs, observed, hidden: [] });
    const others = ' It also belongs to resource "b" of stack test.';
    const taking = (facts: Partial<Remark> = {}) =>
      remarked({ code: "existing", kind: "contractPartner", resource: "cp", text: begin, ...facts });

    it("is told as data", () => {
      assert.deepEqual(overwritten, [
        { name: "company", isShown: true, before: observed.company },
        { name: "city", isShown: true },
      ]);
      const hidden = overwriting(contractPartner, ["city"], { inputs, observed, hidden: ["city"] });
      assert.deepEqual(hidden.overwritten, [{ name: "city", isShown: false }]);
    });

    it("hides what the program has marked as secret, before and after", () => {
      const marked = { ...inputs, [markedKey]: [["company"]] };
      const secret = overwriting(contractPartner, ["company"], { inputs: marked, observed, hidden: [] });
      assert.equal(secret.text.trim(), 'It changes company from "[secret]" to "[secret]".');
      assert.equal(secret.overwritten[0]!.before, "[secret]");
    });

    it("is shown by property, and among what a reviewer sees first", async () => {
      const found = await review([create, taking({ overwritten, text: `${begin}${others}` })]);
      assert.deepEqual(found.changes[0]!.properties, [
        { path: "company", before: observed.company, after: "Other GmbH", replaces: false },
        { path: "city", after: "Wien", replaces: false },
      ]);
      assert.deepEqual(found.remarks, [`${begin}${others}`]);
      const shown = reviewAsText(found, same, (_, value) => value);
      assert.match(
        shown,
        /^What is overwritten:\n {2}ContractPartner cp takes the existing contract partner of customer 100002 and changes company from "Old, .* GmbH" to "Other GmbH", city from nothing to "Wien"$/m,
      );
    });

    it("is named by the outcome of a run", async () => {
      const { resources } = await outcomeOf(story(create, taking({ overwritten })));
      assert.deepEqual(resources[0]!.paths, ["company", "city"]);
    });

    it("is said to be unknown where it is", async () => {
      for (const message of [[], [taking()]]) {
        const shown = reviewAsText(await review([create, ...message]), same, (_, value) => value);
        assert.match(shown, /^What is overwritten:\n.*: what it overwrites there is not known$/m);
      }
      const unchanged = reviewAsText(await review([create, taking({ overwritten: [] })]), same, (_, value) => value);
      assert.doesNotMatch(unchanged, /What is overwritten/);
    });
  });

  describe("what a preview says about removed resources", () => {
    const gone = step("delete", hook("gone", "1"), declared, undefined);
    const removal = (facts: Partial<Remark> = {}) =>
      remarked({ code: "removal", kind: "webhook", id: "1", outcome: "removes", text: "deletes webhook 1.", ...facts });
    const failing = removal({ outcome: "fails", text: "fails to delete webhook 1, because of a reason." });
    const reviewed = async (...remarks: readonly object[]) => {
      const { changes, remarks: shown, digest } = await review([gone, ...remarks, removal({ id: "9" })]);
      return [changes[0]!.effect, changes[0]!.message, shown, digest];
    };

    it("is left out where the changes show it", async () =>
      assert.deepEqual(await reviewed(removal()), ["deleted", undefined, [], "v1.x"]));

    it("is something that the run fails at", async () =>
      assert.deepEqual(await reviewed(failing), [
        "refused",
        "The run fails to delete webhook 1, because of a reason.",
        [],
        undefined,
      ]));

    it("is a doubt where the settings of an explicit provider decide", async () => {
      const { changes, problems, digest } = await review([withProvider(gone, "theirs", "theirs"), failing]);
      assert.deepEqual([changes[0]!.effect, problems.length, digest], ["deleted", 1, "v1.x"]);
    });

    it("is kept where the preview stopped before it came to the deletions", async () => {
      const stopped = readEvents([removal(), said("error", "it failed")].map((each) => `${JSON.stringify(each)}\n`).join(""));
      const { remarks, cautions } = await reviewOf(stopped, sources());
      assert.deepEqual(remarks, ["The run, if it goes on, deletes webhook 1."]);
      assert.match(cautions[0]!, /^The preview stopped .* Deletions, .* are not shown/);
    });

    it("is no deletion where others have the object", async () =>
      assert.deepEqual(await reviewed(removal({ outcome: "leaves" })), ["left", undefined, [], "v1.x"]));

    it("names what goes with the object, counts it for a threshold, and is part of the digest", async () => {
      const of = { customerNumber: 100001, articleNumber: 1101, virtualName: "shop" };
      const account = step("delete", entry("VirtualAccount", "shop", "100001/p200002", of), of, undefined);
      const inside = [{ kind: "domain", id: "p200002/by-hand.de" }];
      const removing = removal({ kind: "virtualAccount", id: "100001/p200002", inside });
      const found = await review([account, removing], { maxDeletions: ["domain=0"] });
      assert.deepEqual(found.exceeded.length, 1);
      assert.match(
        reviewAsText(found, same, (_, value) => value),
        /shop.*, and with it domain p200002\/by-hand\.de/,
      );
      const digests = [story(account), story(account, removing)].map((each) => digestOf(each, noFiles).changes);
      assert.notEqual(digests[0], digests[1]);
    });

    it("is a remark where the object may be adopted", async () => {
      const adopted = { mayBeAdopted: true, text: 'unless adopted by resource "new", deletes webhook 1.' };
      for (const outcome of ["removes", "fails"] as const)
        assert.deepEqual(await reviewed(removal({ ...adopted, outcome })), [
          "deleted",
          undefined,
          [`The run, if it goes on, ${adopted.text}`],
          "v1.x",
        ]);
    });

    it("is nothing about a resource that this run does not remove", async () => {
      const { isWhole, problems } = await review([failing]);
      assert.deepEqual([isWhole, problems], [true, []]);
    });
  });

  it("tells what the sandbox does not have from what is wrong, also where the program fails with it", async () => {
    const missing = remarked({ code: "missing", text: 'There is no domain "a.de".' });
    const failed = said("error", 'Running program failed:\nError: There is no domain "a.de".\n');
    const exit = said("error", "Program exited with non-zero exit code: 1");
    const reviewOfFailed = async (...events: readonly object[]) =>
      reviewOf(readEvents([...events, ended("failed")].map((each) => `${JSON.stringify(each)}\n`).join("")), sources());
    const known = await reviewOfFailed(failed, exit, missing);
    assert.deepEqual([known.isWhole, known.problems, known.unknown], [true, [], ['There is no domain "a.de".']]);
    const wrong = await reviewOfFailed(failed, said("error", "it is wrong"), missing);
    assert.deepEqual([wrong.isWhole, wrong.problems], [false, ["it is wrong"]]);
  });

  describe("Markdown", () => {
    it("begins with a line that only the reviews of the same stack have", async () => {
      const lines = [
        { project: "shop", stack: "production" },
        { project: "shop", stack: "staging" },
        { project: "mail", stack: "production" },
      ].map(markerOf);
      assert.equal(new Set(lines).size, lines.length);
      const text = reviewAsMarkdown(await review([]), same, { limit: undefined, whole: undefined });
      assert.ok(text.startsWith(`${lines[0]!}\n`));
      assert.doesNotMatch(markerOf({ project: undefined, stack: "--> <b>" }), /-->.*-->/);
    });

    const large = async () => {
      const creates = Array.from({ length: 1000 }, (_, at) => {
        const inputs = { ...declared, url: `https://agency.example/hooks/${at}` };
        return step("create", entry("Webhook", `hook-${at}`, "", inputs), undefined, inputs);
      });
      return review([...creates, step("delete", shop, domain, undefined)], { maxDeletions: ["0"] });
    };

    it("keeps within the limit, and leaves out the least important changes, each of them whole", async () => {
      const found = await large();
      const whole = reviewAsMarkdown(found, same, { limit: undefined, whole: undefined });
      assert.ok(Buffer.byteLength(whole) > 100_000);
      for (const limit of [2_000, 10_000, 65_000]) {
        const text = reviewAsMarkdown(found, same, { limit, whole: "https://ci.example/run/1" });
        assert.ok(Buffer.byteLength(text) <= limit, `${Buffer.byteLength(text)} of ${limit}`);
        assert.match(text, /This review is shortened: \d+ of its entries/);
        assert.match(text, /All of it: <https:\/\/ci\.example\/run\/1>/);
        assert.match(text, /more than 0/);
        assert.match(text, /cancels domain shop\.de/);
        assert.match(text, /^Digest: `v1\.x`$/m);
        // Each webhook that is there has its three properties.
        for (const row of text.match(/^\| `Webhook hook-\d+`.*$/gm) ?? [])
          assert.match(row, /eventType: .*, method: .*, url: https:\/\/agency\.example\/hooks\/\d+` \|$/);
      }
    });

    it("says nothing of a shortening if all of it fits", async () => {
      const text = reviewAsMarkdown(await review([]), same, { limit: 65_000, whole: "https://ci.example/run/1" });
      assert.doesNotMatch(text, /shortened|ci\.example/);
    });

    it("shows what differs in long values", async () => {
      const long = "x".repeat(2000);
      const [before, after] = [`${long}before${long}`, `${long}after${long}`];
      const event = step("update", hook("a", "1"), { ...declared, url: before }, { ...declared, url: after }, ["url"]);
      const text = reviewAsMarkdown(await review([event]), same, { limit: undefined, whole: undefined });
      assert.match(text, /xbeforex/);
      assert.match(text, /xafterx/);
    });

    it("reads nothing in a value as Markdown or HTML", async () => {
      const url = "https://a.example/`|<!-- hosting review --></details>\n# heading @team";
      const event = step("update", hook("a|<b>", "1"), declared, { ...declared, url }, ["url"]);
      const text = reviewAsMarkdown(await review([event]), same, { limit: undefined, whole: undefined });
      assert.equal(text.split("\n").filter((line) => line.startsWith("<!--")).length, 1);
      assert.equal(text.split("\n").filter((line) => line.startsWith("#")).length, 2);
      assert.equal(text.split("\n").filter((line) => line.startsWith("</details>")).length, 1);
    });
  });

  it("removes secrets from a configuration file, in whatever way Pulumi wrote them", () => {
    const text = [
      "encryptionsalt: v1:planted=",
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
    assert.match(shown, /^ {2}shop:customer: "100001"$/m);
    assert.match(shown, /^ {2}shop:password: replaced-for-this-review$/m);
    assert.deepEqual(replaced, ["shop:password", "shop:list", "shop:object", "shop:inline"]);
  });
});
