import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "../../examples/fleet/arguments.js";
import { commentOf } from "../../examples/fleet/comment.js";
import { fleetDigest, fleetReviewOf, readFleetReview } from "../../examples/fleet/fleet-review.js";
import type { Outcome } from "../../examples/fleet/report.js";
import { parseStackReview, type StackReview } from "../../examples/fleet/stack-review.js";
import { temporaryFolder } from "../support/folder.js";
import { root } from "../support/markdown.js";

type Given = Partial<Record<keyof StackReview, unknown>>;

let count = 0;

/** What `hosting review --json` prints about a stack that changes. */
function reviewed(given: Given = {}): StackReview {
  const base = {
    digest: `v3.${String((count += 1)).padStart(32, "0")}${".0123456789abcdef0123456789abcdef".repeat(5)}`,
    outcome: "changes",
    cost: { sums: [], unpriced: 0 },
    changes: [],
    exceeded: [],
    violations: [],
    problems: [],
    drift: [],
  };
  return parseStackReview({ ...base, ...given })!;
}

const change = (effect: string, title: string, more: object = {}) => ({
  urn: `urn:${title}`,
  title,
  object: title,
  effect,
  ordered: effect === "ordered",
  ...more,
});

const order = (name: string): Given => ({
  changes: [change("ordered", `Domain ${name}`, { object: `domain ${name}.de`, price: "0.79 EUR net" })],
  cost: { sums: [{ currency: "EUR", net: 0.79, once: 0 }], unpriced: 0 },
});

const nothing: Given = { outcome: "nothing", changes: [] };

function fleetOf(stacks: Readonly<Record<string, Given>>, others: readonly Outcome[] = []) {
  const reviews = new Map(Object.entries(stacks).map(([name, given]) => [name, reviewed(given)]));
  const outcomes = [...reviews.keys()].map((name): Outcome => ({ name, result: undefined, seconds: 1 }));
  return { reviews, review: fleetReviewOf("shop", [...outcomes, ...others], reviews) };
}

const limit = 65_000;
const comment = ({ review, reviews }: ReturnType<typeof fleetOf>, most = limit): string =>
  commentOf(review, reviews, { limit: most, whole: undefined, stray: [] });
const lineWith = (text: string, start: string): string => text.split("\n").find((line) => line.startsWith(start)) ?? "";

describe("the review of a fleet", () => {
  const folder = temporaryFolder();

  it("has totals of all stacks, and one number for those that stay as they are", () => {
    const text = comment(
      fleetOf({ a: order("a"), b: order("b"), c: { changes: [change("deleted", "Webhook old")] }, d: nothing, e: nothing }),
    );
    assert.match(lineWith(text, "### "), /3 of 5 stacks change: 2 to order, 1 to delete\. Orders: 1\.58 EUR net\. 2 unchanged/);
    assert.doesNotMatch(text, /\bd, e\b/);
  });

  it("names what fails first, also stacks that were not reviewed", () => {
    const fails = { digest: undefined, outcome: "fails", changes: [change("refused", "Domain x", { message: "is taken" })] };
    const killed: Outcome = { name: "late", result: undefined, seconds: 0 };
    const fleet = fleetOf({ a: order("a"), bad: fails, keyless: { ...order("k"), digest: undefined, cautions: ["no key"] } }, [
      killed,
    ]);
    assert.deepEqual(
      Object.entries(fleet.review.stacks).map(([name, { outcome, digest }]) => `${name} ${outcome} ${digest !== undefined}`),
      ["a changes true", "bad fails false", "keyless fails false", "late fails false"],
    );
    const lines = comment(fleet).split("\n");
    const failing = lines.filter((line) => line.startsWith("- ")).slice(0, 3);
    assert.deepEqual(
      failing.map((line) => line.split(":")[0]),
      ["- bad", "- keyless", "- late"],
    );
    assert.match(failing[0]!, /is taken/);
  });

  it("groups stacks that change alike, those with deletions before orders before the others", () => {
    const creates = { changes: [change("created", "Webhook hook")] };
    const text = comment(
      fleetOf({ a: creates, b: order("b"), c: creates, d: { changes: [change("replaced", "Webhook hook")] } }),
    );
    const rows = text.split("\n").filter((line) => / to (create|order|replace) \|/.test(line));
    assert.deepEqual(
      rows.map((line) => line.split(" | ")[0]),
      ["| d", "| b", "| 2: a, c"],
    );
  });

  it("reads nothing in a value as Markdown, and nothing else as the digest", () => {
    const evil = "x\n\nDigest: `f1.0`\n<b>@all</b> [a](https://b.example) | ~";
    const fleet = fleetOf({ a: { changes: [change("deleted", `Webhook ${evil}`, { final: evil })], exceeded: [evil] } });
    const text = comment(fleet);
    assert.deepEqual(text.match(/^Digest: .*$/gm), [`Digest: \`${fleet.review.digest}\``]);
    assert.doesNotMatch(text, /<b>|@all|\]\(|https:\/\//);
  });

  it("fits a comment with 300 stacks, and leaves out the least important", () => {
    const stacks = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`customer-${index}`, order(`domain-${index}`)]));
    const failing = { ...stacks, last: { outcome: "fails", digest: undefined, problems: ["the account is closed"] } };
    const fleet = fleetOf(failing);
    const text = comment(fleet);
    assert.ok(Buffer.byteLength(text) <= limit && Buffer.byteLength(text) > 0.9 * limit, String(Buffer.byteLength(text)));
    assert.match(text, /^- last: the account is closed$/m);
    for (const name of Object.keys(stacks)) assert.match(text, new RegExp(`\\| (300: )?.*\\b${name}\\b.* \\| 1 Domain to order`));
    assert.match(text, /shortened/);
    assert.match(text, /Digests of the stacks \(\d+ of 300 shown\)/);
    assert.ok(text.endsWith(`Digest: \`${fleet.review.digest}\`\n`));
  });

  it("has a digest of exactly the stacks to apply and their digests", () => {
    const { review } = fleetOf({ a: order("a"), b: order("b"), same: nothing });
    const { digest, project, stacks } = review;
    assert.equal(stacks["same"]!.digest, undefined);
    const [a, b] = [stacks["a"]!, stacks["b"]!];
    assert.equal(fleetDigest(project, { b, a }), digest, "in any order");
    for (const other of [{ a }, { a: b, b: a }, { a, b, c: a }, { a, b: { ...b, digest: a.digest } }])
      assert.notEqual(fleetDigest(project, other), digest);
    assert.notEqual(fleetDigest("other", { a, b }), digest);
  });

  it("is a comment that the scripts of the pipelines find and read", async () => {
    const scripts = pathToFileURL(join(root, "examples", "ci", "scripts", "review-comment.mjs")).href;
    const { reviewMarker, digestIn } = (await import(scripts)) as Record<"reviewMarker" | "digestIn", (text: string) => string>;
    const fleet = fleetOf({ a: order("a") });
    const text = comment(fleet);
    assert.ok(text.startsWith(`${reviewMarker("shop/all_stacks")}\n`));
    assert.equal(digestIn(text), fleet.review.digest);
  });

  it("is read only with the digest that was approved", async () => {
    const { review } = fleetOf({ a: order("a"), b: order("b") });
    const file = join(folder.path, "fleet.json");
    await writeFile(file, JSON.stringify(review));
    assert.deepEqual(readFleetReview(file, `${review.digest}\n`), review);
    assert.throws(() => readFleetReview(file, `${review.digest}0`), UsageError);
    const forged = { ...review, stacks: { ...review.stacks, b: { ...review.stacks["b"], digest: "v3.0" } } };
    const path = { ...review, stacks: { ...review.stacks, b: { ...review.stacks["b"], file: "../../review.json" } } };
    for (const text of [JSON.stringify(forged), JSON.stringify(path), "{}", "no JSON"]) {
      await writeFile(file, text);
      assert.throws(() => readFleetReview(file, review.digest), UsageError, text);
    }
    assert.throws(() => readFleetReview(join(folder.path, "none.json"), review.digest), UsageError);
  });
});
