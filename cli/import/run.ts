import { resolve } from "node:path";
import { nameOfDeclared } from "../../provider/definition/object-name.js";
import { objectKey } from "../../provider/values/ids.js";
import { Secrets } from "../../sdk/redaction/redaction.js";
import type { CommandContext } from "../shared/command.js";
import { UsageError } from "../shared/exit.js";
import { writeForNow } from "../shared/files.js";
import { withProfile } from "../shared/profiles.js";
import { notify } from "../shared/terminal.js";
import { counted } from "../shared/text.js";
import { classOf, nameOf } from "../stack/deployment.js";
import { noLogin, openLogins } from "../stack/logins.js";
import { otherStacks } from "../stack/stack.js";
import type { ImportFlags } from "../options.js";
import { type Job, requestOf } from "./job.js";
import { mappingFile, mappingText } from "./mapping.js";
import { type KnownNames, namesFor, withChosen } from "./names.js";
import { holdersIn, type Importable, keyOf, type Placed, placeOf, withForms } from "./objects.js";
import { nextMapping, type PlannedFile, planProgram } from "./program/files.js";
import { findsPackage, hasProject, withFolder } from "./project.js";
import { readAccount, type Reading } from "./reading.js";
import { asJson, asText, exitCodeOf, type Imported } from "./report.js";
import { type LeftOut, select, type Wanted } from "./select.js";
import { DeclaredAlready, enterState, hasUnproven, readTarget, remainingOf, type StateResult } from "./state.js";

async function importAccount(job: Job): Promise<Imported> {
  const { isDryRun, target, tell } = job;
  const reading = await readAccount(job);
  const already = new Set<string>();
  let done: Imported | undefined;
  try {
    for (;;) {
      const planned = await planListed(reading, job, already);
      if (isDryRun) return planned.imported;
      // Before anything is entered, because nobody may be there to read the report; once, although it is planned again.
      if (already.size === 0) for (const { what, why } of planned.imported.attention) tell(`${what}: ${why}`);
      try {
        return (done = await writeProgram(planned));
      } catch (error) {
        if (!(error instanceof DeclaredAlready)) throw error;
        // Only a preview shows it. All that was written is undone, and written again without that.
        for (const key of error.keys) already.add(key);
      }
    }
  } finally {
    // Everything was read. If packages are missing, the same command again does the rest with that.
    if (!isDryRun && done?.state !== "not installed") await reading.kept?.end(done !== undefined && target === undefined);
  }
}

type PlannedImport = Awaited<ReturnType<typeof planListed>>;

/** @param already keys of objects that the program declares besides what imports have written */
async function planListed({ listed, kept }: Reading, job: Job, already: ReadonlySet<string>) {
  const { folder, project, mapping, wanted, isDryRun, isManaged, target } = job;
  const known = new Set((mapping?.objects ?? []).map(({ kind, id }) => objectKey(kind, id)));
  const { objects, leftOut, attention } = await select({
    ...job,
    isInProgram: (key) => already.has(key),
    listed: { ...listed, objects: listed.objects.filter(({ definition }) => wanted.isDeclared(definition.kind)) },
    isManaged: (kind, id) => isManaged(kind, id) && !known.has(objectKey(kind, id)),
    isDeclared: (kind, id) => known.has(objectKey(kind, id)),
    isNew: (kind, id) => (target === undefined ? !known.has(objectKey(kind, id)) : !isManaged(kind, id)),
  });
  const formed = await withForms(placedObjects(objects, job), { folder, resources: target?.resources ?? [] });
  const program = await planProgram(formed, {
    folder,
    isNewProject: project.newFiles.has("Pulumi.yaml"),
    isModule: project.isModule,
    descriptions: new Map(listed.accounts.map(({ name, description }) => [name, description])),
    mapping,
  });
  for (const { value } of program.secrets) job.secrets.add(value);
  const imported: Imported = {
    folder,
    stack: target?.stack,
    isDryRun,
    newFiles: [...project.newFiles.keys()],
    files: program.files,
    stale: program.stale,
    fresh: program.objects.filter((object) => !known.has(keyOf(object))),
    secretKeys: program.secrets.filter(({ object }) => !known.has(keyOf(object))).map(({ key }) => key),
    leftOut: [...leftOut, ...ofLogin(wanted), ...(target === undefined ? goneFiles(program.files) : [])],
    attention,
    notRead: listed.failed,
    earlier: kept?.earlier,
    state: undefined,
  };
  return { job, listed, known, program, imported };
}

async function writeProgram(planned: PlannedImport): Promise<Imported> {
  const { job, listed, known, program, imported } = planned;
  const { mapping, wanted, isManaged, target } = job;
  const missing = program.objects.filter(({ definition, found }) => !isManaged(definition.kind, found.id));
  const whole = await writeAndEnter(missing, planned);
  if (whole === undefined || whole === "not installed") return { ...imported, state: whole };
  const remaining = await remainingOf(whole.rest, {
    mapping,
    shown: new Set(listed.objects.map(({ definition, found }) => objectKey(definition.kind, found.id))),
    isRead: (kind) => listed.failed.length === 0 && wanted.isDeclared(kind),
    withoutReference: new Set(whole.withoutReference.map(({ urn }) => urn)),
    holders: holdersIn(whole.rest, { objects: listed.objects, resources: target?.resources ?? [] }),
  });
  const state = { ...whole, remaining };
  if (state.difference !== undefined) return { ...imported, state };
  const changes = new Map(program.files.map(({ file, change }) => [file, change]));
  const used = new Set(program.objects.filter((object) => !state.undeclared.includes(object)).map(({ file }) => file));
  // A file of which nothing is declared may be one that the program does not import.
  const isRemoved = ({ file, ...object }: Placed) =>
    known.has(keyOf(object)) && (changes.get(file) === "gone" || (changes.get(file) === "edited" && used.has(file)));
  const removed = state.undeclared.filter(isRemoved).map(({ definition, found }): LeftOut => ({
    what: nameOfDeclared(definition, found.inputs),
    why: "somebody has removed it from the program",
  }));
  return {
    ...imported,
    leftOut: [...imported.leftOut, ...removed],
    state: { ...state, undeclared: state.undeclared.filter((object) => !isRemoved(object)) },
  };
}

/** Writes the program, and enters its objects in the state. If that fails, the files are as before. */
async function writeAndEnter(
  missing: readonly Placed[],
  planned: PlannedImport,
): Promise<StateResult | "not installed" | undefined> {
  const { job, program, known } = planned;
  const { folder, project, target } = job;
  const texts = program.files.flatMap(({ action, file, text }) => (action === "write" ? [[file, text] as const] : []));
  const undo = await writeForNow(folder, new Map([...texts, [mappingFile, mappingTextOf(planned)], ...project.newFiles]));
  try {
    if (target === undefined) return undefined;
    if (!findsPackage(folder)) return "not installed";
    const isKnown = (object: Placed) => known.has(keyOf(object));
    return await enterState(target, job, { objects: missing, isKnown, secrets: program.secrets });
  } catch (error) {
    // Objects that could not be taken back stay in the program: without it, the next run would delete them.
    const edited = target === undefined || !hasUnproven(folder, target.stack) ? await undo() : [];
    if (edited.length > 0) job.tell(`${edited.join(", ")}: edited meanwhile, so it stays`);
    throw error;
  }
}

const mappingTextOf = ({ job, program }: PlannedImport): string =>
  mappingText(nextMapping(job.mapping, { ...job, ...program, address: job.login.address }));

/** Where no preview shows what has become of it. */
const goneFiles = (files: readonly PlannedFile[]): readonly LeftOut[] =>
  files
    .filter(({ change }) => change === "gone")
    .map(({ file, count }) => ({ what: `${file} (${counted(count, "object")})`, why: "somebody has moved or deleted it" }));

/** What was not asked for, and how to get it. */
const ofLogin = ({ ofLogin: kinds }: Wanted): readonly LeftOut[] => {
  const what = `what belongs to the login itself (${kinds.join(", ")})`;
  const why = "--customer and --account import only what customers have. With --only, it is imported too";
  return kinds.length === 0 ? [] : [{ what, why }];
};

function placedObjects(objects: readonly Importable[], { mapping, names: chosen, target }: Job): readonly Placed[] {
  const earlier = new Map((mapping?.objects ?? []).map(({ kind, id, name, file }) => [objectKey(kind, id), { name, file }]));
  const taken = new Set((target?.resources ?? []).map((resource) => `${classOf(resource) ?? ""} ${nameOf(resource.urn)}`));
  const known: KnownNames = {
    given: new Map(Array.from(earlier, ([key, { name }]) => [key, name])),
    isTaken: (className, name) => taken.has(`${className} ${name}`),
  };
  const names = namesFor(objects, chosen === undefined ? known : withChosen(known, chosen, objects));
  return objects.map((object) => ({
    ...object,
    name: names.get(object)!,
    file: earlier.get(keyOf(object))?.file ?? placeOf(object).file,
  }));
}

/** Reads an account, writes a program that declares what is in it, and enters the objects in the state of a stack. */
export async function runImport(flags: ImportFlags, context: CommandContext): Promise<number> {
  const { stack, codeOnly = false, dryRun = false, out } = flags;
  if (stack !== undefined && codeOnly) throw new UsageError("--stack and --code-only cannot be used together");
  if (stack === undefined && !codeOnly && !dryRun)
    throw new UsageError(
      "name the stack with --stack; if it does not exist, it is created. To write only the program, use --code-only",
    );
  const folder = resolve(out ?? (hasProject(".") ? "." : "imported"));
  // What is in the folder is read once no other import changes it.
  const work = async () => runIn(flags, folder, context);
  return dryRun ? work() : withFolder(folder, work);
}

async function runIn(flags: ImportFlags, folder: string, { environment, print }: CommandContext): Promise<number> {
  const request = await requestOf(flags, folder);
  const { project, mapping } = request;
  const { stack } = flags;
  const secrets = new Secrets();
  const tell = (message: string) => notify("import", secrets.redact(message), flags);
  const login = await withProfile(environment, flags.profile);
  const target = stack === undefined ? undefined : await readTarget(folder, project, stack, { environment: login, secrets });
  const configuration = () =>
    target?.exists === true ? target.pulumi.configuration() : Promise.resolve(new Map<string, string>());
  const managed = await openLogins([{ resources: target?.resources ?? [], configuration }], {
    environment: login,
    secrets,
    notify: tell,
  });
  try {
    const { usual } = managed;
    if (usual === undefined) throw new UsageError(noLogin);
    if (mapping !== undefined && mapping.address !== usual.address)
      throw new UsageError(`${folder} has what was imported from ${mapping.address}. Name another folder with --out.`);
    const isManaged = (kind: string, id: string) => managed.has(usual.address, kind, id);
    const elsewhere = otherStacks({ project: project.name, stack: stack?.split("/").at(-1) }, folder, login);
    const imported = await importAccount({ ...request, login: usual, isManaged, elsewhere, target, secrets, tell });
    const redact = (text: string) => secrets.redact(text);
    print(flags.json ? JSON.stringify(asJson(imported, redact)) : asText(imported, redact));
    return exitCodeOf(imported);
  } finally {
    await managed.close();
  }
}
