import type { Definition, Found } from "../../provider/definition/definition.js";
import { shownTitle } from "../../provider/definition/object-name.js";
import { canonicalId, canonicalHost } from "../../provider/values/ids.js";
import { mask } from "../../sdk/redaction/mask.js";
import { shortened } from "../../sdk/redaction/text.js";
import { type Importable, keyOf } from "./objects.js";

const longest = 60;

/** The part of a title that names the object itself: without what it belongs to. */
const ownPart = (title: string): string => /^"(.*)"/.exec(title)?.[1] ?? title.replace(/(?:^| )(?:of|on) .*$/, "");

const isHost = (text: string): boolean => /^[^\s"/:]+\.[^\s"/:]+$/.test(text);

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
 *
 * @param nameOf the name of another object by its id: what has no name of its own is called after the first that its title mentions
 */
export function naturalName(
  definition: Definition,
  { id, inputs }: Found,
  nameOf: (id: string) => string | undefined = () => undefined,
): string {
  const { identity, kind } = definition;
  if (identity.singleton === true) return `customer-${id}`;
  const title = shownTitle(definition, inputs);
  const own = ownPart(title);
  const name = isHost(own) ? canonicalHost(own) : slug(own);
  if (name !== "") return name;
  const other = title
    .split(" ")
    .map(nameOf)
    .find((each) => each !== undefined);
  return other === undefined ? kebab(kind) : `${kebab(kind)}-${other}`;
}

type Nameable = Pick<Importable, "definition" | "found">;

/**
 * Names for objects, each once in its class. Objects that got a name in an earlier run keep it; the others get theirs in the order of their
 * ids, so that collisions are resolved the same each time.
 *
 * @param earlier names by the key of the object
 * @param isTaken whether another resource of the class has the name
 */
export function namesFor<T extends Nameable>(
  objects: readonly T[],
  earlier: ReadonlyMap<string, string>,
  isTaken: (className: string, name: string) => boolean,
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
