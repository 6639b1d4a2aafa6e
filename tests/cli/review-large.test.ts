import assert from "node:assert/strict";
import { readEvents } from "../../cli/stack/events.js";
import { reviewAsMarkdown } from "../../cli/review/render.js";
import { type Review, reviewOf } from "../../cli/review/review.js";
import { ended } from "../support/drifted-stack.js";
import { largeReview } from "../support/large-review.js";

const same = (text: string) => text;

/** The lines that a reader sees who opens nothing. */
function seen(markdown: string): readonly string[] {
  let depth = 0;
  return markdown.split("\n").filter((line) => {
    const isSummary = depth === 0 && line.startsWith("<details>");
    if (line.startsWith("<details>")) depth += 1;
    if (line === "</details>") depth -= 1;
    return isSummary || (depth === 0 && line !== "</details>");
  });
}

describe("a review of 400 changes", () => {
  let review: Review;
  let markdown: string;
  before(async () => {
    const events = [...largeReview(), ended("succeeded")].map((event) => `${JSON.stringify(event)}\n`).join("");
    const sources = { project: "agency", stack: "production", digest: "v2.x", rules: [], cautions: [] };
    review = await reviewOf(readEvents(events), sources);
    markdown = reviewAsMarkdown(review, same, { limit: undefined, whole: undefined });
  });

  it("fits on two screens, and in a comment", () => {
    assert.equal(review.changes.length, 400);
    const lines = seen(markdown);
    assert.ok(lines.length <= 60, `${lines.length} lines`);
    for (const line of lines) assert.ok(line.length <= 260, line);
    assert.ok(Buffer.byteLength(markdown) <= 65_000, `${Buffer.byteLength(markdown)} bytes`);
  });

  it("says what is alike once, with its number and some of its names", () => {
    const lines = seen(markdown).join("\n");
    const alike = [
      /100 × \.de: new-shop-0\.de, .* and 95 more, of 20 accounts \(Company 0 GmbH: 5, .* and 18 more\)`.*`100 × 0\.79 EUR net`/,
      /100 webhooks: method from POST to PUT .*hook-0.* and 95 more/,
      /100 webhooks are created: .* and 95 more/,
      /50 GDPR contracts are created: .* and 45 more/,
      /30 webhooks are deleted: .* and 25 more/,
      /cancels each of 20 domains.*: old-shop-0\.de, .* and 15 more, of 20 accounts/,
    ];
    for (const pattern of alike) assert.match(lines, pattern);
  });

  it("has each object in its details", () => {
    for (const { urn } of review.changes) assert.match(markdown, new RegExp(`\\b${urn.split("::").at(-1)!}\\b`));
    assert.match(markdown, /^<details><summary>Customer 100020 \(Company 19 GmbH\): \d+ changes<\/summary>$/m);
  });

  it("leaves out whole entries where it must be shorter", () => {
    const text = reviewAsMarkdown(review, same, { limit: 8_000, whole: undefined });
    assert.ok(Buffer.byteLength(text) <= 8_000, `${Buffer.byteLength(text)} bytes`);
    assert.match(text, /100 × \.de/);
    assert.equal(text.match(/<details>/g)?.length, text.match(/<\/details>/g)?.length);
  });
});
