import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Secrets } from "../../sdk/redaction/redaction.js";
import { UsageError } from "../shared/exit.js";
import { customerNumbers } from "../shared/input.js";
import type { StoredResource } from "../stack/deployment.js";
import type { Login } from "../stack/logins.js";
import type { Pulumi } from "../stack/pulumi.js";
import type { Elsewhere } from "../stack/stack.js";
import type { ImportFlags } from "../options.js";
import { type Mapping, mappingFile, readMapping } from "./mapping.js";
import { readChosenNames } from "./names.js";
import { projectIn } from "./project.js";
import { wantedKinds } from "./select.js";

export interface Target {
  readonly pulumi: Pulumi;
  readonly stack: string;
  readonly exists: boolean;
  readonly resources: readonly StoredResource[];
}

/** What an import has to do, and what it works on. */
export interface Job extends Awaited<ReturnType<typeof requestOf>> {
  readonly login: Login;
  readonly isManaged: (kind: string, id: string) => boolean;
  readonly elsewhere: Elsewhere;
  /** Undefined if only the program is written. */
  readonly target: Target | undefined;
  readonly secrets: Secrets;
  readonly tell: (message: string) => void;
}

/** What the flags ask for, with what earlier imports have named. */
export async function requestOf(flags: ImportFlags, folder: string) {
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
  const isOwn = (file: string) => {
    const [, name = ""] = /^(?:customers|accounts)\/(.+)\.ts$/.exec(file) ?? [];
    return forget.includes(name) || forget.includes(name.replace(/-\d+$/, ""));
  };
  const declared = Object.keys(mapping?.files ?? {}).find((file) => isOwn(file) && existsSync(join(folder, file)));
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
      files: Object.fromEntries(Object.entries(mapping.files).filter(([file]) => !isOwn(file))),
      objects: mapping.objects.filter(({ file }) => !isOwn(file)),
    },
  };
}
