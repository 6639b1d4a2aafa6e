import type { Placed } from "../objects.js";
import { declares, declaresResource, uses } from "./declares.js";
import { type FileCode, hostingImport, type UsedName } from "./file.js";

/**
 * A file as an import wrote it, with more statements at its end: what it declares was not read, so it cannot be written again.
 *
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
  const lacking: UsedName[] = [];
  for (const each of [...names].reverse()) {
    const { name, object } = each;
    const isThere = declares(present, name);
    if (object !== undefined && isFresh(object)) {
      if (isThere) return undefined;
      continue;
    }
    if (![...added, ...lacking.map(({ code }) => code)].some((code) => uses(code, name))) continue;
    if (isThere ? !declaresSame(present, each) : object !== undefined) return undefined;
    if (!isThere) lacking.unshift(each);
  }
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
