import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join, posix, resolve } from "node:path";
import { temporaryFolder } from "../support/folder.js";
import { linksOf } from "../support/markdown.js";
import { pack } from "./packed.js";

const root = resolve(".");

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
}

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, "utf8")) as T;
const readManifest = () => readJson<Manifest>(join(root, "package.json"));

describe("the package", function () {
  this.timeout(10 * 60_000);
  const folder = temporaryFolder();
  let files: readonly string[] = [];
  let tarball = "";

  before(async () => {
    ({ files, tarball } = await pack(folder.path));
  });

  it("holds the compiled code and what a reader needs, nothing else", () => {
    const documents = ["CHANGELOG.md", "LICENSE", "README.md", "SECURITY.md", "package.json"];
    const pages =
      /^docs\/.*\.(md|svg|png|json)$|^examples\/\w+\/([\w-]+\.(ts|json|md|sh)|Pulumi(Policy)?\.yaml)$|^examples\/(ci|fleet)\/\w+\/[\w.-]+\.(yml|mjs)$/;
    const code =
      /^dist\/((sdk|provider|sandbox|cli)\/.*\.js|sdk\/esm\/[\w/.-]+\.mjs|provider\/(dynamic|policy|testing)\.d\.ts)$|^((provider|sandbox|sdk)\/index|sdk\/areas)\.generated\.d\.ts$/;
    assert.deepEqual(
      files.filter((path) => !code.test(path) && !pages.test(path) && !documents.includes(path)),
      [],
    );
    assert.deepEqual(
      documents.filter((path) => !files.includes(path)),
      [],
    );
  });

  it("holds every file that its pages link to", async () => {
    const broken = [];
    for (const path of files.filter((each) => each.endsWith(".md")))
      for (const link of linksOf({ path, text: await readFile(join(root, path), "utf8") })) {
        const file = posix.join(posix.dirname(path), decodeURIComponent(link.split("#")[0]!));
        const isExternal = /^([a-z][a-z0-9+.-]*:|#)/i.test(link);
        if (!isExternal && !files.some((each) => each === file || each.startsWith(`${file}/`))) broken.push(`${path}: ${link}`);
      }
    assert.deepEqual(broken, []);
  });

  it("holds every file that its manifest names", async () => {
    const { exports, bin } = await readManifest();
    const named = Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [entry] : Object.values(entry)));
    for (const path of [...named, ...Object.values(bin)]) assert.ok(files.includes(path.replace(/^\.\//, "")), path);
  });

  it("is published as publint advises", async () => {
    const { publint } = await import("publint");
    const { buffer, byteOffset, byteLength } = await readFile(tarball);
    const { messages } = await publint({
      pack: { tarball: buffer.slice(byteOffset, byteOffset + byteLength) },
      level: "warning",
      strict: true,
    });
    // Two formats would need two files. Both entries are CommonJS, as the types say.
    const mistaken = { code: "EXPORTS_TYPES_INVALID_FORMAT", place: "exports/./types" };
    assert.deepEqual(
      messages.map(({ code, path }) => ({ code, place: path.join("/") })),
      [mistaken],
    );
  });

  it("has types that say at run time what they say to the compiler, whichever way a program finds them", async () => {
    const { checkPackage, createPackageFromTarballData } = await import("@arethetypeswrong/core");
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(tarball))));
    assert.ok(analysis.types !== false, "it has types");
    assert.deepEqual(analysis.problems, []);
  });

  it("runs no script when it is installed, nor does anything it depends on", async () => {
    const { scripts } = await readManifest();
    for (const name of ["preinstall", "install", "postinstall", "prepare"]) assert.equal(scripts[name], undefined);
    type Locked = Record<string, { dev?: boolean; peer?: boolean; hasInstallScript?: boolean }>;
    const { packages } = await readJson<{ packages: Locked }>(join(root, "package-lock.json"));
    const scripted = Object.entries(packages).filter(([, each]) => each.hasInstallScript && !each.dev && !each.peer);
    assert.deepEqual(scripted, []);
  });
});
