import { join } from "node:path";
import { nameOfDeclared } from "../../provider/definition/object-name.js";
import { kinds } from "../../provider/values/kinds.js";
import { objectKey } from "../../provider/values/object-keys.js";
import type { Secrets } from "../../sdk/redaction/redaction.js";
import type { Listed } from "../stack/collections.js";
import { classOf, nameOf } from "../stack/deployment.js";
import type { Login } from "../stack/logins.js";
import { holdersIn } from "./holders.js";
import { type Mapping, mappingFile, mappingText } from "./mapping.js";
import { namesFor } from "./names.js";
import { nextMapping } from "./next-mapping.js";
import { type Importable, keyOf, type Placed } from "./objects.js";
import { placeOf } from "./place.js";
import { type PlannedFile, planProgram, type PlannedProgram } from "./program-files.js";
import { findsPackage, type Project } from "./project.js";
import { readAccount, type Reading } from "./read-account.js";
import { remainingOf } from "./remaining.js";
import type { Imported } from "./report.js";
import { type LeftOut, select } from "./select.js";
import { enterState, type StateResult } from "./state.js";
import type { Target } from "./target.js";
import type { Wanted } from "./wanted.js";
import { writeAll, writeWhole } from "../shared/write-files.js";

/** What to import, and where to. */
export interface Request {
  /** Folder of the program. */
  readonly folder: string;
  readonly project: Project;
  /** What earlier runs have imported. */
  readonly mapping: Mapping | undefined;
  readonly wanted: Wanted;
  readonly customers: readonly number[];
  readonly accounts: readonly string[];
  readonly isDryRun: boolean;
}

export interface Around {
  readonly login: Login;
  /** Whether the state has an object. */
  readonly isManaged: (kind: string, id: string) => boolean;
  /** Undefined if only the program is written. */
  readonly target: Target | undefined;
  readonly secrets: Secrets;
  readonly tell: (message: string) => void;
}

export async function importAccount(request: Request, around: Around): Promise<Imported> {
  const { folder, wanted, customers, accounts, isDryRun } = request;
  const reading = await readAccount(around.login, {
    folder: isDryRun ? undefined : folder,
    customers,
    accounts,
    wanted,
    notify: around.tell,
  });
  const imported = await importListed(reading, request, around);
  // The same command again does the rest, with what this one has read.
  if (imported.state !== "not installed") await reading.kept?.end();
  return imported;
}

async function importListed({ listed, kept }: Reading, request: Request, around: Around): Promise<Imported> {
  const { folder, project, mapping, wanted, customers, accounts, isDryRun } = request;
  const { login, isManaged, target, secrets } = around;
  const known = new Set((mapping?.objects ?? []).map(({ kind, id }) => objectKey(kind, id)));
  const { objects, leftOut } = await select({
    login,
    listed: { ...listed, objects: listed.objects.filter(({ definition }) => wanted.isDeclared(definition.kind)) },
    isManaged: (kind, id) => isManaged(kind, id) && !known.has(objectKey(kind, id)),
  });
  const placed = placedObjects(objects, mapping, target);
  const program = await planProgram(placed, {
    folder,
    isNewProject: project.newFiles.has("Pulumi.yaml"),
    isModule: project.isModule,
    descriptions: new Map(listed.accounts.map(({ name, description }) => [name, description])),
    mapping,
    whyUnseen: whyUnseen(listed, wanted),
    isPreviewed: target !== undefined && !isDryRun,
  });
  for (const { value } of program.secrets) secrets.add(value);
  const imported: Imported = {
    folder,
    stack: target?.stack,
    isDryRun,
    newFiles: [...project.newFiles.keys()],
    files: program.files,
    fresh: placed.filter((object) => !known.has(keyOf(object))),
    secretKeys: program.secrets.filter(({ object }) => !known.has(keyOf(object))).map(({ key }) => key),
    leftOut,
    notRead: listed.failed,
    earlier: kept?.earlier,
    state: undefined,
  };
  if (isDryRun) return imported;

  const writeMapping = (entered: readonly Placed[], undeclared: readonly Placed[]) => {
    const { address } = login;
    const next = nextMapping(mapping, { address, customers, accounts, files: program.files, entered, undeclared });
    return writeWhole(join(folder, mappingFile), mappingText(next));
  };
  await writeAll(
    folder,
    program.files.filter(({ action }) => action === "write").map(({ file, text }) => [file, text]),
  );
  await writeMapping([], []);
  await writeAll(folder, project.newFiles);
  if (target === undefined) return imported;
  if (!findsPackage(folder)) return { ...imported, state: "not installed" };
  const missing = placed.filter(({ definition, found }) => !isManaged(definition.kind, found.id));
  const whole = await stateWith(missing, request, around, target, program);
  const remaining = await remainingOf(whole.rest, {
    mapping,
    shown: new Set(listed.objects.map(({ definition, found }) => objectKey(definition.kind, found.id))),
    isRead: (kind) => listed.failed.length === 0 && wanted.names.some((each) => each === kind),
    withoutReference: new Set(whole.withoutReference.map(({ urn }) => urn)),
    holders: holdersIn(whole.rest, { objects: listed.objects, resources: target.resources }),
  });
  const state = { ...whole, remaining };
  const entered = state.difference === undefined ? missing.filter((object) => !state.undeclared.includes(object)) : [];
  await writeMapping(entered, state.undeclared);
  if (state.difference !== undefined) return { ...imported, state };
  const changed = new Set(program.files.filter(({ isChanged }) => isChanged).map(({ file }) => file));
  const isRemoved = (object: Placed) => known.has(keyOf(object)) && changed.has(object.file);
  const removed = state.undeclared.filter(isRemoved).map(({ definition, found }): LeftOut => ({
    what: nameOfDeclared(definition, found.inputs),
    why: "somebody has removed it from the program",
  }));
  return {
    ...imported,
    leftOut: [...leftOut, ...removed],
    state: { ...state, undeclared: state.undeclared.filter((object) => !isRemoved(object)) },
    files: program.files.map((file) => withoutEntered(file, new Set(entered))),
  };
}

/** The program declares what entered the state, whatever its code is. */
const withoutEntered = (file: PlannedFile, entered: ReadonlySet<Placed>): PlannedFile => ({
  ...file,
  toAdd: file.toAdd.filter(({ objects }) => objects.some((object) => !entered.has(object))),
});

/** Why this run did not find an object that an earlier one wrote, for a file that still declares it. */
function whyUnseen({ objects, failed }: Listed, wanted: Wanted): (kind: string, id: string) => string {
  const shown = new Set(objects.map(keyOf));
  const isWanted = (kind: string) => kinds.some((each) => each === kind && wanted.isDeclared(each));
  return (kind, id) => {
    if (!isWanted(kind)) return "was not read";
    if (shown.has(objectKey(kind, id))) return "is left out now";
    return failed.length === 0 ? "the provider no longer has" : "was not found in what could be read";
  };
}

/** Each object with its name and its file, which it keeps from run to run. */
function placedObjects(
  objects: readonly Importable[],
  mapping: Mapping | undefined,
  target: Target | undefined,
): readonly Placed[] {
  const earlier = new Map((mapping?.objects ?? []).map(({ kind, id, name, file }) => [objectKey(kind, id), { name, file }]));
  const taken = new Set((target?.resources ?? []).map((resource) => `${classOf(resource) ?? ""} ${nameOf(resource.urn)}`));
  const names = namesFor(objects, new Map(Array.from(earlier, ([key, { name }]) => [key, name])), (className, name) =>
    taken.has(`${className} ${name}`),
  );
  return objects.map((object) => ({
    ...object,
    name: names.get(object)!,
    file: earlier.get(keyOf(object))?.file ?? placeOf(object).file,
  }));
}

const stateWith = (
  objects: readonly Placed[],
  { folder, project }: Request,
  { tell }: Around,
  { pulumi, stack, exists }: Target,
  { secrets }: PlannedProgram,
): Promise<StateResult> =>
  enterState({ pulumi, folder, stack, project: project.name, isNewStack: !exists, objects, secrets, notify: tell });
