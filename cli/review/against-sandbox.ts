import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { realpath, symlink } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { promisify } from "node:util";
import { projectFileAbove } from "../../provider/journal/backend.js";
import { variableName } from "../../provider/runtime/settings.js";
import { standInVariable } from "../../provider/values/remarks.js";
import { type Sandbox, startSandbox } from "../../sandbox/server.js";
import { rows } from "../../sdk/operations/rows.js";
import type { Secrets } from "../../sdk/redaction/redaction.js";
import { shortened } from "../../sdk/redaction/text.js";
import { type AccountsCopy, checkSamePackage, sourceInFile } from "../rehearse/source.js";
import { type SandboxLogin, withStackCopy } from "../rehearse/stack-copy.js";
import { CommandError, UsageError } from "../shared/exit.js";
import { withTemporaryFolder } from "../shared/files.js";
import { readText } from "../shared/input.js";
import { firstNames, oneLine } from "../shared/text.js";
import { nameOf } from "../stack/deployment.js";
import { engineMessage } from "../stack/engine-message.js";
import type { RunEvents } from "../stack/events.js";
import { projectNameAt } from "../stack/stack.js";
import { configurationFileOf } from "./before.js";
import { differenceOf } from "./difference.js";
import { knownOf } from "./review.js";

/**
 * Does work in the project's folder at the base: in a folder with a Pulumi project, or in a checkout of a git revision, which is removed
 * afterwards. A checkout has the installed packages of the project.
 * @throws UsageError if it is neither
 */
async function atBase<T>(
  base: string,
  { folder, environment }: { readonly folder: string; readonly environment: NodeJS.ProcessEnv },
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const given = resolve(base);
  if (dirname(projectFileAbove(given) ?? "") === given) return work(given);
  const git = async (...args: readonly string[]): Promise<string> => {
    // A checkout runs no hooks.
    const { stdout } = await promisify(execFile)("git", ["-c", "core.hooksPath=/dev/null", ...args], {
      cwd: folder,
      env: environment,
    });
    return stdout.trim();
  };
  const [root, commit] = await Promise.all([
    git("rev-parse", "--show-toplevel"),
    git("rev-parse", "--verify", "--quiet", "--end-of-options", `${base}^{commit}`),
  ]).catch((error: unknown) => {
    const why = saidIn(error) || "A pipeline has to fetch it first, with enough depth.";
    throw new UsageError(`--base ${base}: neither a folder with a Pulumi project nor a git revision in ${folder}. ${why}`);
  });
  const within = relative(await realpath(root), await realpath(folder));
  return withTemporaryFolder("base", async (place) => {
    const checkout = join(place, "base");
    await git("worktree", "add", "--quiet", "--detach", checkout, commit).catch((error: unknown) => {
      throw new UsageError(`--base ${base}: git could not check it out: ${saidIn(error)}`);
    });
    try {
      const at = join(checkout, within);
      if (!existsSync(at) || projectFileAbove(at) === undefined)
        throw new UsageError(`--base ${base}: it has no such Pulumi project. Without --base, everything is shown as new.`);
      await linkPackages(root, within, checkout);
      return await work(at);
    } finally {
      await git("worktree", "remove", "--force", checkout);
    }
  });
}

const saidIn = (error: unknown): string => oneLine((error as { readonly stderr?: string }).stderr ?? "");

/** Gives a checkout the folders of installed packages that the project sees: those within its repository, and the nearest one above. */
async function linkPackages(root: string, within: string, checkout: string): Promise<void> {
  const folders = within === "" ? [] : within.split(sep);
  for (let depth = 0; depth <= folders.length; depth += 1) {
    const at = join(...folders.slice(0, depth), ".");
    await linkIfThere(join(root, at), join(checkout, at));
  }
  let above = dirname(root);
  while (!(await linkIfThere(above, dirname(checkout))) && above !== dirname(above)) above = dirname(above);
}

async function linkIfThere(from: string, to: string): Promise<boolean> {
  const [packages, link] = [join(from, "node_modules"), join(to, "node_modules")];
  if (!existsSync(packages)) return false;
  if (existsSync(to) && !existsSync(link)) await symlink(packages, link, "dir");
  return true;
}

/** A value in place of a secret. No program should depend on what it is. */
const standIn = "replaced-for-this-review";

/**
 * A configuration file of a stack with a value in place of each secret, whose ciphertext only the owner can read, and without what
 * encrypts them. Pulumi writes a secret as a mapping of the one key `secure`.
 */
export function withoutSecrets(text: string) {
  const replaced = new Set<string>();
  const lines: string[] = [];
  let key = "";
  for (const line of text.split(/\r?\n/)) {
    if (/^(?:encryptionsalt|encryptedkey|secretsprovider)\s*:/.test(line)) continue;
    key = /^\s+(["']?)([^\s"':]+:[^\s"':]+)\1\s*:/.exec(line)?.[2] ?? key;
    if (!secure.test(line)) {
      lines.push(line);
      continue;
    }
    replaced.add(key);
    const before = lines.at(-1) ?? "";
    // In a block, the mapping is below its key.
    if (/^\s+secure\s*:/.test(line) && /:\s*$/.test(before)) lines[lines.length - 1] = `${before.trimEnd()} ${standIn}`;
    else lines.push(line.replace(/\{\s*secure\s*:[^}]*\}/g, standIn).replace(/^(\s*-\s+)secure\s*:.*$/, `$1${standIn}`));
  }
  return { text: lines.join("\n"), replaced: [...replaced] };
}

const secure = /(?:^\s+|-\s+|\{\s*)secure\s*:/;

export interface SandboxOptions {
  readonly folder: string;
  /** Whose configuration file is used. Default: `review`, and no configuration. */
  readonly stack?: string;
  readonly from?: string;
  /** A git revision or a folder, with which the program is compared. */
  readonly base?: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly secrets: Secrets;
}

const usual: SandboxLogin = { username: "reseller", password: "sandbox-password" };

/** Previews a program as a new stack against the embedded sandbox. Nothing leaves this machine, and nothing of the user's stacks is read. */
export async function previewAgainstSandbox(options: SandboxOptions) {
  const { folder, stack = "review", from, base, environment } = options;
  const project = projectAt(folder);
  const source = from === undefined ? undefined : await sourceInFile(from);
  const sandbox = await startSandbox({ seed: source?.seed ?? "empty", rateLimit: false, controlRoutes: false });
  try {
    if (source === undefined) withholdAll(sandbox);
    const previewed = (at: string) => previewAt(at, { ...options, project, stack }, { source, address: sandbox.url });
    const before = base === undefined ? undefined : await atBase(base, { folder, environment }, previewed);
    const head = await previewed(folder);
    const replaced = head.replaced.join(", ");
    const { events, cautions } =
      base === undefined || before === undefined
        ? { events: head.events, cautions: [asNew] }
        : await comparedWith(base, before.events, head.events);
    const general = [
      ...(source === undefined ? ["Prices, and whether names are free, were not looked up"] : []),
      ...(replaced === "" ? [] : [`Secrets of the configuration were replaced by other values: ${replaced}`]),
    ];
    return { project, stack, events, cautions: [...cautions, ...general] };
  } finally {
    await sandbox.close();
  }
}

const asNew =
  "The program was previewed as a new stack against the sandbox: everything appears as new, and what exists at the provider is not known. " +
  "What this run would really do is known only after a review with the login";

/** @throws CommandError if nothing can be compared with the base */
async function comparedWith(base: string, before: RunEvents, head: RunEvents) {
  const known = knownOf(before);
  if (!known.events.isWhole) {
    const [failure] = known.events.failures;
    const why = failure === undefined ? "Its preview did not end." : shortened(engineMessage(failure), longestFailure);
    throw new CommandError(`--base ${base}: the base could not be previewed. ${why}`);
  }
  const { events, uncompared } = await differenceOf(before, head, head.isWhole);
  const cautions = [
    `The program was compared with the one at ${base}, both against the sandbox: what exists at the provider is not known. ` +
      "What this run would really do is known only after a review with the login",
    ...(before.isWhole ? [] : ["The program of the base stopped at what it looks up, so what appears as new may exist there"]),
    ...(head.isWhole ? [] : ["The program stopped before its end, so what it removes is not known"]),
    ...(uncompared.length === 0 ? [] : [`Not known before a run, and not compared: ${firstNames(uncompared, 5)}`]),
    "Secrets are not compared",
  ];
  return { events, cautions };
}

/** Characters of a failure: a program that fails has a stack trace. */
const longestFailure = 300;

function projectAt(folder: string): string {
  const project = projectNameAt(folder);
  if (project === undefined) throw new UsageError(`--cwd ${folder}: no Pulumi project with a name is there`);
  return project;
}

async function previewAt(
  folder: string,
  { project, stack, environment, secrets }: SandboxOptions & { readonly project: string; readonly stack: string },
  { source, address }: { readonly source: AccountsCopy | undefined; readonly address: string },
): Promise<{ readonly events: RunEvents; readonly replaced: readonly string[] }> {
  checkSamePackage(folder);
  const login = source?.usual ?? usual;
  const file = await configurationFileOf(folder, stack);
  const configuration = file === undefined ? undefined : withoutSecrets(await readText("the configuration file", resolve(file)));
  const preview = (providers: ReadonlyMap<string, SandboxLogin>): Promise<RunEvents> => {
    const logins = { address, usual: login, providers };
    const checks = source === undefined ? previewChecksOff([undefined, ...providers.keys()]) : {};
    const around = { ...environment, ...checks, [standInVariable]: "true" };
    return withStackCopy({ folder, project, stack, environment: around, logins, secrets }, async (copy) => {
      if (configuration !== undefined) await copy.configure(configuration.text);
      return copy.preview();
    });
  };
  const first = await preview(source?.providers ?? new Map());
  const unnamed = providersIn(first).filter((name) => source?.providers.has(name) !== true);
  // An explicit provider logs in to the address that the program declares, unless the environment names another one.
  const providers = new Map([...(source?.providers ?? []), ...unnamed.map((name) => [name, login] as const)]);
  const events = unnamed.length === 0 ? first : await preview(providers);
  return { events, replaced: configuration?.replaced ?? [] };
}

/**
 * Lets a sandbox answer nothing but logins. What it has is not the account's, so that no value of it may be shown as one: whatever is looked up
 * is refused as by the API, which does not tell "no access" from "no such object".
 */
function withholdAll({ control }: Sandbox): void {
  for (const { id } of rows)
    if (id !== "authenticate")
      control.faults.add({
        operation: id,
        occurrence: "always",
        effect: { kind: "status", status: 403, body: { msg: withheld } },
      });
}

const withheld = "not known against the sandbox";

const previewChecksOff = (providers: readonly (string | undefined)[]): Record<string, string> =>
  Object.fromEntries(providers.map((name) => [variableName("previewChecks", name), "off"]));

const providersIn = ({ planned }: RunEvents): readonly string[] =>
  planned
    .filter(({ type, urn }) => type === "pulumi:providers:pulumi-nodejs" && nameOf(urn) !== "default")
    .map(({ urn }) => nameOf(urn));
