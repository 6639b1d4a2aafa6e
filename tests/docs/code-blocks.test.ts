import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { type Page, type Program, programsIn, root, userPages } from "../support/markdown.js";

const fenced = (code: string) => `\`\`\`ts\n${code}\n\`\`\``;

/** A page whose programs are wrong in lines 9 and 16. */
const probe: Page = {
  path: "docs/probe.md",
  text: [
    "# Probe",
    "",
    fenced('import * as hosting from "pulumi-hosting";\nconst args: hosting.SubdomainArgs[] = [];'),
    "",
    fenced("args.push(1);"),
    "",
    fenced('import { createClient } from "pulumi-hosting/sdk";\nawait createClient;\nconst args: string = 1;'),
  ].join("\n"),
};

/** Entry points of the package, as programs import them, by their declarations. */
function entryPoints(): Record<string, string[]> {
  const { name, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    name: string;
    exports: Record<string, { types?: string } | string>;
  };
  return Object.fromEntries(
    Object.entries(exports).flatMap(([path, target]) =>
      typeof target === "object" && target.types !== undefined ? [[`${name}${path.slice(1)}`, [target.types]]] : [],
    ),
  );
}

/** The compiler's errors in programs, each as `README.md:12: …`. */
function findings(programs: readonly Program[]): string[] {
  const fileOf = new Map(programs.map((program, index) => [join(root, "docs", `.block-${index}.mts`), program]));
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
    baseUrl: root,
    paths: entryPoints(),
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (file) => fileOf.has(file) || fileExists.call(host, file);
  host.readFile = (file) => fileOf.get(file)?.text ?? readFile.call(host, file);
  host.getSourceFile = (file, ...rest) => {
    const program = fileOf.get(file);
    return program === undefined
      ? getSourceFile.call(host, file, ...rest)
      : ts.createSourceFile(file, program.text, ...(rest.slice(0, 1) as [ts.ScriptTarget]));
  };
  const program = ts.createProgram([...fileOf.keys()], options, host);
  return Array.from(fileOf, ([file, { path }]) => {
    const source = program.getSourceFile(file)!;
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map((diagnostic) => {
      const line = source.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line + 1;
      return `${path}:${line}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n")}`;
    });
  }).flat();
}

/** Pages whose programs are several files, which the tests of the package install, compile and run. */
const installed = ["docs/how-to/projects.md", "docs/how-to/testing.md"];

describe("the programs of the documentation", function () {
  this.timeout(180_000);

  it("compile against the package", () => {
    const all = findings([...userPages().filter(({ path }) => !installed.includes(path)), probe].flatMap(programsIn));
    const isProbed = (finding: string) => finding.startsWith(`${probe.path}:`);
    assert.deepEqual(
      all.filter((finding) => !isProbed(finding)),
      [],
    );
    assert.deepEqual(
      all.filter(isProbed).map((finding) => finding.replace(/^([^:]*:\d+).*$/s, "$1")),
      [`${probe.path}:9`, `${probe.path}:15`],
      "what is wrong is found, where it is",
    );
  });
});
