import { scryptSync } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { projectFileAbove, projectTextIn } from "../../provider/journal/backend.js";
import { secretsIn } from "../../provider/runtime/settings.js";
import { readText } from "../shared/input.js";
import { type Exported, pendingIn } from "../stack/deployment.js";
import type { Pulumi, Run } from "../stack/pulumi.js";
import { readState, selectedStack, type Session } from "../stack/stack.js";

/** Without a secret, a digest of a weak password could be guessed by whoever reads the review. */
export const noKey =
  "no secret is known that the review and the run share: set HOSTING_REVIEW_KEY to the same long random text for both";

/**
 * The key of the digests of a stack; undefined if the environment has no secret. A passphrase can be a weak one, so guessing is made slow.
 * @param configuration of the stack, in plain text
 */
async function digestKeyOf(
  environment: NodeJS.ProcessEnv,
  configuration: ReadonlyMap<string, { readonly value: string }>,
  stack: string,
): Promise<string | undefined> {
  const file = environment["PULUMI_CONFIG_PASSPHRASE_FILE"];
  // What is the same for a review and its application, the most lasting first.
  const secrets = [
    environment["HOSTING_REVIEW_KEY"],
    environment["PULUMI_CONFIG_PASSPHRASE"],
    file && (await readText("PULUMI_CONFIG_PASSPHRASE_FILE", file)).trim(),
    environment["HOSTING_PASSWORD"],
    environment["HOSTING_ACCESS_TOKEN"],
    environment["PULUMI_ACCESS_TOKEN"],
    configuration.get("hosting:password")?.value,
    configuration.get("hosting:accessToken")?.value,
  ];
  const secret = secrets.find(Boolean);
  return secret && scryptSync(secret, `hosting review of ${stack}`, 32).toString("hex");
}

const lockFiles = ["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb"];

/** The files of a project of which a digest is made; undefined for those that do not exist. */
export async function reviewedFiles(folder: string, stack: string) {
  const [configuration, project, dependencies] = await Promise.all([
    configurationIn(await configurationFileOf(folder, stack)),
    textOf(projectFileAbove(folder)),
    textOf(lockFileAbove(folder)),
  ]);
  return { configuration, project, dependencies };
}

export async function configurationFileOf(folder: string, stack: string): Promise<string | undefined> {
  const project = projectFileAbove(folder);
  const root = project === undefined ? folder : dirname(project);
  const named =
    project === undefined ? undefined : projectTextIn(await readText("the project file", project), project, "stackConfigDir");
  return [".yaml", ".yml", ".json"]
    .map((extension) => resolve(root, named ?? ".", `Pulumi.${stack}${extension}`))
    .find((file) => existsSync(file));
}

/** The lock file of a folder, or of the nearest folder above it that has one: a workspace has one for all its packages. */
export function lockFileAbove(folder: string): string | undefined {
  const found = lockFiles.map((name) => join(folder, name)).find((file) => existsSync(file));
  const parent = dirname(folder);
  return found ?? (parent === folder ? undefined : lockFileAbove(parent));
}

/** Without the salt: where a stack has no file, each Pulumi command writes one with a new salt. With another salt, no secret can be read. */
const configurationIn = async (file: string | undefined): Promise<string | undefined> =>
  (await textOf(file))?.replace(/^encryptionsalt: .*(?:\r?\n|$)/m, "") || undefined;

const textOf = async (file: string | undefined): Promise<string | undefined> =>
  file === undefined ? undefined : readFile(file, "latin1");

export type Before = Awaited<ReturnType<typeof readBefore>>;

/** Reads the stack. Its secrets are removed from everything that is shown. */
export async function readBefore(session: Session, chosen: string | undefined) {
  const { folder, secrets, environment } = session;
  const pulumi = session.pulumi(chosen);
  for (const secret of secretsIn(environment)) secrets.add(secret);
  const { exported, resources } = await readState(pulumi, secrets);
  const content = contentOf(exported);
  const configuration = await pulumi.markedConfiguration();
  const { stack = "", project } = await selectedStack(pulumi, folder);
  const { changedAt, latest } = await runsOf(pulumi);
  const base: unknown = [content, changedAt];
  return {
    pulumi,
    folder,
    stack,
    /** Undefined if neither the engine nor the project's file names it. */
    project,
    /** What the state says, with secrets. */
    content,
    resources,
    pending: pendingIn(exported.deployment),
    configuration,
    files: await reviewedFiles(folder, stack),
    /** Of the digests; undefined if the environment has no secret for it. */
    key: await digestKeyOf(environment, configuration, `${project}/${stack}`),
    /** What identifies this state among all that the stack has had. */
    base,
    latest,
  };
}

/** What a run reports of resources that it leaves as they are. */
const unchanged: ReadonlySet<string> = new Set(["same", "read"]);

/**
 * When the latest run began that changed something or failed at it, and the latest update that succeeded. A state can return to what it was, as
 * after a change and its revert, and is another one then.
 */
async function runsOf(pulumi: Pulumi): Promise<{ readonly changedAt: string | undefined; readonly latest: Run | undefined }> {
  let latest: Run | undefined;
  let changedAt: string | undefined;
  for await (const run of pulumi.runs()) {
    if (run.kind === "update" && run.result === "succeeded") latest ??= run;
    const operations = Object.keys(run.resourceChanges ?? {});
    // One that failed may have sent what no state shows. One that was refused after its preview has no operations.
    const isFailed = run.result !== "succeeded" && operations.length > 0;
    if (isFailed || operations.some((operation) => !unchanged.has(operation))) changedAt ??= run.startTime;
    if (latest !== undefined && changedAt !== undefined) break;
  }
  return { changedAt, latest };
}

/** What each write of a state changes, and a refresh that finds nothing. */
const passing = ["created", "modified", "sourcePosition", "stackTrace", "propertyDependencies"];

/** What a state says, without when and how it was written. */
export const contentOf = ({ deployment: { resources, pending_operations: pending } }: Exported): unknown => [
  (resources ?? []).map((each) => Object.fromEntries(Object.entries(each).filter(([name]) => !passing.includes(name)))),
  pending ?? [],
];
