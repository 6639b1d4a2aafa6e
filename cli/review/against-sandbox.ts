import { resolve } from "node:path";
import { type Sandbox, startSandbox } from "../../sandbox/server.js";
import { rows } from "../../sdk/operations/rows.js";
import type { Secrets } from "../../sdk/redaction/redaction.js";
import { shortened } from "../../sdk/redaction/text.js";
import { variableName } from "../../provider/runtime/settings.js";
import { standInVariable } from "../../provider/values/remarks.js";
import { type Story, storyOf } from "../preview/events.js";
import type { SandboxLogin } from "../rehearse/environment.js";
import { checkSamePackage } from "../rehearse/same-package.js";
import { type Source, sourceInFile } from "../rehearse/source.js";
import { StackCopy } from "../rehearse/stack-copy.js";
import { CommandError, UsageError } from "../shared/exit.js";
import { readText } from "../shared/input.js";
import { firstNames } from "../shared/one-line.js";
import { nameOf } from "../stack/deployment.js";
import { projectNameAt } from "../stack/selected-stack.js";
import { engineMessage } from "../stack/engine-message.js";
import { atBase } from "./base-folder.js";
import { differenceOf } from "./difference.js";
import { configurationFileOf } from "./files.js";
import { knownOf } from "./not-in-sandbox.js";
import { withoutSecrets } from "./stand-ins.js";

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

/** A preview of a program as a new stack, and what its reader must know. */
export interface SandboxPreview {
  readonly project: string;
  readonly stack: string;
  readonly story: Story;
  readonly cautions: readonly string[];
}

const usual: SandboxLogin = { username: "reseller", password: "sandbox-password" };

/** Previews a program against the embedded sandbox. Nothing leaves this machine, and nothing of the user's stacks is read. */
export async function previewAgainstSandbox(options: SandboxOptions): Promise<SandboxPreview> {
  const { folder, stack = "review", from, base, environment } = options;
  const project = projectAt(folder);
  const source = from === undefined ? undefined : await sourceInFile(from);
  const sandbox = await startSandbox({ seed: source?.seed ?? "empty", rateLimit: false, controlRoutes: false });
  try {
    if (source === undefined) withholdAll(sandbox);
    const previewed = (at: string) => previewAt(at, { ...options, project, stack }, { source, address: sandbox.url });
    const before = base === undefined ? undefined : await atBase(base, { folder, environment }, previewed);
    const head = await previewed(folder);
    const general = [
      ...(source === undefined ? ["Prices, and whether names are free, were not looked up"] : []),
      ...(head.replaced.length === 0
        ? []
        : [`Secrets of the configuration were replaced by other values: ${head.replaced.join(", ")}`]),
    ];
    if (base === undefined || before === undefined) return { project, stack, story: head.story, cautions: [asNew, ...general] };
    const { story, cautions } = await comparedWith(base, before.story, head.story);
    return { project, stack, story, cautions: [...cautions, ...general] };
  } finally {
    await sandbox.close();
  }
}

const asNew =
  "The program was previewed as a new stack against the sandbox: everything appears as new, and what exists at the provider is not known. " +
  "What this run would really do is known only after a review with the login";

/** @throws CommandError if nothing can be compared with the base */
async function comparedWith(
  base: string,
  before: Story,
  head: Story,
): Promise<{ readonly story: Story; readonly cautions: readonly string[] }> {
  const known = knownOf(before);
  if (!known.story.isWhole) {
    const [failure] = known.story.failures;
    const why = failure === undefined ? "Its preview did not end." : shortened(engineMessage(failure), longestFailure);
    throw new CommandError(`--base ${base}: the base could not be previewed. ${why}`);
  }
  const { story, uncompared } = await differenceOf(before, head, head.isWhole);
  const cautions = [
    `The program was compared with the one at ${base}, both against the sandbox: what exists at the provider is not known. ` +
      "What this run would really do is known only after a review with the login",
    ...(before.isWhole ? [] : ["The program of the base stopped at what it looks up, so what appears as new may exist there"]),
    ...(head.isWhole ? [] : ["The program stopped before its end, so what it removes is not known"]),
    ...(uncompared.length === 0 ? [] : [`Not known before a run, and not compared: ${firstNames(uncompared, 5)}`]),
    "Secrets are not compared",
  ];
  return { story, cautions };
}

/** Characters of a failure: a program that fails has a stack trace. */
const longestFailure = 300;

function projectAt(folder: string): string {
  const project = projectNameAt(folder);
  if (project === undefined) throw new UsageError(`--cwd ${folder}: no Pulumi project with a name is there`);
  return project;
}

/** Previews the program of a folder. */
async function previewAt(
  folder: string,
  { project, stack, environment, secrets }: SandboxOptions & { readonly project: string; readonly stack: string },
  { source, address }: { readonly source: Source | undefined; readonly address: string },
): Promise<{ readonly story: Story; readonly replaced: readonly string[] }> {
  checkSamePackage(folder);
  const login = source?.usual ?? usual;
  const file = await configurationFileOf(folder, stack);
  const configuration = file === undefined ? undefined : withoutSecrets(await readText("the configuration file", resolve(file)));
  const preview = async (providers: ReadonlyMap<string, SandboxLogin>): Promise<Story> => {
    const logins = { address, usual: login, providers };
    const checks = source === undefined ? previewChecksOff([undefined, ...providers.keys()]) : {};
    const around = { ...environment, ...checks, [standInVariable]: "true" };
    const copy = await StackCopy.create({ folder, project, stack, environment: around, logins, secrets });
    try {
      if (configuration !== undefined) await copy.configure(configuration.text);
      return storyOf(await copy.preview());
    } finally {
      await copy.remove();
    }
  };
  const first = await preview(source?.providers ?? new Map());
  const unnamed = providersIn(first).filter((name) => source?.providers.has(name) !== true);
  // An explicit provider logs in to the address that the program declares, unless the environment names another one.
  const providers = new Map([...(source?.providers ?? []), ...unnamed.map((name) => [name, login] as const)]);
  const story = unnamed.length === 0 ? first : await preview(providers);
  return { story, replaced: configuration?.replaced ?? [] };
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

/** Names of the explicit providers that a program declares. */
const providersIn = ({ planned }: Story): readonly string[] =>
  planned
    .filter(({ type, urn }) => type === "pulumi:providers:pulumi-nodejs" && nameOf(urn) !== "default")
    .map(({ urn }) => nameOf(urn));
