import { readFile, writeFile } from "node:fs/promises";
import { createRequire, isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** @typedef {(entry: string, outfile: string) => Promise<unknown>} Bundle Writes an ES module for Node, minified. */

/** @typedef {(options: object) => Promise<{ write(options: object): Promise<unknown> }>} Rollup */

/** @typedef {(options: object, done: (error: Error | null, stats?: { hasErrors(): boolean, toString(): string }) => void) => void} Webpack */

/**
 * The bundlers, without options that a program would not need for Node.
 *
 * @param {string} tools the folder in which they are installed
 * @returns {Promise<Readonly<Record<string, Bundle>>>}
 */
export async function loadBundlers(tools) {
  const { resolve } = createRequire(join(tools, "package.json"));
  const load = (/** @type {string} */ name) => /** @type {Promise<unknown>} */ (import(pathToFileURL(resolve(name)).href));
  const esbuild = /** @type {typeof import("esbuild")} */ (await load("esbuild"));
  const { rollup } = /** @type {{ rollup: Rollup }} */ (await load("rollup"));
  const { nodeResolve } = /** @type {{ nodeResolve(): object }} */ (await load("@rollup/plugin-node-resolve"));
  const { default: webpack } = /** @type {{ default: Webpack }} */ (await load("webpack"));
  const vite = /** @type {{ build(options: object): Promise<unknown> }} */ (
    await load(join(tools, "node_modules", "vite", "dist", "node", "index.js"))
  );
  return {
    esbuild: (entry, outfile) =>
      esbuild.build({ entryPoints: [entry], outfile, bundle: true, minify: true, platform: "node", format: "esm" }),
    rollup: async (entry, file) => {
      const bundle = await rollup({ input: entry, plugins: [nodeResolve()], external: isBuiltin, logLevel: "silent" });
      await bundle.write({ file });
      // It has no minifier of its own.
      await writeFile(file, (await esbuild.transform(await readFile(file, "utf8"), { minify: true, format: "esm" })).code);
    },
    webpack: (entry, outfile) =>
      new Promise((done, fail) => {
        const output = { path: dirname(outfile), filename: entry.slice(dirname(entry).length + 1), module: true };
        const options = { mode: "production", target: "node20", entry, output, experiments: { outputModule: true } };
        webpack(options, (error, stats) => {
          if (error !== null) fail(error);
          else if (stats?.hasErrors() === true) fail(new Error(stats.toString()));
          else done(undefined);
        });
      }),
    vite: (entry, outfile) =>
      vite.build({
        configFile: false,
        logLevel: "warn",
        root: dirname(entry),
        ssr: { noExternal: true },
        build: {
          ssr: entry,
          outDir: dirname(outfile),
          emptyOutDir: false,
          minify: true,
          rollupOptions: { output: { entryFileNames: "[name].mjs" } },
        },
      }),
  };
}
