import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { faultSchema } from "../../sandbox/index.js";
import { sandboxOptionNames } from "../../sandbox/options.js";
import { controlPage } from "../../tools/generate/page-parts.js";
import { root } from "../../tools/generate/files.js";
import { temporaryFolder } from "../support/folder.js";
import { useSandbox } from "../support/sandbox.js";

const page = readFileSync(join(root, "docs/how-to/sandbox.md"), "utf8");

/** Names in code at the beginning of the rows of the table below a heading. */
const rowsBelow = (heading: string): string[] => {
  const [section = ""] = page.slice(page.indexOf(`\n## ${heading}\n`) + 1).split(/\n## /);
  return Array.from(section.matchAll(/^\| `([^|]*)` +\|/gm), ([, names]) => names!.split("`, `")).flat();
};

describe("docs/how-to/sandbox.md", () => {
  it("describes every option of startSandbox", () => {
    assert.deepEqual(rowsBelow("Options").sort(), [...sandboxOptionNames].sort());
  });

  it("describes every kind of fault", () => {
    const kinds = faultSchema.shape.effect.options.map(({ shape }) => shape.kind.value);
    assert.deepEqual(rowsBelow("Faults").sort(), kinds.sort());
  });
});

/** Lines that run as they are, apart from the address. */
const linesIn = (text: string): string[] => Array.from(text.matchAll(/^curl .*$/gm), ([line]) => line);

describe(controlPage, function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  const sandbox = useSandbox();
  const text = readFileSync(join(root, controlPage), "utf8");
  const sections = text.split(/^(?=## )/m).filter((section) => linesIn(section).length > 0);

  /** Statuses of the answers; a refusal counts as what it is, and other failures fail the test. */
  async function statusesOf(lines: readonly string[]): Promise<string[]> {
    await writeFile(join(folder.path, ".curlrc"), 'silent\nshow-error\nwrite-out = "\\n%{http_code}\\n"\n');
    const statuses: string[] = [];
    for (const line of lines) {
      const command = line.replaceAll("http://127.0.0.1:4010", sandbox().url);
      const { stdout } = await promisify(execFile)("sh", ["-c", command], {
        cwd: folder.path,
        env: { PATH: process.env["PATH"], CURL_HOME: folder.path },
      });
      statuses.push(stdout.trimEnd().split("\n").at(-1)!);
    }
    return statuses;
  }

  for (const section of sections)
    it(`has lines that work: ${section.split("\n")[0]}`, async () => {
      const lines = linesIn(section);
      const failed = (await statusesOf(lines)).flatMap((status, index) =>
        /^20/.test(status) ? [] : [`${status} ${lines[index]}`],
      );
      // The request without a login that is verified.
      assert.deepEqual(
        failed.filter((each) => !each.endsWith("4010/v1/webhooks")),
        [],
      );
    });
});
