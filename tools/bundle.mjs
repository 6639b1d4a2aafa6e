import { readFile } from "node:fs/promises";
import { join } from "node:path";

export const entryOfSdk = "sdk/index.ts";

/** The path of the file for bundlers, below dist/. */
export const bundledSdk = "sdk/bundled.mjs";

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
 * Writes the SDK as one ES module for bundlers, including undici: that is CommonJS, and loads modules of Node in a
 * way that does not work in an ES module.
 *
 * @param {string} root
 */
export async function bundleSdk(root) {
  // Imported late, because the setup of a clean clone installs the bundler first.
  const { build } = await import("esbuild");
  const licence = await readFile(join(root, "node_modules", "undici", "LICENSE"), "utf8");
  await build({
    absWorkingDir: root,
    entryPoints: [entryOfSdk],
    outfile: join("dist", bundledSdk),
    bundle: true,
    platform: "node",
    target: "node20.18",
    format: "esm",
    external: ["zod"],
    minifyWhitespace: true,
    banner: { js: `/*! Holds undici:\n${licence.trim()}\n*/\n${requireBuiltin}` },
    logLevel: "error",
  });
}
