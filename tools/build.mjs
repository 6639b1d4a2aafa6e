import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { bundlesOf, writeBundle } from "./bundle.mjs";
import { lastLines, run } from "./process.mjs";
import { SetupError, withProgress } from "./report.mjs";

/**
 * @param {string} source such as `sdk/client.ts`
 * @returns {string[]} the compiled files; none for a declaration file
 */
export function outputsOf(source) {
  if (/\.d\.[cm]?ts$/.test(source)) return [];
  const match = /^(.*)\.([cm]?)[jt]s$/.exec(source);
  return match === null ? [] : [`${match[1]}.${match[2]}js`, `${match[1]}.d.${match[2]}ts`];
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} paths of all files below it, without node_modules; none if it does not exist
 */
async function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(
    entries
      .filter((entry) => entry.name !== "node_modules")
      .map(async (entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return filesBelow(path);
        return entry.isFile() ? [path] : [];
      }),
  );
  return nested.flat().sort();
}

/**
 * @param {string} root
 * @returns {Promise<string[]>} sources of the compilation, with slashes, relative to the checkout
 */
async function findSources(root) {
  const { include } = /** @type {{ include: string[] }} */ (JSON.parse(await readFile(join(root, "tsconfig.json"), "utf8")));
  const files = await Promise.all(include.map((folder) => filesBelow(join(root, folder))));
  return files
    .flat()
    .filter((path) => /\.[cm]?[jt]s$/.test(path))
    .map((path) => relative(root, path).split(sep).join("/"));
}

/**
 * @param {string} root
 * @param {readonly string[]} sources
 */
async function fingerprint(root, sources) {
  const hash = createHash("sha256");
  for (const path of ["package.json", "package-lock.json", "tsconfig.json", ...sources]) {
    hash.update(`${path}\0`).update(await readFile(join(root, path)));
  }
  return hash.digest("hex");
}

/**
 * Removes compiled files whose source is gone, which would otherwise still be tested and shipped.
 *
 * @param {string} dist
 * @param {ReadonlySet<string>} expected
 */
async function removeStale(dist, expected) {
  for (const path of await filesBelow(dist)) {
    const name = relative(dist, path).split(sep).join("/");
    if (/\.[cm]?[jt]s$/.test(name) && !expected.has(name)) await rm(path);
  }
}

/**
 * In a checkout, `npx hosting` runs the compiled file itself.
 *
 * @param {string} root
 */
async function makeExecutable(root) {
  const file = join(root, "dist", "cli", "main.js");
  if (existsSync(file)) await chmod(file, 0o755);
}

/**
 * Compiles the checkout into dist/, unless dist/ is up to date.
 *
 * @param {string} root
 * @param {import("./report.mjs").Log} log
 */
export async function build(root, log) {
  const dist = join(root, "dist");
  const stamp = join(root, ".cache", "build");
  const sources = await findSources(root);
  const bundled = bundlesOf(sources);
  const expected = [...sources.flatMap(outputsOf), ...bundled.flatMap(({ paths }) => paths)];
  await removeStale(dist, new Set(expected));

  const wanted = await fingerprint(root, sources);
  const complete = expected.every((path) => existsSync(join(dist, path)));
  if (complete && (await readFile(stamp, "utf8").catch(() => "")) === wanted) return;

  // The compiler remembers what it has written, and would not write a lost file again.
  if (!complete) await rm(join(dist, ".tsbuildinfo"), { force: true });
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const { status, output } = await withProgress("building (tsc)", log, () =>
    run(process.execPath, [compiler, "-p", "tsconfig.json", "--pretty", "false"], { cwd: root }),
  );
  if (status !== 0) throw new SetupError(`The sources do not compile:\n${lastLines(output, 50)}`);
  await Promise.all(bundled.map((each) => writeBundle(root, each)));
  await makeExecutable(root);
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, wanted);
}
