import { spelledOut } from "../../../sdk/redaction/text.js";
import { isObject } from "../../shared/values.js";

/** Source text that stands for a value: a reference, or a call. */
export class Expression {
  constructor(readonly code: string) {}
}

/** Columns of a line, as formatters count them by default. */
const width = 80;

/** Nothing in a text from the provider can hide code, or reorder it on the screen. */
function quoted(text: string): string {
  const escaped = spelledOut(JSON.stringify(text));
  const [double, single] = ['"', "'"].map((quote) => text.split(quote).length - 1) as [number, number];
  if (double <= single) return escaped;
  return `'${escaped.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A literal `__proto__` would set the prototype. */
const keyOf = (name: string): string =>
  name === "__proto__"
    ? `["${name}"]`
    : /^[$_\p{L}\p{Nl}][$_\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*$/u.test(name)
      ? name
      : quoted(name);

/** Members without a value are left out, as they are in JSON. */
const membersOf = (value: object): [string, unknown][] =>
  (Object.entries(value) as [string, unknown][]).filter(([, member]) => member !== undefined);

/**
 * A value as source text, formatted as Prettier does with its defaults. Objects of plain members stay on one line if they fit.
 * @param indent of the line on which it begins
 * @param used columns of that line before and after the value
 */
export function codeOf(value: unknown, indent: number, used: number): string {
  if (value instanceof Expression) return value.code;
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return listCode(value, indent, used);
  if (isObject(value)) return objectCode(value, indent, used);
  return JSON.stringify(value);
}

const isNested = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !(value instanceof Expression) && Object.keys(value).length > 0;

function objectCode(value: object, indent: number, used: number): string {
  const members = membersOf(value);
  if (members.length === 0) return "{}";
  if (!members.some(([, member]) => isNested(member))) {
    const line = `{ ${members.map(([name, member]) => memberCode(name, member, 0)).join(", ")} }`;
    if (used + line.length <= width) return line;
  }
  return expandedObject(value, indent);
}

function expandedObject(value: object, indent: number): string {
  const inner = indent + 2;
  const lines = membersOf(value).map(([name, member]) => `${" ".repeat(inner)}${memberCode(name, member, inner)},\n`);
  return `{\n${lines.join("")}${" ".repeat(indent)}}`;
}

function memberCode(name: string, value: unknown, indent: number): string {
  const key = keyOf(name);
  if (value instanceof Expression && value.code === key) return key;
  const code = codeOf(value, indent, indent + key.length + 3);
  const isLong = indent > 0 && !code.includes("\n") && indent + key.length + code.length + 3 > width;
  if (!isLong) return `${key}: ${code}`;
  const space = " ".repeat(indent + 2);
  const [, call, argument] = (value instanceof Expression && /^([\w.]+)\((.+)\)$/.exec(code)) || [];
  if (call !== undefined) return `${key}: ${call}(\n${space}${argument},\n${" ".repeat(indent)})`;
  // A text or a reference that does not fit moves to the next line, unless that would gain nothing.
  return key.length > 4 ? `${key}:\n${space}${code}` : `${key}: ${code}`;
}

function listCode(list: readonly unknown[], indent: number, used: number): string {
  const objects = list.filter((element) => isObject(element) && membersOf(element).length > 1);
  const line = `[${list.map((element) => codeOf(element, 0, 0)).join(", ")}]`;
  if (!(list.length > 1 && objects.length === list.length) && !line.includes("\n") && used + line.length <= width) return line;
  const inner = indent + 2;
  const space = " ".repeat(inner);
  const lines =
    list.length > 1 && list.every((element) => typeof element === "number")
      ? filled(list.map(String), inner)
      : list.map((element) => codeOf(element, inner, inner + 1));
  return `[\n${lines.map((each) => `${space}${each},\n`).join("")}${" ".repeat(indent)}]`;
}

/** Numbers, as many on a line as fit, with a comma after each. */
function filled(numbers: readonly string[], indent: number): string[] {
  const lines: string[] = [];
  for (const [index, number] of numbers.entries()) {
    const line = `${lines.at(-1) ?? ""}, ${number}`;
    if (index > 0 && indent + line.length + 1 <= width) lines[lines.length - 1] = line;
    else lines.push(number);
  }
  return lines;
}

export interface Declaration {
  /** Name of the constant for the resource, if another one refers to it. */
  readonly variable: string | undefined;
  readonly className: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

export function declarationCode({ variable, className, name, args, options }: Declaration): string {
  const start = `${variable === undefined ? "" : `const ${variable} = `}new hosting.${className}(`;
  const hugged = `${start}${quoted(name)}, `;
  const isEmpty = membersOf(args).length === 0;
  if (options === undefined && hugged.length + (isEmpty ? 4 : 1) <= width)
    return `${hugged}${isEmpty ? "{}" : expandedObject(args, 0)});`;
  const parts = [name, args, ...(options === undefined ? [] : [options])];
  const lines = parts.map((part) => (part === args && !isEmpty ? expandedObject(args, 2) : codeOf(part, 2, 3)));
  return `${start}\n${lines.map((line) => `  ${line},\n`).join("")});`;
}

/** `gardenOfSommer` of `garden-of-sommer.de`; not unique. */
export function variableFor(text: string): string {
  const [first = "", ...others] = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .split(/[^a-z0-9]+/i)
    .filter(Boolean);
  const name =
    first.charAt(0).toLowerCase() + first.slice(1) + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[a-z]/i.test(name) ? name : `_${name}`;
}

/** Code without texts and comments, so that no word in them counts as a name. */
const bare = (code: string): string =>
  code.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/.*|\/\*[^]*?\*\//g, (found) => (/^["']/.test(found) ? '""' : ""));

export const uses = (code: string, name: string): boolean => new RegExp(`(?<![.\\w$])${name}(?![\\w$]|\\s*:)`).test(bare(code));

/** Whether code declares a resource as an import writes it. */
export function declaresResource(code: string, className: string, name: string): boolean {
  const start = `new hosting.${className}(`;
  const rest = codeOf(name, 0, 0);
  return [`${start}${rest},`, `${start}\n  ${rest},`].some((each) => code.includes(each));
}

/** Words that cannot name a constant, and names that the files use. */
const reserved = new Set(
  (
    "await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements " +
    "import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var " +
    "void while with yield arguments eval undefined NaN Infinity hosting pulumi config customerNumber textOf readFileSync"
  ).split(" "),
);

/** Names that are taken one after the other, each once. */
export class Variables {
  readonly #taken: Set<string>;

  /** @param taken those that stand for something already */
  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...reserved, ...taken]);
  }

  reserve(text: string): string {
    const wanted = variableFor(text);
    let name = wanted;
    for (let count = 2; this.#taken.has(name); count++) name = `${wanted}${count}`;
    this.#taken.add(name);
    return name;
  }
}
