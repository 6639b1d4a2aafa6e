import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

/** @typedef {import("esbuild").BuildOptions} BuildOptions */

/**
 * Files that the bundler writes after the compiler: the sources that they begin with, and their paths below dist/.
 *
 * @typedef {{ entries: readonly string[], paths: readonly string[], optionsOf(root: string): Promise<BuildOptions> | BuildOptions }} Bundle
 */

/**
 * @param {readonly string[]} sources of the checkout
 * @returns {Bundle[]} those whose sources exist
 */
export function bundlesOf(sources) {
  const sdk = sources.filter((path) => /^sdk\/.*(?<!\.d)\.ts$/.test(path));
  const provider = sources.filter((path) => path === "provider/dynamic.ts");
  const modules = sdk.map((path) => path.replace(/^sdk\/(.*)\.ts$/, "sdk/esm/$1.mjs"));
  return [
    { entries: provider, paths: ["provider/bundled.js"], optionsOf: providerOptions },
    { entries: sdk, paths: modules, optionsOf: () => moduleOptions(sdk) },
    { entries: sdk, paths: ["sdk/esm/undici.mjs"], optionsOf: undiciOptions },
  ].filter(({ entries }) => entries.length > 0);
}

/**
 * @param {string} root
 * @param {Bundle} bundle
 */
export async function writeBundle(root, { optionsOf }) {
  // Imported late, because the setup of a clean clone installs the bundler first.
  const { build } = await import("esbuild");
  const common = /** @type {const} */ ({ absWorkingDir: root, platform: "node", target: "node20.18", logLevel: "error" });
  await build({ ...common, ...(await optionsOf(root)) });
}

/**
 * What Pulumi's provider process loads, as one file: to find and open some 170 files takes a third of the time that this package needs
 * until its first answer. It is made of the compiled files, so each module keeps its own scope and names, and what is required on
 * first use runs on first use. Not minified, so that a stack trace leads to a line that can be read, below the name of its module.
 *
 * @returns {BuildOptions}
 */
function providerOptions() {
  return {
    entryPoints: ["dist/provider/dynamic.js"],
    outfile: "dist/provider/bundled.js",
    bundle: true,
    format: "cjs",
    packages: "external",
  };
}

/**
 * The SDK for bundlers, and for runtimes that replace undici: one ES module for each source, so that a bundle has only what its
 * program uses.
 *
 * @param {readonly string[]} sources
 * @returns {BuildOptions}
 */
function moduleOptions(sources) {
  return {
    entryPoints: [...sources],
    outdir: "dist/sdk/esm",
    outbase: "sdk",
    outExtension: { ".js": ".mjs" },
    format: "esm",
    plugins: [
      {
        name: "as ES module",
        setup({ onLoad }) {
          onLoad({ filter: /\.ts$/ }, async ({ path }) => ({ contents: asModule(await readFile(path, "utf8")), loader: "ts" }));
        },
      },
    ],
  };
}

/**
 * Imports what CommonJS requires on first use: bundlers leave out what no code refers to, but they cannot look into a `require`.
 *
 * @param {string} source
 */
function asModule(source) {
  const lazy = Array.from(source.matchAll(/require\("[^"]+"\) as typeof (\w+)/g), ([, name]) => name);
  return source
    .replaceAll(/require\("[^"]+"\) as typeof (\w+)/g, "$1")
    .replaceAll(/^import type (\* as (\w+) from)/gm, (whole, imported, name) =>
      lazy.includes(name) ? `import ${imported}` : whole,
    )
    .replaceAll(/ from "undici";$/gm, ' from "../undici.js";')
    .replaceAll(/( from "\.[^"]*\.)js";$/gm, '$1mjs";');
}

/**
 * The parts of undici that the client uses. A plain request has no use for fetch, HTTP/2 and SOCKS, and one of the two builds of
 * the parser is enough: the one without SIMD runs everywhere. Compressed, it is a third as large.
 *
 * @param {string} root
 * @returns {Promise<BuildOptions>}
 */
async function undiciOptions(root) {
  const licence = await readFile(join(root, "node_modules", "undici", "LICENSE"), "utf8");
  const parser = /** @type {Buffer} */ (createRequire(join(root, "package.json"))("undici/lib/llhttp/llhttp-wasm.js"));
  const compressed = brotliCompressSync(parser).toString("base64");
  const contents = `
    const Dispatcher = require("undici/lib/dispatcher/dispatcher.js");
    Dispatcher.prototype.request = require("undici/lib/api/api-request.js");
    Dispatcher.prototype.connect = require("undici/lib/api/api-connect.js");
    export const Pool = require("undici/lib/dispatcher/pool.js");
    export const EnvHttpProxyAgent = require("undici/lib/dispatcher/env-http-proxy-agent.js");
    export const buildConnector = require("undici/lib/core/connect.js");`;
  return {
    stdin: { contents, resolveDir: root },
    outfile: "dist/sdk/esm/undici.mjs",
    bundle: true,
    format: "esm",
    minifyWhitespace: true,
    banner: { js: `/*! Parts of undici:\n${licence.trim()}\n*/\n${requireBuiltin}` },
    plugins: [
      {
        name: "parts of undici",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /\/llhttp(_simd)?-wasm\.js$/ }, () => ({ path: "parser", namespace: "parser" }));
          onLoad({ filter: /.*/, namespace: "parser" }, () => ({
            contents: `module.exports = require("node:zlib").brotliDecompressSync(Buffer.from("${compressed}", "base64"));`,
          }));
          onResolve({ filter: /\/(web\/.*|client-h2(\.js)?|socks5-proxy-agent)$/ }, ({ path }) => ({
            path,
            namespace: "unused",
          }));
          onLoad({ filter: /.*/, namespace: "unused" }, () => ({ contents: "" }));
        },
      },
    ],
  };
}

/** How an ES module loads a module of Node for the CommonJS in it. */
const requireBuiltin = `const require = (name) => {
  const found = process.getBuiltinModule(name);
  if (found === undefined) throw new Error(\`This version of Node has no module \${name}.\`);
  return found;
};`;
