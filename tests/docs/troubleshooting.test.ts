import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, userPages } from "../support/markdown.js";

/** Strings of the sources, joined where a line break splits them. */
const sources = ["provider", "sdk"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)))
  .filter((name) => name.endsWith(".ts") && !name.includes(".generated."))
  .map((name) =>
    readFileSync(join(root, name), "utf8")
      .replace(/["`]\s*\+\s*["`]/g, "")
      .replaceAll("\\`", "`"),
  );

/** The messages in the first column of the table below a heading. */
function messagesBelow(heading: string): string[] {
  const { text } = userPages().find(({ path }) => path === "docs/troubleshooting.md")!;
  const [section = ""] = text.slice(text.indexOf(`\n## ${heading}\n`) + 1).split(/\n## /);
  return Array.from(section.matchAll(/^\| `([^`]*)`/gm), ([, message]) => message!);
}

/** The fixed parts of a message that no source has. */
const missing = (message: string): string[] =>
  message
    .split("…")
    .map((part) => part.trim())
    .filter((part) => part.length > 3 && !sources.some((source) => source.includes(part)));

describe("docs/troubleshooting.md", () => {
  it("names messages as the sources have them", () => {
    const messages = messagesBelow("Messages of this package");
    assert.ok(messages.length > 10);
    for (const message of messages) assert.deepEqual(missing(message), [], message);
  });

  it("would show a message that no source has", () => {
    assert.deepEqual(missing("already exists (…), so a second one was created"), ["), so a second one was created"]);
  });
});
