import { existsSync } from "node:fs";
import { join } from "node:path";
import { objectKey } from "../../../provider/values/ids.js";
import { inLine } from "../../../sdk/redaction/text.js";
import { readTextIfThere } from "../../shared/input.js";
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

/** @param isModule whether the project has ECMAScript modules, which are imported with their extension */
const indexCode = (files: Iterable<string>, isModule: boolean): string =>
  [...files]
    .sort()
    .map((file) => `${importLine(file, isModule)}\n`)
    .join("");

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
  const texts = longTextsOf(objects);
  const planned: PlannedFile[] = [];
  const byFile = new Map<string, Placed[]>();
  for (const object of objects) byFile.set(object.file, [...(byFile.get(object.file) ?? []), object]);
  for (const [file, within] of byFile) {
    const code = fileCode(placeOf(within[0]!).title, within, { file, isModule, secrets, texts, descriptions });
    const present = new Set(within.map(keyOf));
    const absent = earlier.filter((each) => each.file === file && !present.has(each.key));
    const unseen = absent.map(({ kind, id, name }) => `${kind} ${inLine(name)}, which ${whyUnseen(kind, id)}`);
    const fresh = within.filter((object) => !known.has(keyOf(object)));
    const isLeftUnread = absent.length > 0 && !absent.some(({ kind }) => isWanted(kind));
    planned.push(await planFile({ file, code, fresh, unseen, isLeftUnread, folder, mapping }));
  }
  const isFresh = (object: Placed) => !known.has(keyOf(object));
  const index = await planIndex(planned, byFile, isFresh, options);
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
  return { files, secrets: secrets.taken, stale: staleFiles(files, options) };
}

/** Compiled files that Pulumi would run in place of those of the import. */
const staleFiles = (files: readonly PlannedFile[], { folder, mapping }: ProgramOptions): string[] =>
  [...new Set([...Object.keys(mapping?.files ?? {}), ...files.map(({ file }) => file)])]
    .filter((file) => file.endsWith(".ts") && file !== indexFile)
    .map((file) => file.replace(/ts$/, "js"))
    .filter((file) => existsSync(join(folder, file)));

/** The file of a long text. What somebody has edited stays, and so does the text of an earlier import. */
async function planText(
  { file, text }: Pick<LongText, "file" | "text">,
  isFresh: boolean,
  options: ProgramOptions,
): Promise<PlannedFile> {
  const present = await readTextIfThere(join(options.folder, file));
  const isWritten = present === undefined || (present !== text && isFresh && isOwn(present, options.mapping?.files[file]));
  const rest = { file, text, unseen: [], isChanged: false, toAdd: [], declared: [] };
  return { ...rest, action: isWritten ? "write" : "keep", isOwn: isWritten || present === text };
}

interface FilePlan {
  readonly file: string;
  readonly code: FileCode;
  readonly fresh: readonly Placed[];
  /** Objects that an earlier import wrote in it and this one did not find, with the reason. */
  readonly unseen: readonly string[];
  /** Whether there are such objects, and the command was not to read any of them. */
  readonly isLeftUnread: boolean;
  readonly folder: string;
  readonly mapping: Mapping | undefined;
}

async function planFile({ file, code, fresh, unseen, isLeftUnread, folder, mapping }: FilePlan): Promise<PlannedFile> {
  const declared = [...code.statements.keys()];
  const present = await readTextIfThere(join(folder, file));
  const written = mapping?.files[file];
  const isChanged = written !== undefined && (present === undefined || digestOf(present) !== written);
  const rest = { file, text: code.text, toAdd: [], unseen: [], declared, isChanged };
  if (fresh.length === 0) return { ...rest, action: "keep", isOwn: false };
  if (present === code.text) return { ...rest, action: "keep", isOwn: true };
  // If no earlier import has declared anything in it, nothing of it can be in another file.
  const isMoved = present === undefined && written !== undefined && fresh.length < declared.length + unseen.length;
  const action = isMoved ? "missing" : !isOwn(present, written) ? "edited" : unseen.length > 0 ? "incomplete" : "write";
  if (action === "write") return { ...rest, action, isOwn: true };
  const joined = action === "incomplete" && isLeftUnread && present !== undefined ? joinedText(present, code, fresh) : undefined;
  if (joined !== undefined) return { ...rest, text: joined, action: "write", isOwn: true };
  const isMissing = (object: Placed) => fresh.includes(object) && !present?.includes(code.statements.get(object)!);
  return {
    ...rest,
    action,
    isOwn: false,
    toAdd: additionsTo(present, code, new Set(declared.filter(isMissing))),
    ...(action === "incomplete" && { unseen }),
    declared: declared.filter((object) => !isMissing(object)),
  };
}

/** The file that imports the others: it begins a new program, or is a part of another one. */
async function planIndex(
  planned: readonly PlannedFile[],
  objects: ReadonlyMap<string, readonly Placed[]>,
  isFresh: (object: Placed) => boolean,
  { folder, isNewProject, isModule, mapping, isPreviewed }: ProgramOptions,
): Promise<PlannedFile> {
  const isWritten = (each: string) => planned.some(({ file, action }) => file === each && action === "write");
  // What somebody has removed or moved cannot be imported.
  const isPart = (each: string) =>
    each.endsWith(".ts") && each !== indexFile && each !== partFile && (isWritten(each) || existsSync(join(folder, each)));
  const earlier = Object.keys(mapping?.files ?? {});
  const files = [...new Set([...earlier, ...objects.keys()])].filter(isPart);
  const text = indexCode(files, isModule);
  const begins = await readTextIfThere(join(folder, indexFile));
  // If somebody has moved it, the other file makes one line enough to use everything.
  const isBeginning = isNewProject || begins === text || (begins !== undefined && mapping?.files[indexFile] !== undefined);
  const file = isBeginning ? indexFile : partFile;
  const present = await readTextIfThere(join(folder, file));
  const freshIn = (each: string) => (objects.get(each) ?? []).filter(isFresh);
  // The program may import a file in a way of its own, so only a preview shows whether one that is not new is used.
  const isOfImport = (each: string) => planned.some((of) => of.file === each && of.isOwn);
  const mayBeUnused = (each: string) =>
    mapping?.files[each] === undefined || (isPreviewed && freshIn(each).length > 0 && isOfImport(each));
  const missing = files
    .filter(mayBeUnused)
    .map((each): Addition => ({ code: importLine(each, isModule), objects: freshIn(each) }))
    .filter(({ code }) => !present?.includes(code));
  const rest = { file, text, toAdd: [], unseen: [], declared: [], isChanged: false };
  if (present === text || (missing.length === 0 && present === undefined))
    return { ...rest, action: "keep", isOwn: present === text };
  if (isOwn(present, mapping?.files[file])) return { ...rest, action: "write", isOwn: true };
  return missing.length === 0
    ? { ...rest, action: "keep", isOwn: false }
    : { ...rest, action: "edited", isOwn: false, toAdd: missing };
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
export function nextMapping(
  mapping: Mapping | undefined,
  { address, customers, accounts, kinds, files, secrets = [], entered, undeclared }: NextOptions,
): Mapping {
  const own = files.filter(({ isOwn }) => isOwn);
  const earlier = mapping?.objects ?? [];
  const isUnused = new Set(undeclared.map(keyOf));
  for (const { kind, id } of earlier) isUnused.delete(objectKey(kind, id));
  const all = [...files.flatMap((file) => file.declared), ...entered];
  const declared = new Map(all.map((object) => [keyOf(object), object] as const).filter(([key]) => !isUnused.has(key)));
  const known = earlier.filter(({ kind, id }) => !declared.has(objectKey(kind, id)));
  const objects = [
    ...known,
    ...Array.from(declared.values(), ({ definition, found, name, file }) => ({
      kind: definition.kind,
      id: found.id,
      name,
      file,
    })),
  ];
  const keys = { ...mapping?.secrets, ...Object.fromEntries(secrets.map(({ place, key }) => [place, key])) };
  const order = ({ kind, id }: Mapping["objects"][number]) => `${kind} ${id}`;
  return {
    version: 1,
    address,
    customers: [...customers],
    accounts: [...accounts],
    kinds: [...kinds],
    files: sorted({ ...mapping?.files, ...Object.fromEntries(own.map(({ file, text }) => [file, digestOf(text)])) }),
    ...(Object.keys(keys).length > 0 && { secrets: sorted(keys) }),
    objects: objects.sort((a, b) => (order(a) < order(b) ? -1 : 1)),
  };
}

const sorted = (members: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
