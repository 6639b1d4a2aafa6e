import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { objectKey } from "../../provider/values/object-keys.js";
import { digestOf, type Mapping } from "./mapping.js";
import { keyOf, type Placed } from "./objects.js";
import { placeOf } from "./place.js";
import { type FileCode, fileCode } from "./program/file.js";
import { importLine, indexCode, indexFile, partFile } from "./program/index-file.js";
import { type ConfiguredSecret, SecretPlaces } from "./program/secrets.js";

/** What is to happen to a file of the program. */
export interface PlannedFile {
  readonly file: string;
  readonly text: string;
  /** `edited`: somebody has changed it, or it is not from an import, so it stays as it is. */
  readonly action: "write" | "keep" | "edited";
  /** Whether its text will be what an import has written. */
  readonly isOwn: boolean;
  /** Whether somebody has changed or deleted it since an import wrote it. */
  readonly isChanged: boolean;
  /** What an edited file seems to lack. */
  readonly toAdd: readonly Addition[];
  /** Objects that it declares now: those of an edited file only if it has their statements. */
  readonly declared: readonly Placed[];
}

/** Code that a person has to add, unless the program declares the objects in another way. */
export interface Addition {
  readonly code: string;
  readonly objects: readonly Placed[];
}

export interface PlannedProgram {
  readonly files: readonly PlannedFile[];
  readonly secrets: readonly ConfiguredSecret[];
}

export interface ProgramOptions {
  readonly folder: string;
  /** Whether the program begins with the import, because there is no project yet. */
  readonly isNewProject: boolean;
  readonly isModule: boolean;
  /** How people call accounts, by name. */
  readonly descriptions: ReadonlyMap<string, string | undefined>;
  readonly mapping: Mapping | undefined;
}

/** Plans the files of a program: those with something new are written, unless a person has edited them. */
export async function planProgram(objects: readonly Placed[], options: ProgramOptions): Promise<PlannedProgram> {
  const { folder, mapping, descriptions } = options;
  const secrets = new SecretPlaces();
  const earlier = new Map((mapping?.objects ?? []).map(({ kind, id, file }) => [objectKey(kind, id), file]));
  const planned: PlannedFile[] = [];
  const byFile = new Map<string, Placed[]>();
  for (const object of objects) byFile.set(object.file, [...(byFile.get(object.file) ?? []), object]);
  for (const [file, within] of byFile) {
    const code = fileCode(placeOf(within[0]!).title, within, { secrets, descriptions });
    const present = new Set(within.map(keyOf));
    const isWhole = Array.from(earlier).every(([key, of]) => of !== file || present.has(key));
    const fresh = within.filter((object) => !earlier.has(keyOf(object)));
    planned.push(await planFile({ file, code, fresh, isWhole, folder, mapping }));
  }
  return { files: [...planned, await planIndex(byFile, options)], secrets: secrets.taken };
}

interface FilePlan {
  readonly file: string;
  readonly code: FileCode;
  /** Objects that no earlier run has imported. */
  readonly fresh: readonly Placed[];
  /** Whether every object that the file declares is known to this run. */
  readonly isWhole: boolean;
  readonly folder: string;
  readonly mapping: Mapping | undefined;
}

async function planFile({ file, code, fresh, isWhole, folder, mapping }: FilePlan): Promise<PlannedFile> {
  const declared = [...code.statements.keys()];
  const present = await textOf(join(folder, file));
  const written = mapping?.files[file];
  const isChanged = written !== undefined && (present === undefined || digestOf(present) !== written);
  const rest = { file, text: code.text, toAdd: [], declared, isChanged };
  if (fresh.length === 0) return { ...rest, action: "keep", isOwn: false };
  if (present === code.text) return { ...rest, action: "keep", isOwn: true };
  if (isWhole && isOwn(present, written)) return { ...rest, action: "write", isOwn: true };
  const isMissing = (object: Placed) => fresh.includes(object) && !present?.includes(code.statements.get(object)!);
  const toAdd = new Map<string, Placed[]>();
  for (const object of declared.filter(isMissing)) {
    const statement = code.statements.get(object)!;
    toAdd.set(statement, [...(toAdd.get(statement) ?? []), object]);
  }
  return {
    ...rest,
    action: "edited",
    isOwn: false,
    toAdd: Array.from(toAdd, ([statement, objects]) => ({ code: statement, objects })),
    declared: declared.filter((object) => !isMissing(object)),
  };
}

/** The file that imports the others: it begins a new program, or is a part of another one. */
async function planIndex(
  objects: ReadonlyMap<string, readonly Placed[]>,
  { folder, isNewProject, isModule, mapping }: ProgramOptions,
): Promise<PlannedFile> {
  const earlier = Object.keys(mapping?.files ?? {}).filter((each) => each !== indexFile && each !== partFile);
  const files = [...new Set([...earlier, ...objects.keys()])];
  const text = indexCode(files, isModule);
  const isBeginning = isNewProject || mapping?.files[indexFile] !== undefined || (await textOf(join(folder, indexFile))) === text;
  const file = isBeginning ? indexFile : partFile;
  const present = await textOf(join(folder, file));
  const missing = files
    .filter((each) => mapping?.files[each] === undefined)
    .map((each): Addition => ({ code: importLine(each, isModule), objects: objects.get(each) ?? [] }))
    .filter(({ code }) => !present?.includes(code));
  const rest = { file, text, toAdd: [], declared: [], isChanged: false };
  if (missing.length === 0) return { ...rest, action: "keep", isOwn: present === text };
  if (isOwn(present, mapping?.files[file])) return { ...rest, action: "write", isOwn: true };
  return { ...rest, action: "edited", isOwn: false, toAdd: missing };
}

const isOwn = (present: string | undefined, digest: string | undefined): boolean =>
  present === undefined || digestOf(present) === digest;

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
