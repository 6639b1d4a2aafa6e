import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pagesOf } from "../../cli/explain/command.js";
import { explainedBy, explainedOnce, unexplained } from "../../sdk/values/explained.js";
import { root } from "../support/markdown.js";

describe("a message that quotes others", () => {
  const api = explainedBy("api-down");
  const whole = explainedBy("may be created");

  it("ends with one pointer: its own, or that of what it quotes", () => {
    for (const [message, expected] of [
      ["a failed.", "a failed."],
      [`a failed.${api}`, `a failed.${api}`],
      [`b was not created: a failed.${api} Run again.`, `b was not created: a failed. Run again.${api}`],
      [`b (a failed.${api}), c (a failed.${api}).`, `b (a failed.), c (a failed.).${api}`],
      [`b: a failed.${api} Run again.${whole}`, `b: a failed. Run again.${whole}`],
    ] as const)
      assert.equal(explainedOnce(message), expected);
  });

  it("can leave out the pointer of what it quotes", () => {
    assert.equal(unexplained(`a failed.${api}`), "a failed.");
  });

  it("names a code of several words as one", () => {
    assert.equal(whole, " See `npx hosting explain may-be-created`.");
  });
});

describe("the pointer of a message of the client or of a command", () => {
  const sources = ["sdk", "cli"].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => readFileSync(join(root, room, name), "utf8")),
  );
  const codes = sources.flatMap((source) => Array.from(source.matchAll(/explainedBy\("([^"]+)"\)/g), ([, code]) => code!));

  it("leads to a page", () => {
    const known = pagesOf(readFileSync(join(root, "docs/messages.md"), "utf8")).flatMap((page) => page.codes);
    assert.ok(codes.length > 15);
    assert.deepEqual(
      codes.filter((code) => !known.includes(code)),
      [],
    );
  });
});
