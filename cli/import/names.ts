import { z } from "zod";
import type { Definition, ObservedObject } from "../../provider/definition/definition.js";
import { shownTitle } from "../../provider/definition/object-name.js";
import { canonicalHost, canonicalId, objectKey } from "../../provider/values/ids.js";
import type { Properties } from "../../provider/values/properties.js";
import { mask } from "../../sdk/redaction/mask.js";
import { inLine, shortened } from "../../sdk/redaction/text.js";
import { UsageError } from "../shared/exit.js";
import { parseJson, readText } from "../shared/input.js";
import { type Importable, keyOf } from "./objects.js";

const longest = 60;

/** What a title says of the things that an object belongs to. */
const belongings = /(?:^| )(?:of (?:customer|account) \S+|of client \S+ and recipient \S+|on \S+)$/;

const isHost = (text: string): boolean => /^[^\s"/:]+\.[^\s"/:]+$/.test(text);

/** A text as people read it: without markup, in one line. */
const readable = (text: string): string =>
  text
    .replace(/<!--[^]*?-->|<(style|script)\b[^]*?<\/\1>|<[/!]?[a-z][^>]*>/gi, " ")
    .replace(/&([aou])uml;/gi, "$1\u0308")
    .replace(/&szlig;/g, "ß")
    .replace(/&#?\w+;/g, " ")
    .normalize("NFC")
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, " ")
    .trim();

/** `agency.example-hook` of `https://agency.example/hook`; what is cut off ends with a whole word. */
const slug = (text: string): string =>
  shortened(
    text
      .replaceAll(mask, "")
      .replace(/\s+\S*…$/, "")
      .toLowerCase()
      .replace(/\bhttps?:\/\//g, "")
      .replace(/[^\p{L}\p{N}.]+/gu, "-")
      .replace(/\.(?=-)|(?<=-)\./g, ""),
    longest,
  )
    .replace(/-[^-]*…$/, "")
    .replace(/^[-.]+|[-.…]+$/g, "");

const kebab = (kind: string): string => kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * The name of the resource of an object, from its natural key. Several objects may have the same.
 * @param nameOf the name of another object by its id: what has no name of its own is called after the first that its title mentions
 */
export function naturalName(
  definition: Definition,
  { id, inputs }: ObservedObject,
  nameOf: (id: string) => string | undefined = () => undefined,
): string {
  const { identity, kind } = definition;
  if (identity.singleton === true) return `customer-${id}`;
  const texts = Object.entries(inputs).map(([name, value]) => [name, typeof value === "string" ? readable(value) : value]);
  const title = shownTitle(definition, Object.fromEntries(texts) as Properties);
  const [, quoted] = /^"(.*)"$/s.exec(title) ?? [];
  const own = quoted ?? title.replace(belongings, "");
  const name = quoted === undefined && isHost(own) ? canonicalHost(own) : slug(own);
  if (name !== "") return name;
  const other = title
    .split(" ")
    .map(nameOf)
    .find((each) => each !== undefined);
  return other === undefined ? kebab(kind) : `${kebab(kind)}-${other}`;
}

type Nameable = Pick<Importable, "definition" | "found">;

export interface KnownNames {
  /** Names of an earlier run, or that a person has chosen, by the key of the object. */
  readonly given: ReadonlyMap<string, string>;
  readonly isTaken: (className: string, name: string) => boolean;
}

/**
 * Names for objects, each once in its class. Those that have one keep it; the others get theirs in the order of their ids, so that collisions
 * are resolved the same each time.
 */
export function namesFor<T extends Nameable>(
  objects: readonly T[],
  { given: earlier, isTaken }: KnownNames,
): ReadonlyMap<T, string> {
  const byId = new Map(objects.map((object) => [object.found.id, object]));
  const nameOf = (id: string): string | undefined => {
    const object = byId.get(id);
    return object && naturalName(object.definition, object.found);
  };
  const names = new Map<T, string>();
  const given = new Set<string>();
  for (const object of objects) {
    const name = earlier.get(keyOf(object));
    if (name === undefined) continue;
    names.set(object, name);
    given.add(`${object.definition.className} ${name}`);
  }
  const order = ({ found }: T) => canonicalId(found.id);
  for (const object of objects.filter((each) => !names.has(each)).sort((a, b) => (order(a) < order(b) ? -1 : 1))) {
    const { className } = object.definition;
    const natural = naturalName(object.definition, object.found, nameOf);
    let name = natural;
    for (let count = 2; given.has(`${className} ${name}`) || isTaken(className, name); count++) name = `${natural}-${count}`;
    names.set(object, name);
    given.add(`${className} ${name}`);
  }
  return names;
}

const objects = z.array(z.looseObject({ kind: z.string(), id: z.string(), name: z.string() }));
const file = z.union([objects, z.looseObject({ objects }).transform((printed) => printed.objects)]);

export interface ChosenNames {
  readonly path: string;
  readonly objects: z.output<typeof objects>;
}

export async function readChosenNames(path: string): Promise<ChosenNames> {
  const { data } = file.safeParse(parseJson(`--names ${path}`, await readText("--names", path)));
  if (data !== undefined) return { path, objects: data };
  throw new UsageError(
    `--names ${path}: must be what \`--dry-run --json\` prints, or the list \`objects\` of it: each with kind, id and name`,
  );
}

/** Up to 100 characters in one line, without what separates the parts of a URN. */
const isName = (name: string): boolean => /^(?!.*::)[^\s"\\](?:.{0,98}[^\s"\\])?$/u.test(name) && inLine(name) === name;

/**
 * The names of earlier imports, and those that a person has chosen for what is new.
 * @throws UsageError if an object is not imported or has a name, or a name is invalid or taken
 */
export function withChosen(
  known: KnownNames,
  { path, objects: chosen }: ChosenNames,
  imported: readonly Importable[],
): KnownNames {
  const classes = new Map(imported.map((object) => [keyOf(object), object.definition.className]));
  const given = new Map(known.given);
  const problemOf = (key: string, name: string): string | undefined => {
    const className = classes.get(key);
    const earlier = known.given.get(key);
    if (className === undefined) return "this import does not declare it: leave it out, or correct its kind and id";
    if (earlier === name) return undefined;
    if (earlier !== undefined) return `it keeps its name, ${inLine(earlier)}, because a state may know it by that`;
    if (given.has(key)) return "it has two names";
    if (!isName(name)) return "its name must have 1 to 100 characters in one line, without ::, quotes, or spaces around it";
    const isOther = [...given].some(([other, taken]) => taken === name && classes.get(other) === className);
    return isOther || known.isTaken(className, name) ? `another ${className} has the name ${name}` : undefined;
  };
  const problems = chosen.flatMap(({ kind, id, name }) => {
    const key = objectKey(kind, id);
    const problem = problemOf(key, name);
    if (problem === undefined) given.set(key, name);
    return problem === undefined ? [] : [`  ${inLine(`${kind} ${id}`)}: ${problem}`];
  });
  if (problems.length === 0) return { ...known, given };
  throw new UsageError([`--names ${path}:`, ...problems].join("\n"));
}
