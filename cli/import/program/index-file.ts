import { codeOf } from "./code.js";

/** The file that begins a new program. */
export const indexFile = "index.ts";

/** The file that a program of its own has to import. */
export const partFile = "imported.ts";

export const importLine = (file: string, isModule: boolean): string =>
  `import ${codeOf(`./${file.replace(/\.ts$/, isModule ? ".js" : "")}`, 0, 0)};`;

/** @param isModule whether the project has ECMAScript modules, which are imported with their extension */
export const indexCode = (files: Iterable<string>, isModule: boolean): string =>
  [...files]
    .sort()
    .map((file) => `${importLine(file, isModule)}\n`)
    .join("");
