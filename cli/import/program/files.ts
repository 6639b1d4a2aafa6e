import { existsSync } from "node:fs";
import { join } from "node:path";
import { objectKey } from "../../../provider/values/ids.js";
import { inLine } from "../../../sdk/redaction/text.js";
import { readTextIfThere } from "../../shared/input.js";
import { groupedBy } from "../../shared/values.js";
import { digestOf, type Mapping } from "../mapping.js";
import { keyOf, type Placed, placeOf } from "../objects.js";
import { type Addition, additionsTo, joinedText } from "./additions.js";
import { codeOf } from "./code.js";
import { type FileCode, fileCode } from "./file.js";
import { type ConfiguredSecret, folderOfTexts, type LongText, longTextsOf, readsText, SecretPlaces } from "./values.js";

/** The file that begins a new program. */
const indexFile = "index.ts";

/** The file that a program of its own has to import. */
export const partFile = "imported.ts";

export const importLine = (file: string, isModule: boolean): string =>
  `import ${codeOf(`./${file.replace(/\.ts$/, isModule ? ".js" : "")}`, 0, 0)};`;

/**
 * What is to happen to a file of the program. It stays as it is if it is
 *
 * - `edited`: somebody has changed it, or it is not from an import.
 * - `missing`: an import wrote it, and somebody has moved or deleted it. What it declared may be in other files.
 * - `incomplete`: it declares objects that this import did not find, which it cannot write again. If it only was not to read them, it adds to
 * the file.
 */
export type Action = "write" | "keep" | "edited" | "missing" | "incomplete";

export interface PlannedFile {
  readonly file: string;
  readonly text: string;
  readonly action: Action;
  /** Objects that an earlier import wrote in it and this one did not find, with the reason; only if it is `incomplete`. */
  readonly unseen: readonly string[];
  /** Whether its text will be what an import has written. */
  readonly isOwn: boolean;
  /** Whether somebody has changed or deleted it since an import wrote it. */
  readonly isChanged: boolean;
  /** What a file that is not written seems to lack. */
  readonly toAdd: readonly Addition[];
  /** Objects that it declares now: those of an edited file only if it has their statements. */
  readonly declared: readonly Placed[];
}

export interface PlannedProgram {
  readonly files: readonly PlannedFile[];
  readonly secrets: readonly ConfiguredSecret[];
  /** Compiled files that Pulumi would run in place of those of the program. */
  readonly stale: readonly string[];
}

export interface ProgramOptions {
  readonly folder: string;
  /** Whether the program begins with the import, because there is no project yet. */
  readonly isNewProject: boolean;
  readonly isModule: boolean;
  /** How people call accounts, by name. */
  readonly descriptions: ReadonlyMap<string, string | undefined>;
  readonly mapping: Mapping | undefined;
  /** Why this import did not find an object that an earlier one wrote. */
  readonly whyUnseen: (kind: string, id: string) => string;
  readonly isWanted: (kind: string) => boolean;
  /** Whether the program is previewed afterwards, which shows what it declares. */
  readonly isPreviewed: boolean;
}

/** Plans the files of a program: those with something new are written, unless a person has edited them. */
export async function planProgram(objects: readonly Placed[], options: ProgramOptions): Promise<PlannedProgram> {
  const { folder, mapping, isModule, descriptions, whyUnseen, isWanted } = options;
  const secrets = new SecretPlaces(mapping?.secrets);
  const earlier = (mapping?.objects ?? []).map((each) => ({ ...each, key: objectKey(each.kind, each.id) }));
  const known = new Set(earlier.map(({ key }) => key));
  const isFresh = (object: Placed) => !known.has(keyOf(object));
  const texts = longTextsOf(objects);
  const planned: PlannedFile[] = [];
  for (const within of groupedBy(objects, ({ file }) => file)) {
    const [{ file }] = within;
    const code = fileCode(placeOf(within[0]).title, within, { file, isModule, secrets, texts, descriptions });
    const present = new Set(within.map(keyOf));
    const absent = earlier.filter((each) => each.file === file && !present.has(each.key));
    const unseen = absent.map(({ kind, id, name }) => `${kind} ${inLine(name)}, which ${whyUnseen(kind, id)}`);
    const isLeftUnread = absent.length > 0 && !absent.some(({ kind }) => isWanted(kind));
    planned.push(await planFile({ file, code, fresh: within.filter(isFresh), unseen, isLeftUnread }, options));
  }
  const index = await planIndex(planned, objects, isFresh, options);
  const codes = planned.flatMap(({ action, text, toAdd }) => [
    ...toAdd.map(({ code }) => code),
    ...(action === "write" ? [text] : []),
  ]);
  const read = texts.filter((text) => codes.some((code) => readsText(code, text)));
  const textFiles = await Promise.all(read.map((text) => planText(text, isFresh(text.object), options)));
  // Git would change ends of lines, which make another contract.
  if (read.length > 0)
    textFiles.push(await planText({ file: `${folderOfTexts}/.gitattributes`, text: "* -text\n" }, true, options));
  const files = [...planned, ...textFiles, index];
  const stale = [...new Set([...Object.keys(mapping?.files ?? {}), ...files.map(({ file }) => file)])]
    .filter((file) => file.endsWith(".ts") && file !== indexFile)
    .map((file) => file.replace(/ts$/, "js"))
    .filter((file) => existsSync(join(folder, file)));
  return { files, secrets: secrets.taken, stale };
}

/** @param present the text that the file has now */
const plannedFile = (
  { file, text }: Pick<PlannedFile, "file" | "text">,
  present: string | undefined,
  action: Action,
  more: Partial<PlannedFile> = {},
): PlannedFile => ({
  ...{ file, text, action, unseen: [], isChanged: false, toAdd: [], declared: [] },
  isOwn: action === "write" || present === text,
  ...more,
});

/** The file of a long text. What somebody has edited stays, and so does the text of an earlier import. */
async function planText(
  text: Pick<LongText, "file" | "text">,
  isFresh: boolean,
  { folder, mapping }: ProgramOptions,
): Promise<PlannedFile> {
  const present = await readTextIfThere(join(folder, text.file));
  const isReplaced = present !== text.text && isFresh && isOwn(present, mapping?.files[text.file]);
  return plannedFile(text, present, present === undefined || isReplaced ? "write" : "keep");
}

interface FilePlan {
  readonly file: string;
  readonly code: FileCode;
  readonly fresh: readonly Placed[];
  /** Objects that an earlier import wrote in it and this one did not find, with the reason. */
  readonly unseen: readonly string[];
  /** Whether there are such objects, and the command was not to read any of them. */
  readonly isLeftUnread: boolean;
}

async function planFile(
  { file, code, fresh, unseen, isLeftUnread }: FilePlan,
  { folder, mapping }: ProgramOptions,
): Promise<PlannedFile> {
  const declared = [...code.statements.keys()];
  const present = await readTextIfThere(join(folder, file));
  const written = mapping?.files[file];
  const isChanged = written !== undefined && (present === undefined || digestOf(present) !== written);
  const planned = (action: Action, text: string, more: Partial<PlannedFile> = {}) =>
    plannedFile({ file, text }, present, action, { isChanged, declared, ...more });
  if (fresh.length === 0 || present === code.text) return planned("keep", code.text);
  // If no earlier import has declared anything in it, nothing of it can be in another file.
  const isMoved = present === undefined && written !== undefined && fresh.length < declared.length + unseen.length;
  const action = isMoved ? "missing" : !isOwn(present, written) ? "edited" : unseen.length > 0 ? "incomplete" : "write";
  if (action === "write") return planned("write", code.text);
  const joined = action === "incomplete" && isLeftUnread && present !== undefined ? joinedText(present, code, fresh) : undefined;
  if (joined !== undefined) return planned("write", joined);
  const missing = new Set(fresh.filter((object) => !present?.includes(code.statements.get(object)!)));
  return planned(action, code.text, {
    toAdd: additionsTo(present, code, missing),
    ...(action === "incomplete" && { unseen }),
    declared: declared.filter((object) => !missing.has(object)),
  });
}

/** The file that imports the others: it begins a new program, or is a part of another one. */
async function planIndex(
  planned: readonly PlannedFile[],
  objects: readonly Placed[],
  isFresh: (object: Placed) => boolean,
  { folder, isNewProject, isModule, mapping, isPreviewed }: ProgramOptions,
): Promise<PlannedFile> {
  const isWritten = (each: string) => planned.some(({ file, action }) => file === each && action === "write");
  // What somebody has removed or moved cannot be imported.
  const isPart = (each: string) =>
    each.endsWith(".ts") && each !== indexFile && each !== partFile && (isWritten(each) || existsSync(join(folder, each)));
  const files = [...new Set([...Object.keys(mapping?.files ?? {}), ...planned.map(({ file }) => file)])].filter(isPart);
  const lineOf = (each: string) => importLine(each, isModule);
  const text = files
    .sort()
    .map((each) => `${lineOf(each)}\n`)
    .join("");
  const begins = await readTextIfThere(join(folder, indexFile));
  // If somebody has moved it, the other file makes one line enough to use everything.
  const isBeginning = isNewProject || begins === text || (begins !== undefined && mapping?.files[indexFile] !== undefined);
  const file = isBeginning ? indexFile : partFile;
  const present = await readTextIfThere(join(folder, file));
  const freshIn = (each: string) => objects.filter((object) => object.file === each && isFresh(object));
  // The program may import a file in a way of its own, so only a preview shows whether one that is not new is used.
  const isOfImport = (each: string) => planned.some((of) => of.file === each && of.isOwn);
  const mayBeUnused = (each: string) =>
    mapping?.files[each] === undefined || (isPreviewed && freshIn(each).length > 0 && isOfImport(each));
  const toAdd = files
    .filter((each) => mayBeUnused(each) && !present?.includes(lineOf(each)))
    .map((each): Addition => ({ code: lineOf(each), objects: freshIn(each) }));
  const isKept = present === text || (toAdd.length === 0 && present === undefined);
  if (!isKept && isOwn(present, mapping?.files[file])) return plannedFile({ file, text }, present, "write");
  return isKept || toAdd.length === 0
    ? plannedFile({ file, text }, present, "keep")
    : plannedFile({ file, text }, present, "edited", { toAdd });
}

const isOwn = (present: string | undefined, digest: string | undefined): boolean =>
  present === undefined || digestOf(present) === digest;

export interface NextOptions {
  readonly address: string;
  readonly customers: readonly number[];
  readonly accounts: readonly string[];
  readonly kinds: readonly string[];
  readonly files: readonly PlannedFile[];
  readonly secrets?: readonly ConfiguredSecret[];
  /** Objects that the program declares although their files were edited. */
  readonly entered: readonly Placed[];
  /**
   * Objects that the program does not declare, as its preview has shown, whatever its files have. One that is new is not noted: nothing
   * proves that the program ever had it.
   */
  readonly undeclared: readonly Placed[];
}

/** What the next run has to know. What this run did not see is kept. */
export function nextMapping(mapping: Mapping | undefined, options: NextOptions): Mapping {
  const { address, customers, accounts, kinds, files, secrets = [], entered, undeclared } = options;
  const earlier = new Map((mapping?.objects ?? []).map((each) => [objectKey(each.kind, each.id), each]));
  const isUnused = new Set(undeclared.map(keyOf).filter((key) => !earlier.has(key)));
  const objects = new Map(earlier);
  for (const object of [...files.flatMap((file) => file.declared), ...entered]) {
    const { definition, found, name, file } = object;
    if (!isUnused.has(keyOf(object))) objects.set(keyOf(object), { kind: definition.kind, id: found.id, name, file });
  }
  const keys = { ...mapping?.secrets, ...Object.fromEntries(secrets.map(({ place, key }) => [place, key])) };
  const digests = files.filter(({ isOwn }) => isOwn).map(({ file, text }) => [file, digestOf(text)] as const);
  const order = ({ kind, id }: Mapping["objects"][number]) => `${kind} ${id}`;
  return {
    version: 1,
    address,
    customers: [...customers],
    accounts: [...accounts],
    kinds: [...kinds],
    files: sorted({ ...mapping?.files, ...Object.fromEntries(digests) }),
    ...(Object.keys(keys).length > 0 && { secrets: sorted(keys) }),
    objects: [...objects.values()].sort((a, b) => (order(a) < order(b) ? -1 : 1)),
  };
}

const sorted = (members: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
