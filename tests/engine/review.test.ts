import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commandTimeout, type ResourceSpec, Stack, succeeded } from "../support/engine.js";
import { run } from "../support/hosting.js";

const hook = {
  eventType: "DOMAIN_REGISTRATION_STATUS",
  method: "POST",
  url: "https://agency.example/hook",
  headers: { "X-Secret": "planted-header-value" },
};

const account = (virtualName: string): ResourceSpec => ({
  type: "VirtualAccount",
  name: "web",
  args: {
    customerNumber: 100001,
    virtualName,
    description: "Web site",
    articleNumber: 1101,
    password: { $secret: "planted-S3cret-of-the-account" },
  },
  options: { protect: false },
});
const domain = (name: string, sld: string, options: ResourceSpec["options"] = {}): ResourceSpec => ({
  type: "Domain",
  name,
  args: { accountIdentifier: "p100001", sld, tld: "de" },
  options,
});
const blog: ResourceSpec = {
  type: "Subdomain",
  name: "blog",
  args: { accountIdentifier: "p100001", domainIdentifier: { $of: ["kept", "domainIdentifier"] }, name: "blog" },
};
const webhook = (name: string, args: object, options: ResourceSpec["options"] = {}): ResourceSpec => ({
  type: "Webhook",
  name,
  args,
  options,
});

interface JsonReport {
  readonly digest: string;
  readonly outcome: string;
  readonly cost: { readonly sums: readonly unknown[]; readonly unpriced: number; readonly year?: object };
  readonly changes: readonly {
    readonly name?: string;
    readonly title: string;
    readonly effect: string;
    readonly ordered: boolean;
    readonly protection?: string;
    readonly retained: boolean;
    readonly customer?: number;
    readonly properties: readonly object[];
  }[];
  readonly drift: readonly { readonly urn: string; readonly gone: boolean }[];
}

/** What the engine reports, as a reviewer reads it. */
describe("hosting review, with the real CLI", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;

  const declaredBefore: readonly ResourceSpec[] = [
    account("web"),
    domain("kept", "review-kept"),
    domain("leaving", "review-leaving", { protect: false }),
    blog,
    webhook("hook", hook),
    webhook("retained", { ...hook, url: "https://agency.example/retained" }, { retainOnDelete: true }),
    webhook("protected", { ...hook, url: "https://agency.example/protected" }, { protect: true }),
  ];
  const declaredAfter: readonly ResourceSpec[] = [
    account("site"),
    domain("kept", "review-kept"),
    domain("new", "review-new"),
    blog,
    webhook("hook", { ...hook, method: "PUT", headers: { "X-Secret": "planted-other-value" } }),
    webhook("protected", { ...hook, url: "https://agency.example/protected" }),
  ];

  before(async () => {
    stack = await Stack.create();
    await stack.declare({ resources: declaredBefore });
    succeeded(await stack.up());
    await stack.declare({ resources: declaredAfter });
  });
  after(() => stack.dispose());

  const review = async (...flags: string[]) => {
    const ended = await run(["review", "--cwd", stack.folder, ...flags], { env: { HOME: stack.folder, ...stack.environment } });
    assert.doesNotMatch(ended.stdout + ended.stderr, /planted|sandbox-password/);
    return ended;
  };
  const reported = async (...flags: string[]): Promise<JsonReport> => {
    const ended = await review("--json", ...flags);
    assert.equal(ended.code, 0, ended.stderr);
    return JSON.parse(ended.stdout) as JsonReport;
  };

  let firstDigest: string;

  it("tells what is ordered, changed, replaced, deleted, left and no longer protected, in all forms, in which no secret is", async () => {
    const folder = join(stack.folder, "review");
    stack.sandbox.control.journal.clear();
    const { stdout } = await review("--out", folder, "--markdown");
    // The provider looks up the orders, and the program's side what the stack has.
    const listings = stack.sandbox.control.journal.requests().filter(({ operation }) => operation === "listTopLevelDomains");
    assert.equal(listings.length, 2);
    const files = await readdir(folder);
    assert.deepEqual(files.sort(), ["gitlab.json", "review.json", "review.md", "whole.md"]);
    for (const file of files) assert.doesNotMatch(await readFile(join(folder, file), "utf8"), /planted|sandbox-password/, file);
    assert.deepEqual(JSON.parse(await readFile(join(folder, "gitlab.json"), "utf8")), { create: 2, update: 2, delete: 2 });

    const { changes, cost, digest, outcome } = JSON.parse(await readFile(join(folder, "review.json"), "utf8")) as JsonReport;
    firstDigest = digest;
    assert.equal(outcome, "changes");
    const effects = changes.map(({ title, effect, ordered }) => `${title}: ${effect}${ordered ? ", ordered" : ""}`);
    assert.deepEqual(effects, [
      "Domain leaving: deleted",
      "Domain new: ordered, ordered",
      "VirtualAccount web: replaced, ordered",
      "Webhook hook: changed",
      "Webhook protected: kept",
      "Webhook retained: left",
    ]);
    const of = (title: string) => changes.find((each) => each.title === title)!;
    assert.equal(of("Webhook protected").protection, "removed");
    assert.equal(of("VirtualAccount web").customer, 100001);
    assert.deepEqual(of("VirtualAccount web").properties, [
      { path: "virtualName", before: "web", after: "site", replaces: true },
    ]);
    assert.deepEqual(of("Webhook hook").properties, [
      { path: 'headers["X-Secret"]', before: "[secret]", after: "[secret]", replaces: false },
      { path: "method", before: "POST", after: "PUT", replaces: false },
    ]);
    const { year, ...orders } = cost;
    assert.deepEqual(orders, { sums: [{ currency: "EUR", net: 5.78, once: 0 }], unpriced: 0 });
    // Before: an account and two domains; one of them goes, and another one comes.
    const sums = [{ currency: "EUR", ifPricesAreMonthly: 78.84, ifPricesAreForBillingPeriods: 6.57 }];
    assert.deepEqual(year, { before: { sums, unpriced: 0 }, after: { sums, unpriced: 0 } });

    const headings = [...stdout.matchAll(/^#### (.*)$/gm)].map(([, heading]) => heading!.replace(/[:(].*/, "").trim());
    assert.deepEqual(headings.slice(0, 7), [
      "What costs money",
      "What the stack costs, as far as prices are known",
      "What cannot be undone",
      "What is deleted or replaced",
      "What is less protected",
      "What stays at the provider",
      "What changes",
    ]);
    assert.match(
      stdout,
      /cancels domain review-leaving\.de of account p100001 \(Sommer Gartenbau GmbH\) \(Domain leaving\), which cannot be undone/,
    );
    assert.match(stdout, /permanently destroys virtual account web of customer 100001/);
  });

  it("gives another digest if a secret of the configuration changes", async () => {
    succeeded(await stack.pulumi("config", "set", "--secret", "test:unused", "planted-configuration"));
    const parts = [firstDigest, (await reported()).digest].map((text) => text.split("."));
    assert.deepEqual(
      parts[0]!.map((part, at) => part === parts[1]![at]),
      [true, true, true, true, false, true, true, true],
    );
  });

  it("reads the events of a preview that was run elsewhere, and gives no digest then", async () => {
    const remarks = join(stack.folder, "remarks.json");
    const { events } = await (await stack.start(["preview"], { HOSTING_REMARKS: remarks })).outcome;
    const file = join(stack.folder, "elsewhere.json");
    for (const [text, priced, caution] of [
      [events, false, /HOSTING_REMARKS/],
      [events + (await readFile(remarks, "utf8")), true, /^[^H]*hosting apply/],
    ] as const) {
      await writeFile(file, text);
      const ended = await run(["review", "--events", file, "--json"], { env: { HOME: stack.folder } });
      assert.equal(ended.code, 0, ended.stderr);
      const { changes, digest, cost, cautions } = JSON.parse(ended.stdout) as Partial<JsonReport> & {
        cautions: readonly string[];
      };
      assert.deepEqual([changes!.length, digest, cost!.unpriced === 0], [6, undefined, priced]);
      assert.match(cautions.at(-1)!, caution);
      assert.doesNotMatch(ended.stdout + text, /planted/);
    }
  });

  it("shows what was changed outside the program", async () => {
    const { store } = stack.sandbox.control;
    const found = store.webhooks.all().find(({ url }) => url === hook.url)!;
    store.webhooks.update(found.id, { url: "https://somebody-else.example/" });
    const { drift, changes } = await reported();
    assert.deepEqual(
      drift.map(({ urn, gone }) => [urn.split("::").at(-1), gone]),
      [["hook", false]],
    );
    const { properties } = changes.find(({ title }) => title === "Webhook hook")! as { properties: readonly { path: string }[] };
    assert.ok(properties.some(({ path }) => path === "url"));
  });

  it("tells which deletion would fail, although a preview asks nothing about it", async () => {
    await stack.declare({ resources: declaredAfter.filter((each) => each !== blog) });
    const ended = await review();
    assert.equal(ended.code, 1, ended.stdout);
    assert.match(ended.stdout, /^Stack engine-test\/test: the run would fail\. /);
    assert.match(ended.stdout, /^What the run would fail at:\n.*- fails to delete subdomain p100001\/review-kept\.de\/blog /m);
    assert.doesNotMatch(ended.stdout, /^Digest/m);
  });

  it("shows why a run would fail, and ends with 1", async () => {
    await stack.declare({ resources: [...declaredAfter, domain("taken", "review-kept")] });
    const ended = await review();
    assert.equal(ended.code, 1, ended.stdout);
    assert.match(ended.stdout, /^Stack engine-test\/test: the run would fail\. /);
    assert.doesNotMatch(ended.stdout, /^Digest/m);
    assert.match(ended.stdout, /^What the run would fail at:\n {2}Domain taken: .*review-kept\.de/m);
    assert.match(ended.stdout, /^About this review:\n {2}The preview stopped /m);
  });
});
