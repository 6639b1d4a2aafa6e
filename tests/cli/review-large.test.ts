import assert from "node:assert/strict";
import type { Review } from "../../cli/review/review.js";
import { reviewAsMarkdown } from "../../cli/review/render.js";
import { largeReview } from "../support/large-review.js";
import { asMarkdown, review as reviewed, same } from "./reviews.js";

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
    review = await reviewed(...largeReview());
    markdown = asMarkdown(review);
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

  for (const limit of [4_000, 10_000, 65_000])
    it(`keeps within ${limit} bytes, and leaves out the least important changes, each of them whole`, () => {
      const text = reviewAsMarkdown(review, same, { limit, whole: "https://ci.example/run/1" });
      assert.ok(Buffer.byteLength(text) <= limit, `${Buffer.byteLength(text)} bytes`);
      assert.match(text, /cancels each of 20 domains/);
      assert.match(text, /^Digest: `v1\.x`$/m);
      const isShort = limit < Buffer.byteLength(markdown);
      assert.equal(/This review is shortened: \d+ of its entries[^]*<https:\/\/ci\.example\/run\/1>/.test(text), isShort);
      assert.equal(text.match(/<details/g)?.length, text.match(/<\/details>/g)?.length);
      const rows = (of: string) => of.split("\n").filter((line) => line.startsWith("| "));
      assert.deepEqual(
        rows(text).filter((row) => !rows(markdown).includes(row)),
        [],
      );
    });
});
