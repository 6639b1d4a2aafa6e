/**
 * @typedef {object} Project A Pulumi project below the folder in which the packages are installed.
 * @property {string} name
 * @property {boolean} typed
 * @property {Readonly<Record<string, string>>} files
 */

const program = `const webhook = new hosting.Webhook("registrations", {
  eventType: "DOMAIN_REGISTRATION_STATUS",
  method: "POST",
  url: "https://agency.example/registrations",
});
`;

const compilerOptions = { target: "es2022", strict: true, types: ["node"] };

/** For TypeScript that Pulumi compiles itself. */
export const uncompiled = { module: "nodenext", moduleResolution: "nodenext", noEmit: true };

/**
 * @param {object} options of the compiler
 * @returns {string} the text of a `tsconfig.json`
 */
export const tsconfig = (options) => JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, files: ["index.ts"] });

/** @param {object} options */
const typescript = (options) => ({
  "tsconfig.json": tsconfig(options),
  "index.ts": `import * as hosting from "pulumi-hosting";
import type * as pulumi from "@pulumi/pulumi";

${program}
export const uid: pulumi.Output<string> = webhook.uid;
`,
});

/** @type {readonly Project[]} */
export const projects = [
  {
    name: "TypeScript, CommonJS",
    typed: true,
    files: {
      "Pulumi.yaml": "name: commonjs\nruntime: nodejs\n",
      "package.json": JSON.stringify({ name: "commonjs", private: true, main: "index.ts" }),
      ...typescript(uncompiled),
    },
  },
  {
    name: "TypeScript, ESM, compiled",
    typed: true,
    files: {
      "Pulumi.yaml": "name: esm\nmain: bin/index.js\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
      "package.json": JSON.stringify({ name: "esm", private: true, type: "module" }),
      ...typescript({ module: "nodenext", outDir: "bin" }),
    },
  },
  {
    name: "JavaScript",
    typed: false,
    files: {
      "Pulumi.yaml": "name: javascript\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
      "package.json": JSON.stringify({ name: "javascript", private: true, main: "index.js" }),
      "index.js": `const hosting = require("pulumi-hosting");\n\n${program}\nexports.uid = webhook.uid;\n`,
    },
  },
];
