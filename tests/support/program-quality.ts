import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ESLint } from "eslint";
import prettier from "prettier";
import tseslint from "typescript-eslint";

/** The strictest options of a project that Pulumi compiles. */
const strictest = {
  strict: true,
  target: "es2022",
  module: "commonjs",
  moduleResolution: "node",
  types: ["node"],
  noEmit: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  noImplicitOverride: true,
  noUncheckedSideEffectImports: true,
  isolatedModules: true,
  skipLibCheck: true,
};

/** Asserts that Prettier with its defaults would change none of these files. */
export async function assertFormatted(folder: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const text = await readFile(join(folder, file), "utf8");
    assert.equal(await prettier.format(text, { filepath: file }), text, file);
  }
}

/** Asserts that a program with `index.ts` compiles under the strictest options, and that the strictest rules find nothing in it. */
export async function assertStrict(folder: string): Promise<void> {
  const options = join(folder, "strictest.json");
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".ts"));
  await writeFile(options, JSON.stringify({ compilerOptions: strictest, include: files }));
  await promisify(execFile)(process.execPath, [require.resolve("typescript/bin/tsc"), "-p", options]);
  const eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: [
      ...tseslint.configs.strictTypeChecked,
      ...tseslint.configs.stylisticTypeChecked,
      { languageOptions: { parserOptions: { project: options } } },
    ] as ESLint.Options["overrideConfig"],
  });
  const results = await eslint.lintFiles(files);
  assert.equal(results.length, files.length);
  assert.deepEqual(
    results.flatMap(({ filePath, messages }) => messages.map(({ ruleId, message }) => `${filePath}: ${ruleId}: ${message}`)),
    [],
  );
}
