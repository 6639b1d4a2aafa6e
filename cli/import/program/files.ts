import { existsSync } from "node:fs";
import { join } from "node:path";
import { objectKey } from "../../../provider/values/ids.js";
import { readTextIfThere } from "../../shared/input.js";
import { groupedBy } from "../../shared/values.js";
import { digestOf, type Mapping } from "../mapping.js";
import { keyOf, type Placed, placeOf } from "../objects.js";
import { codeOf } from "./code.js";
import { fileCode } from "./file.js";
import { type ConfiguredSecret, folderOfTexts, type LongText, longTextsOf, readsText, SecretPlaces } from "./values.js";

/** The file that begins a new program. */
const indexFile = "index.ts";

/** The file that a program of its own has to import. */
const partFile = "imported.ts";

export const isPartFile = (file: string): boolean => /^imported(?:-\d+)?\.ts$/.test(file);

export const importLine = (file: string, isModule: boolean): string =>
  `import ${codeOf(`./${file.replace(/\.ts$/, isModule ? ".js" : "")}`, 0, 0)};`;

export interface PlannedFile {
  readonly file: string;
  readonly text: string;
  /** Whether it is written, or stays as it is. */
  readonly action: "write" | "keep";
  /** Whether its text will be what an import has written. */
  readonly isOwn: boolean;
  /** What somebody has done to it since an import wrote it. A moved file is gone. */
  readonly change?: "edited" | "gone";
  /** Number of the objects that it declares. */
  readonly count: number;
}

export interface PlannedProgram {
  readonly files: readonly PlannedFile[];
  /** The objects with the files that declare them. */
  readonly objects: readonly Placed[];
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
}

/** Plans the files of a program. What somebody has edited, or is not from an import, is never written. */
export async function planProgram(objects: readonly Placed[], options: ProgramOptions): Promise<PlannedProgram> {
  const { folder, mapping, isModule, descriptions } = options;
  const secrets = new SecretPlaces(mapping?.secrets);
  const known = new Set((mapping?.objects ?? []).map(({ kind, id }) => objectKey(kind, id)));
  const isFresh = (object: Placed) => !known.has(keyOf(object));
  const textOf = (file: string, within: readonly Placed[]): string =>
    fileCode(placeOf(within[0]!).title, within, { file, isModule, secrets, texts: longTextsOf(within), descriptions });
  const files = new Map<Placed, string>();
  for (const fresh of groupedBy(objects.filter(isFresh), ({ file }) => file)) {
    const file = await freeFile(fresh, objects, textOf, options);
    for (const object of fresh) files.set(object, file);
  }
  const placed = objects.map((object) => ({ ...object, file: files.get(object) ?? object.file }));
  const codes = groupedBy(placed, ({ file }) => file).map((within) => ({ within, text: textOf(within[0].file, within) }));
  const planned = await Promise.all(
    codes.map(async ({ within, text }) => {
      const [{ file }] = within;
      const present = await readTextIfThere(join(folder, file));
      const written = mapping?.files[file];
      const change =
        written === undefined ? undefined : present === undefined ? "gone" : isOwn(present, written) ? undefined : "edited";
      return plannedFile({ file, text }, present, present === text || !within.some(isFresh) ? "keep" : "write", {
        ...(change !== undefined && { change }),
        count: within.length,
      });
    }),
  );
  const index = await planIndex(planned, options);
  const read = longTextsOf(placed).filter((text) =>
    planned.some(({ action, text: code }) => action === "write" && readsText(code, text)),
  );
  const textFiles = await Promise.all(read.map((text) => planText(text, isFresh(text.object), options)));
  // Git would change ends of lines, which make another contract.
  if (read.length > 0)
    textFiles.push(await planText({ file: `${folderOfTexts}/.gitattributes`, text: "* -text\n" }, true, options));
  const all = [...planned, ...textFiles, index];
  const stale = [...new Set([...Object.keys(mapping?.files ?? {}), ...all.map(({ file }) => file)])]
    .filter((file) => file.endsWith(".ts") && file !== indexFile)
    .map((file) => file.replace(/ts$/, "js"))
    .filter((file) => existsSync(join(folder, file)));
  return { files: all, objects: placed, secrets: secrets.taken, stale };
}

/** The first of a file and those beside it, such as `customers/1-2.ts`, that fits. */
async function firstOf(file: string, fits: (file: string) => Promise<boolean>): Promise<string> {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? file : file.replace(/\.ts$/, `-${count}.ts`);
    if (await fits(candidate)) return candidate;
  }
}

/**
 * The file for new objects: the one of their customer if an import wrote it and can write all of it again, and else one beside it. An import that was
 * killed may have written it, and not noted that.
 */
const freeFile = (
  fresh: readonly [Placed, ...Placed[]],
  objects: readonly Placed[],
  textOf: (file: string, within: readonly Placed[]) => string,
  { folder, mapping }: ProgramOptions,
): Promise<string> =>
  firstOf(fresh[0].file, async (file) => {
    const present = await readTextIfThere(join(folder, file));
    const earlier = (mapping?.objects ?? []).filter((each) => each.file === file).map(({ kind, id }) => objectKey(kind, id));
    const found = objects.filter((object) => earlier.includes(keyOf(object)));
    // What somebody has moved or deleted may be in other files.
    if (present === undefined) return earlier.length === 0;
    if (isOwn(present, mapping?.files[file])) return found.length === earlier.length;
    return present === textOf(file, [...found, ...fresh]);
  });

/** @param present the text that the file has now */
const plannedFile = (
  { file, text }: Pick<PlannedFile, "file" | "text">,
  present: string | undefined,
  action: PlannedFile["action"],
  more: Partial<PlannedFile> = {},
): PlannedFile => ({ file, text, action, isOwn: action === "write" || present === text, count: 0, ...more });

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

/** The file that imports the others: it begins a new program, or is a part of another one. */
async function planIndex(
  planned: readonly PlannedFile[],
  { folder, isNewProject, isModule, mapping }: ProgramOptions,
): Promise<PlannedFile> {
  const isWritten = (each: string) => planned.some(({ file, action }) => file === each && action === "write");
  // What somebody has removed or moved cannot be imported.
  const isPart = (each: string) =>
    each.endsWith(".ts") && each !== indexFile && !isPartFile(each) && (isWritten(each) || existsSync(join(folder, each)));
  const parts = [...new Set([...Object.keys(mapping?.files ?? {}), ...planned.map(({ file }) => file)])].filter(isPart).sort();
  const lineOf = (each: string) => importLine(each, isModule);
  const text = parts.map((each) => `${lineOf(each)}\n`).join("");
  const edited: string[] = [];
  const isFree = async (file: string): Promise<boolean> => {
    const present = await readTextIfThere(join(folder, file));
    if (present === undefined || present === text || isOwn(present, mapping?.files[file])) return true;
    edited.push(present);
    return false;
  };
  const begins = existsSync(join(folder, indexFile));
  const isBeginning = begins ? await isFree(indexFile) : isNewProject;
  const file = isBeginning ? indexFile : await firstOf(partFile, isFree);
  const present = await readTextIfThere(join(folder, file));
  // The program may import a file in a way of its own.
  const isLacking = parts.some((each) => !edited.some((code) => code.includes(lineOf(each))));
  return plannedFile({ file, text }, present, present === text || (present === undefined && !isLacking) ? "keep" : "write");
}

const isOwn = (present: string | undefined, digest: string | undefined): boolean =>
  present === undefined || digestOf(present) === digest;

export interface NextOptions extends Pick<PlannedProgram, "files" | "objects" | "secrets"> {
  readonly address: string;
  readonly customers: readonly number[];
  readonly accounts: readonly string[];
  readonly kinds: readonly string[];
}

/** What the next run has to know. What this run did not see is kept. */
export function nextMapping(mapping: Mapping | undefined, options: NextOptions): Mapping {
  const { address, customers, accounts, kinds, files, objects: placed, secrets } = options;
  const objects = new Map((mapping?.objects ?? []).map((each) => [objectKey(each.kind, each.id), each]));
  for (const { definition, found, name, file } of placed)
    objects.set(objectKey(definition.kind, found.id), { kind: definition.kind, id: found.id, name, file });
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
