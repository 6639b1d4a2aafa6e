import { z } from "zod";
import { objectKey } from "../../provider/values/ids.js";
import { inLine } from "../../sdk/redaction/text.js";
import { UsageError } from "../shared/exit.js";
import { parseJson, readText } from "../shared/input.js";
import type { KnownNames } from "./names.js";
import { type Importable, keyOf } from "./objects.js";

const objects = z.array(z.looseObject({ kind: z.string(), id: z.string(), name: z.string() }));
const file = z.union([objects, z.looseObject({ objects }).transform((printed) => printed.objects)]);

/** Names that a person has chosen for objects, as a dry run prints them. */
export interface ChosenNames {
  readonly path: string;
  readonly objects: z.output<typeof objects>;
}

/** @throws UsageError */
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
 *
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
