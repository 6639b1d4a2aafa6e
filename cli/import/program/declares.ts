import { codeOf } from "./code.js";

/** Code without texts and comments, so that no word in them counts as a name. */
const bare = (code: string): string =>
  code.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/.*|\/\*[^]*?\*\//g, (found) => (/^["']/.test(found) ? '""' : ""));

export const uses = (code: string, name: string): boolean => new RegExp(`(?<![.\\w$])${name}(?![\\w$]|\\s*:)`).test(bare(code));

/** Whether code declares a name or imports it, as far as a look at its text can tell. */
export const declares = (code: string, name: string): boolean =>
  new RegExp(`\\b(?:const|let|var|function|as|import)\\s+${name}(?![\\w$])|\\bimport\\s*\\{[^}]*\\b${name}\\b[^}]*\\}`).test(
    bare(code),
  );

/**
 * Whether code declares a resource as an import writes it.
 *
 * @param variable the constant for it, if only that counts
 */
export function declaresResource(code: string, className: string, name: string, variable?: string): boolean {
  const start = `${variable === undefined ? "" : `const ${variable} = `}new hosting.${className}(`;
  const rest = codeOf(name, 0, 0);
  return [`${start}${rest},`, `${start}\n  ${rest},`].some((each) => code.includes(each));
}
