import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { temporaryFolder } from "../support/folder.js";
import { root, userPages } from "../support/markdown.js";

interface Block {
  readonly language: string;
  readonly code: string;
  /** Its output according to the page. */
  readonly output: string | undefined;
  readonly line: number;
}

function blocksOf(page: string): Block[] {
  const found = Array.from(page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm), ({ 1: language, 2: code, index }) => ({
    language: language!,
    code: code!,
    line: page.slice(0, index).split("\n").length,
  }));
  return found.flatMap((block, index) => {
    const next = found[index + 1];
    return block.language === "text" ? [] : [{ ...block, output: next?.language === "text" ? next.code : undefined }];
  });
}

const compiled = (code: string): string =>
  ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  }).outputText;

/** Pages on which each program works alone and prints what the page says; a command applies to the program above it. */
for (const { path, text } of userPages().filter(({ path }) => ["docs/how-to/client.md", "docs/how-to/sandbox.md"].includes(path)))
  describe(path, function () {
    this.timeout(120_000);
    const folder = temporaryFolder();
    let sandbox: Sandbox;

    before(() => symlink(join(root, "node_modules"), join(folder.path, "node_modules"), "dir"));
    beforeEach(async () => {
      sandbox = await startSandbox();
    });
    afterEach(() => sandbox.close());

    const run = async (command: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> =>
      promisify(execFile)(command, args, {
        cwd: folder.path,
        env: {
          PATH: process.env["PATH"],
          HOSTING_BASE_URL: sandbox.url,
          HOSTING_USERNAME: "reseller",
          HOSTING_PASSWORD: "sandbox-password",
        },
      });

    for (const { language, code, output, line } of blocksOf(text))
      it(`line ${line}: ${language}`, async () => {
        if (language === "sh") return void (await run("sh", "-ec", code));
        assert.equal(language, "ts");
        await writeFile(join(folder.path, "program.ts"), code);
        await writeFile(join(folder.path, "program.mjs"), compiled(code));
        const { stdout, stderr } = await run(process.execPath, "program.mjs");
        assert.equal(stderr, "");
        assert.equal(stdout, output);
      });
  });
