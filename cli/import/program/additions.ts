import { groupedBy } from "../../shared/values.js";
import type { Placed } from "../objects.js";
import { codeOf, declares, declaresResource, uses } from "./code.js";
import { type FileCode, hostingImport, type UsedName } from "./file.js";

/** Code that a person has to add, unless the program declares the objects in another way. */
export interface Addition {
  readonly code: string;
  readonly objects: readonly Placed[];
}

/** Declarations that code uses, in an order in which each uses only earlier ones. */
function usedNames(codes: readonly string[], names: readonly UsedName[]): readonly UsedName[] {
  const used: UsedName[] = [];
  for (const each of [...names].reverse())
    if ([...codes, ...used.map(({ code }) => code)].some((code) => uses(code, each.name))) used.unshift(each);
  return used;
}

/**
 * What a file needs to declare objects: first the imports and constants that it lacks, then the statements.
 * @param present the text of the file; undefined if there is none
 * @param missing the objects that it does not declare
 */
export function additionsTo(present: string | undefined, code: FileCode, missing: ReadonlySet<Placed>): readonly Addition[] {
  const { statements, members, names } = code;
  const objects = [...statements.keys()].filter((object) => missing.has(object));
  if (objects.length === 0) return [];
  const siteOf = (object: Placed) => {
    const domain = members.get(object)?.domain;
    return domain === undefined || missing.has(domain) ? undefined : domain;
  };
  const whole = groupedBy(
    objects.filter((object) => siteOf(object) === undefined),
    (object) => statements.get(object)!,
  );
  const inSites = groupedBy(
    objects.filter((object) => siteOf(object) !== undefined),
    (object) => siteOf(object)!.name,
  );
  const additions: Addition[] = [
    ...whole.map((of) => ({ code: statements.get(of[0])!, objects: of })),
    ...inSites.map((of) => ({ code: membersCode(code, siteOf(of[0])!, of), objects: of })),
  ];
  const isThere = ({ name, object }: UsedName) =>
    (object !== undefined && missing.has(object)) || (present !== undefined && declares(present, name));
  const lacking = usedNames(
    additions.map((addition) => addition.code),
    names.filter((each) => !isThere(each)),
  );
  return lacking.length === 0 ? additions : [{ code: lacking.map((each) => each.code).join("\n"), objects }, ...additions];
}

/** Subdomains for the statement of a site that is there already. */
function membersCode({ members }: FileCode, domain: Placed, objects: readonly Placed[]): string {
  const site = `Site ${codeOf(domain.name, 0, 0)}`;
  const lines = objects.map((object) => `  ${members.get(object)!.code},`).join("\n");
  const isFirst = Array.from(members).every(([object, of]) => of.domain !== domain || objects.includes(object));
  return isFirst ? `// In ${site}, add:\nsubdomains: {\n${lines}\n},` : `// In ${site}, add to \`subdomains\`:\n${lines}`;
}

/**
 * A file as an import wrote it, with more statements at its end: what it declares was not read, so it cannot be written again.
 * @param present the text of the file
 * @param code of what was read
 * @param fresh the objects that it does not declare
 * @returns undefined if a statement has to be changed, or a name stands for something else in the file
 */
export function joinedText(
  present: string,
  { statements, members, names }: FileCode,
  fresh: readonly Placed[],
): string | undefined {
  const isFresh = (object: Placed) => fresh.includes(object);
  if (fresh.some((object) => members.has(object) && !isFresh(members.get(object)!.domain))) return undefined;
  // In the order of the statements, each uses only earlier ones.
  const added = [...new Set([...statements].flatMap(([object, code]) => (isFresh(object) ? [code] : [])))];
  const isOfFresh = ({ object }: UsedName) => object !== undefined && isFresh(object);
  if (names.some((each) => isOfFresh(each) && declares(present, each.name))) return undefined;
  const used = usedNames(
    added,
    names.filter((each) => !isOfFresh(each)),
  );
  const lacking = used.filter(({ name }) => !declares(present, name));
  if (lacking.some(({ object }) => object !== undefined)) return undefined;
  if (used.some((each) => !lacking.includes(each) && !declaresSame(present, each))) return undefined;
  const isImport = ({ code }: UsedName) => code.startsWith("import ");
  const linesOf = (all: readonly UsedName[]) => all.map(({ code }) => `${code}\n`).join("");
  const start = present.replace(`${hostingImport.code}\n`, (found) => found + linesOf(lacking.filter(isImport)));
  const constants = lacking.filter((each) => !isImport(each));
  return [start, ...(constants.length === 0 ? [] : [linesOf(constants)]), ...added.map((code) => `${code}\n`)].join("\n");
}

/** Whether the file declares a name for the same: a resource, or a value, whatever comment it has. */
const declaresSame = (present: string, { name, code, object }: UsedName): boolean =>
  object === undefined
    ? present.includes(`${code.split(";")[0]!};`)
    : ["Site", object.definition.className].some((className) => declaresResource(present, className, object.name, name));
