import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import ts from "typescript";
import { root } from "../../tools/generate/files.js";
import { temporaryFolder } from "../support/folder.js";
import { pack, succeed } from "./packed.js";
import { templateOptions, typedProgram } from "./programs.js";

const load = () => import("../../tools/process.mjs");
const compilers = {
  oldest: require.resolve("typescript/package.json"),
  newest: require.resolve("typescript-newest/package.json"),
} as const;

type Compiler = keyof typeof compilers;
type Options = Readonly<Record<string, unknown>>;

interface Setting {
  readonly name: string;
  readonly options: Options;
  /** The compilers that know all of the options. Default: both. */
  readonly by?: readonly Compiler[];
}

const typed = { target: "es2022", types: ["node"] };
const both: readonly Compiler[] = ["oldest", "newest"];
const old: readonly Compiler[] = ["oldest"];

/** How programs are compiled, without what the newest compiler has removed. */
const settings: readonly Setting[] = [
  { name: "the template of the Pulumi CLI", options: templateOptions, by: old },
  {
    name: "the template of the Pulumi CLI without its module resolution",
    options: { ...templateOptions, moduleResolution: undefined },
  },
  {
    name: "CommonJS that is not strict, resolved as the compiler chooses",
    options: { ...typed, module: "commonjs", strict: false },
  },
  { name: "node16", options: { ...typed, module: "node16", strict: true, exactOptionalPropertyTypes: true } },
  {
    name: "nodenext with everything strict",
    options: {
      ...typed,
      module: "nodenext",
      strict: true,
      esModuleInterop: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noPropertyAccessFromIndexSignature: true,
      isolatedModules: true,
    },
  },
  { name: "a bundler", options: { ...typed, target: "es2020", module: "esnext", moduleResolution: "bundler", strict: true } },
];

/** A compiler's errors about the package or the program. Errors in other packages do not count. */
const ownFindings = (output: string): string[] =>
  output
    .split(/\r?\n(?! )/)
    .filter(
      (line) => /error TS\d+/.test(line) && (!/^[^(]*node_modules\//.test(line) || line.includes("node_modules/pulumi-hosting/")),
    );

describe("the package in a program", function () {
  this.timeout(10 * 60_000);
  const folder = temporaryFolder();
  let project = "";

  before(async () => {
    project = join(folder.path, "project");
    const modules = join(project, "node_modules");
    await mkdir(join(modules, "@types"), { recursive: true });
    const { tarball } = await pack(folder.path);
    await mkdir(join(modules, "pulumi-hosting"));
    await succeed("tar", ["-xzf", tarball, "-C", join(modules, "pulumi-hosting"), "--strip-components=1"], project);
    for (const name of ["@pulumi", "@types/node", "undici", "undici-types"])
      await symlink(join(root, "node_modules", name), join(modules, name), "dir");
    await writeFile(join(project, "program.ts"), typedProgram);
  });

  /** Compiles the program, and checks all libraries. */
  async function compile(compiler: Compiler, options: Options): Promise<string[]> {
    const compilerOptions = { ...options, noEmit: true, pretty: false, skipLibCheck: false };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
    const { run } = await load();
    const tsc = join(dirname(compilers[compiler]), "bin", "tsc");
    const { output } = await run(process.execPath, [tsc, "-p", "."], { cwd: project, timeout: 5 * 60_000 });
    return ownFindings(output);
  }

  for (const { name, options, by = both } of settings)
    for (const compiler of by)
      it(`compiles with ${name}, by the ${compiler} compiler`, async () => {
        assert.deepEqual(await compile(compiler, options), []);
      });
});

describe("the public declarations declare the same types as the code", function () {
  this.timeout(5 * 60_000);

  const names = ["provider", "sdk", "sandbox"] as const;

  /** The types of an entry that have no parameters, by name. */
  const typesOf = (name: (typeof names)[number]): string[] => {
    const file = ts.createSourceFile(
      "",
      readFileSync(join(root, `${name}/index.generated.d.ts`), "utf8"),
      ts.ScriptTarget.ES2022,
    );
    return file.statements.flatMap((each) =>
      (ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each) || ts.isClassDeclaration(each)) &&
      each.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true &&
      each.typeParameters === undefined
        ? [each.name!.text]
        : [],
    );
  };

  /** Schemas are declared by their input and output, so these are equal in one direction only. */
  const narrower = ["Operation", "Operations", "Secrets", "Client"];

  const probe = (name: (typeof names)[number]): string =>
    [
      `import type * as code from "./dist/${name}/index.js";`,
      `import type * as declared from "./${name}/index.generated.js";`,
      "type Fits<A, B> = [A] extends [B] ? true : false;",
      "type Check<T extends true> = T;",
      ...typesOf(name).flatMap((each) => [
        `export type Forth${each} = Check<Fits<code.${each}, declared.${each}>>;`,
        ...(narrower.includes(each) ? [] : [`export type Back${each} = Check<Fits<declared.${each}, code.${each}>>;`]),
      ]),
      // A resource class has what every Pulumi class has, although its own type does not say so.
      "type Used<T> = T extends abstract new (...args: infer A) => infer I ? readonly [A, I] : T;",
      // It takes areas of the table, which are equal in one direction only.
      'type Values<M> = { readonly [N in Exclude<keyof M, "createClientOf">]: Used<M[N]> };',
      "declare const values: Values<typeof code>;",
      "export const all: Values<typeof declared> = values;",
      ...(name === "sdk"
        ? [
            "type Area = Exclude<keyof code.Operations, never>;",
            "type Calls<C, A extends Area> = A extends keyof C ? { readonly [V in keyof C[A]]: C[A][V] } : never;",
            "export type BackCalls = Check<{ [A in Area]: Fits<Calls<declared.Client, A>, Calls<code.Client, A>> }[Area]>;",
            "type Inputs<O> = { [A in keyof O]: { [V in keyof O[A]]: O[A][V] extends declared.Operation ? declared.InputOf<O[A][V]> : never } };",
            "type CodeInputs<O> = { [A in keyof O]: { [V in keyof O[A]]: O[A][V] extends code.Operation ? code.InputOf<O[A][V]> : never } };",
            "export type ForthInputs = Check<Fits<CodeInputs<code.Operations>, Inputs<declared.Operations>>>;",
            "export type BackInputs = Check<Fits<Inputs<declared.Operations>, CodeInputs<code.Operations>>>;",
          ]
        : []),
    ].join("\n");

  for (const name of names)
    it(`of ${name}`, () => {
      const path = join(root, `.probe-${name}.ts`);
      const options: ts.CompilerOptions = {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: true,
        noEmit: true,
        types: ["node"],
      };
      const host = ts.createCompilerHost(options);
      const { getSourceFile, fileExists } = host;
      host.fileExists = (file) => file === path || fileExists.call(host, file);
      host.getSourceFile = (file, version, ...rest) => {
        if (file === path) return ts.createSourceFile(file, probe(name), version);
        const source = getSourceFile.call(host, file, version, ...rest);
        // A class with private members equals no other class.
        return source === undefined || file.includes("/node_modules/") || !source.text.includes("#private;")
          ? source
          : ts.createSourceFile(file, source.text.replaceAll("#private;", ""), version);
      };
      const program = ts.createProgram([path], options, host);
      const found = program
        .getSemanticDiagnostics(program.getSourceFile(path))
        .map(
          ({ messageText, file, start = 0 }) =>
            `${file?.text.slice(start - 60, start + 60) ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
        );
      assert.deepEqual(found, []);
    });
});
