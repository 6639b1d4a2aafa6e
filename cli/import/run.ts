import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { Secrets } from "../../sdk/redaction/redaction.js";
import type { Around } from "../shared/around.js";
import { UsageError } from "../shared/exit.js";
import { customerNumbers } from "../shared/input.js";
import { withProfile } from "../shared/profiles.js";
import { notify } from "../shared/terminal.js";
import { otherStacks } from "../stack/other-stacks.js";
import { noLogin, openLogins } from "../stack/logins.js";
import { importAccount, type Request } from "./import-account.js";
import { readChosenNames } from "./chosen-names.js";
import { withFolder } from "./folder-lock.js";
import { type Mapping, mappingFile, readMapping } from "./mapping.js";
import { hasProject, projectIn } from "./project.js";
import { asJson, asText, exitCodeOf } from "./report.js";
import { readTarget } from "./target.js";
import { wantedKinds } from "./wanted.js";

export interface ImportFlags {
  readonly customer?: readonly string[];
  readonly account?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly out?: string;
  readonly stack?: string;
  readonly codeOnly?: true;
  readonly dryRun?: true;
  readonly names?: string;
  readonly forget?: readonly string[];
  readonly profile?: string;
  readonly json?: true;
}

/**
 * Reads an account, writes a program that declares what is in it, and enters the objects in the state of a stack.
 *
 * @returns the exit code
 */
export async function runImport(flags: ImportFlags, around: Around): Promise<number> {
  const { stack, codeOnly = false, dryRun = false, out } = flags;
  if (stack !== undefined && codeOnly) throw new UsageError("--stack and --code-only cannot be used together");
  if (stack === undefined && !codeOnly && !dryRun)
    throw new UsageError(
      "name the stack with --stack; if it does not exist, it is created. To write only the program, use --code-only",
    );
  const folder = resolve(out ?? (hasProject(".") ? "." : "imported"));
  // What is in the folder is read once no other import changes it.
  const work = async () => runIn(await requestOf(flags, folder), flags, around);
  return dryRun ? work() : withFolder(folder, work);
}

async function runIn(request: Request, flags: ImportFlags, { environment, print }: Around): Promise<number> {
  const { folder, project } = request;
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
    const { mapping } = request;
    if (mapping !== undefined && mapping.address !== usual.address)
      throw new UsageError(`${folder} has what was imported from ${mapping.address}. Name another folder with --out.`);
    const isManaged = (kind: string, id: string) => managed.has(usual.address, kind, id);
    const elsewhere = otherStacks({ project: project.name, stack: stack?.split("/").at(-1) }, folder, login);
    const imported = await importAccount(request, { login: usual, isManaged, elsewhere, target, secrets, tell });
    const redact = (text: string) => secrets.redact(text);
    print(flags.json ? JSON.stringify(asJson(imported, redact)) : asText(imported, redact));
    return exitCodeOf(imported);
  } finally {
    await managed.close();
  }
}

/** @throws UsageError */
async function requestOf(flags: ImportFlags, folder: string): Promise<Request> {
  const customers = customerNumbers(flags.customer);
  const project = await projectIn(folder);
  const { mapping, ...remembered } = withoutForgotten(await readMapping(folder), folder, flags.forget);
  const isNarrowed = flags.only !== undefined || flags.skip !== undefined || remembered.kinds.length === 0;
  const wanted = isNarrowed
    ? await wantedKinds(flags.only, flags.skip, customers.length > 0 || flags.account !== undefined)
    : await wantedKinds(remembered.kinds);
  return {
    folder,
    project,
    mapping,
    wanted,
    isDryRun: flags.dryRun ?? false,
    names: flags.names === undefined ? undefined : await readChosenNames(flags.names),
    customers: [...new Set([...remembered.customers, ...customers])],
    accounts: [...new Set([...remembered.accounts, ...(flags.account ?? [])])],
    kinds: [...new Set([...remembered.kinds, ...wanted.names])].sort(),
  };
}

/** What earlier imports have named and written, without what is to be forgotten. @throws UsageError if it is not remembered, or still declared */
function withoutForgotten(mapping: Mapping | undefined, folder: string, forget: readonly string[] = []) {
  const { customers = [], accounts = [], kinds = [] } = mapping ?? {};
  const unknown = forget.find((each) => ![...customers.map(String), ...accounts, ...kinds].includes(each));
  if (unknown !== undefined) throw new UsageError(`--forget ${unknown}: ${mappingFile} has no such customer, account or kind`);
  const own = forget.flatMap((each) => [`customers/${each}.ts`, `accounts/${each}.ts`]);
  const declared = own.find((file) => existsSync(join(folder, file)));
  if (declared !== undefined)
    throw new UsageError(
      `--forget: remove ${declared} first. If the state has what it declares, let the state forget that before: the next \`up\` would delete it`,
    );
  const isKept = (each: number | string) => !forget.includes(String(each));
  return {
    customers: customers.filter(isKept),
    accounts: accounts.filter(isKept),
    kinds: kinds.filter(isKept),
    mapping: mapping && {
      ...mapping,
      files: Object.fromEntries(Object.entries(mapping.files).filter(([file]) => !own.includes(file))),
      objects: mapping.objects.filter(({ file }) => !own.includes(file)),
    },
  };
}
