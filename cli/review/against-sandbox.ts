import { resolve } from "node:path";
import { startSandbox } from "../../sandbox/server.js";
import type { Secrets } from "../../sdk/redaction/redaction.js";
import { variableName } from "../../provider/runtime/settings.js";
import { standInVariable } from "../../provider/values/remarks.js";
import { type Story, storyOf } from "../preview/events.js";
import type { SandboxLogin } from "../rehearse/environment.js";
import { checkSamePackage } from "../rehearse/same-package.js";
import { sourceInFile } from "../rehearse/source.js";
import { StackCopy } from "../rehearse/stack-copy.js";
import { UsageError } from "../shared/exit.js";
import { readText } from "../shared/input.js";
import { nameOf } from "../stack/deployment.js";
import { projectNameAt } from "../stack/selected-stack.js";
import { configurationFileOf } from "./files.js";
import { withoutSecrets } from "./stand-ins.js";

export interface SandboxOptions {
  readonly folder: string;
  /** Whose configuration file is used. Default: `review`, and no configuration. */
  readonly stack?: string;
  readonly from?: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly secrets: Secrets;
  readonly tell: (kind: string, message: string) => void;
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
  const { folder, stack = "review", from, environment, secrets } = options;
  checkSamePackage(folder);
  const project = projectNameAt(folder);
  if (project === undefined) throw new UsageError(`--cwd ${folder}: no Pulumi project with a name is there`);
  const source = from === undefined ? undefined : await sourceInFile(from);
  const login = source?.usual ?? usual;
  const file = await configurationFileOf(folder, stack);
  const configuration = file === undefined ? undefined : withoutSecrets(await readText("the configuration file", resolve(file)));
  const sandbox = await startSandbox({ seed: source?.seed ?? "default", rateLimit: false, controlRoutes: false });
  try {
    const preview = async (providers: ReadonlyMap<string, SandboxLogin>): Promise<Story> => {
      const logins = { address: sandbox.url, usual: login, providers };
      const checks = source === undefined ? previewChecksOff([undefined, ...providers.keys()]) : {};
      const copy = await StackCopy.create({
        folder,
        project,
        stack,
        environment: { ...environment, ...checks, [standInVariable]: "true" },
        logins,
        secrets,
      });
      try {
        if (configuration !== undefined) await copy.configure(configuration.text);
        return storyOf(await copy.preview());
      } finally {
        await copy.remove();
      }
    };
    const first = await preview(source?.providers ?? new Map());
    const named = providersIn(first).filter((name) => source?.providers.has(name) !== true);
    // An explicit provider logs in to the address that the program declares, unless the environment names another one.
    const story =
      named.length === 0
        ? first
        : await preview(new Map([...(source?.providers ?? []), ...named.map((name) => [name, login] as const)]));
    return { project, stack, story, cautions: cautionsOf(from, configuration?.replaced ?? []) };
  } finally {
    await sandbox.close();
  }
}

const previewChecksOff = (providers: readonly (string | undefined)[]): Record<string, string> =>
  Object.fromEntries(providers.map((name) => [variableName("previewChecks", name), "off"]));

/** Names of the explicit providers that a program declares. */
const providersIn = ({ planned }: Story): readonly string[] =>
  planned
    .filter(({ type, urn }) => type === "pulumi:providers:pulumi-nodejs" && nameOf(urn) !== "default")
    .map(({ urn }) => nameOf(urn));

const cautionsOf = (from: string | undefined, replaced: readonly string[]): readonly string[] => [
  "The program was previewed as a new stack against the sandbox: everything appears as new, and what exists at the provider is not known. " +
    "What this run would really do is known only after a review with the login",
  ...(from === undefined ? ["Prices, and whether names are free, were not looked up"] : []),
  ...(replaced.length === 0 ? [] : [`Secrets of the configuration were replaced by other values: ${replaced.join(", ")}`]),
];
