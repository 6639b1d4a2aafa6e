import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** @typedef {import("esbuild").BuildOptions} BuildOptions */

/**
 * A file that holds many modules: the source that it begins with, and its path below dist/.
 *
 * @typedef {{ entry: string, path: string, optionsOf(root: string): Promise<BuildOptions> | BuildOptions }} Bundle
 */

/** @type {readonly Bundle[]} */
export const bundles = [
  { entry: "sdk/index.ts", path: "sdk/bundled.mjs", optionsOf: sdkOptions },
  { entry: "provider/dynamic.ts", path: "provider/bundled.js", optionsOf: providerOptions },
];

/**
 * @param {string} root
 * @param {Bundle} bundle
 */
export async function writeBundle(root, { path, optionsOf }) {
  // Imported late, because the setup of a clean clone installs the bundler first.
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    outfile: join("dist", path),
    bundle: true,
    platform: "node",
    target: "node20.18",
    logLevel: "error",
    ...(await optionsOf(root)),
  });
}

/**
 * How a bundle of either format loads a module of Node: a `require` that remains from CommonJS fails in an ES module, and
 * `import.meta` is empty in CommonJS.
 */
const requireBuiltin = `const require = (name) => {
  const found = process.getBuiltinModule(name);
  if (found === undefined) throw new Error(\`This version of Node has no module \${name}.\`);
  return found;
};`;

/**
 * The SDK as one ES module for bundlers, including undici: that is CommonJS, and loads modules of Node in a way that does not work
 * in an ES module.
 *
 * @param {string} root
 * @returns {Promise<BuildOptions>}
 */
async function sdkOptions(root) {
  const licence = await readFile(join(root, "node_modules", "undici", "LICENSE"), "utf8");
  return {
    entryPoints: ["sdk/index.ts"],
    format: "esm",
    external: ["zod"],
    minifyWhitespace: true,
    banner: { js: `/*! Holds undici:\n${licence.trim()}\n*/\n${requireBuiltin}` },
  };
}

/**
 * What Pulumi's provider process loads, as one file: to find and open some 170 files takes a third of the time that this package needs
 * until its first answer. It is made of the compiled files, so each module keeps its own scope and names, and what is required on
 * first use runs on first use. Not minified, so that a stack trace leads to a line that can be read, below the name of its module.
 *
 * @returns {BuildOptions}
 */
function providerOptions() {
  return { entryPoints: ["dist/provider/dynamic.js"], format: "cjs", packages: "external" };
}
