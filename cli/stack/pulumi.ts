import { spawn, type SpawnOptions } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { comparingVariable, enteringVariable } from "../../provider/runtime/settings.js";
import { remarksVariable } from "../../provider/values/remarks.js";
import type { Secrets } from "../../sdk/redaction/redaction.js";
import { presentable } from "../../sdk/redaction/text.js";
import { CommandError, exitCodes, UsageError } from "../shared/exit.js";
import { ifEnded, withTemporaryFolder } from "../shared/files.js";
import { secret, type StoredProperties } from "./deployment.js";
import { remedyFor } from "./engine-message.js";
import { readEvents, type RunEvents } from "./events.js";

export class PulumiError extends CommandError {
  constructor(
    message: string,
    /** Its standard error, which may contain secrets. */
    readonly stderr: string,
  ) {
    super(message, /no project file found|pass the fully qualified name/.test(stderr) ? exitCodes.usage : exitCodes.failed);
  }
}

export interface Run {
  readonly kind: string;
  readonly startTime: string;
  readonly endTime?: string;
  /** `succeeded` or `failed`. */
  readonly result?: string;
  /** Such as `git.head`. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly config?: Readonly<Record<string, Configured>>;
  readonly resourceChanges?: Readonly<Record<string, number>> | null;
}

/** A value of the configuration; one that is no text is its JSON. */
export interface ConfigurationValue {
  readonly value: string;
  readonly isSecret: boolean;
}

export interface Configured {
  readonly value?: unknown;
  readonly secret?: boolean;
}

interface CommandOptions {
  /** Whether the command is about the stack. Default: true. */
  readonly ofStack?: boolean;
  /** Flags that messages do not repeat. */
  readonly flags?: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly input?: () => Promise<string>;
  /** Whether Ctrl-C at the terminal does not reach it. */
  readonly isApart?: true;
}

/** What a preview shows that enters objects. */
export type PreviewToEnter = Readonly<Awaited<ReturnType<Pulumi["previewToEnter"]>>>;

export type RunningUp = Readonly<ReturnType<Pulumi["startUp"]>>;

type Ended = Awaited<ReturnType<typeof spawned>["ended"]>;

/** Without this variable, Pulumi does not know the flag for the events. */
const eventLogVariables = { PULUMI_DEBUG_COMMANDS: "true" };

const runsPerPage = 20;

const targetFlags = (urns: readonly string[]): string[] => urns.flatMap((urn) => ["--target", urn]);

/** The user's Pulumi CLI, for one stack. Secrets only pass through pipes. */
export class Pulumi {
  constructor(
    private readonly folder: string,
    private readonly stack: string | undefined,
    private readonly secrets: Secrets,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  exportState(): Promise<string> {
    return this.#run(["stack", "export", "--show-secrets"]);
  }

  /** Name of the stack, with organization and project if the backend separates stacks by project. */
  async stackName(): Promise<string> {
    return (await this.#run(["stack", "--show-name", "--fully-qualify-stack-names"])).trim();
  }

  async stackNames(): Promise<readonly string[]> {
    const stacks = JSON.parse(await this.#run(["stack", "ls", "--json"], { ofStack: false })) as readonly {
      readonly name: string;
    }[];
    return stacks.map(({ name }) => name.split("/").at(-1) ?? name);
  }

  async configuration(): Promise<ReadonlyMap<string, string>> {
    return new Map(Array.from(await this.markedConfiguration(), ([key, { value }]) => [key, value]));
  }

  /** The configuration by key, with which values are secret. They are removed from everything that is shown. */
  async markedConfiguration(): Promise<ReadonlyMap<string, ConfigurationValue>> {
    const values = new Map<string, ConfigurationValue>();
    for (const [key, { value, secret: isSecret = false }] of Object.entries(await this.#configured())) {
      if (typeof value !== "string") continue;
      values.set(key, { value, isSecret });
      if (isSecret) this.secrets.add(value);
    }
    return values;
  }

  /** The configuration in the format of a state, as the default provider records it. */
  async recordedConfiguration(): Promise<StoredProperties> {
    const values = Object.entries(await this.#configured()).filter(([, { value }]) => value !== undefined);
    return Object.fromEntries(values.map(([key, { value, secret: isSecret }]) => [key, isSecret ? secret(value) : value]));
  }

  async #configured(): Promise<Readonly<Record<string, Configured>>> {
    return JSON.parse(await this.#run(["config", "--json", "--show-secrets"])) as Record<string, Configured>;
  }

  async removeConfiguration(key: string): Promise<void> {
    await this.#run(["config", "rm", key]);
  }

  async removeStack(): Promise<void> {
    await this.#run(["stack", "rm", "--yes"]);
  }

  /** Writes the state to a file, with secrets encrypted. */
  async backUp(file: string): Promise<void> {
    await this.#run(["stack", "export"], { flags: ["--file", file] });
  }

  /** The latest run of this stack, in words; undefined if there was none. */
  async latestRun(): Promise<string | undefined> {
    for await (const { kind, startTime, endTime = "never" } of this.runs())
      if (kind !== "import") return `${kind} of ${startTime}, ended ${endTime}`;
    return undefined;
  }

  /** The runs of the stack in the history, the latest first, a page at a time from page 1 on, with the configuration's secrets in plain text. */
  async *runs(): AsyncGenerator<Run> {
    for (let page = 1; ; page += 1) {
      const flags = ["--json", "--show-secrets", "--page-size", String(runsPerPage), "--page", String(page)];
      const runs = JSON.parse(await this.#run(["stack", "history"], { flags })) as readonly Run[] | null;
      yield* runs ?? [];
      if ((runs ?? []).length < runsPerPage) return;
    }
  }

  /**
   * Replaces the current state. Pulumi encrypts what is secret, and refuses while an update runs.
   * @param state is called once Pulumi has started; if it fails, nothing is written
   */
  async importState(state: () => Promise<string>): Promise<void> {
    await this.#run(["stack", "import"], { input: state });
  }

  /** Removes the lock of the stack. A run that holds it goes on without it. */
  async cancel(): Promise<void> {
    await this.#run(["cancel", "--yes"]);
  }

  async create(): Promise<void> {
    await this.#run(["stack", "init"], { flags: ["--no-select"] });
  }

  async setSecret(key: string, value: string): Promise<void> {
    await this.#run(["config", "set"], { flags: ["--secret", "--raw", key], input: () => Promise.resolve(value) });
  }

  /** A preview after a refresh, which nothing of this package stops. @param targets URNs of what alone is compared; empty: everything */
  compare(targets: readonly string[] = []): Promise<RunEvents> {
    return this.#logged(["preview", "--refresh"], targetFlags(targets), { [comparingVariable]: "true" });
  }

  /** A preview of the next run. @param variables in addition to those of the environment */
  preview(flags: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<RunEvents> {
    return this.#logged(["preview"], flags, variables);
  }

  /** The next run, without asking. @param targets URNs or patterns of the resources that it may change */
  up(configFile: string, targets: readonly string[]): Promise<RunEvents> {
    return this.#logged(["up"], ["--yes", "--skip-preview", "--config-file", configFile, ...targetFlags(targets)]);
  }

  /**
   * Starts the next run with its preview, without asking. Only `interrupt` interrupts it: the first signal lets the run end in order.
   * @param log the file for the events of the engine: it has those of the preview, and later only those of the run
   */
  startUp(log: string, flags: readonly string[], variables: Readonly<Record<string, string>>) {
    const { child, ended } = this.#begin(["up"], {
      flags: ["--yes", "--suppress-progress", "--event-log", log, ...flags],
      variables: { ...eventLogVariables, ...variables },
      isApart: true,
    });
    return {
      interrupt: (signal: NodeJS.Signals) => void child.kill(signal),
      ended: ended.then((outcome) => (outcome.status === 0 ? undefined : this.#failure("pulumi up", outcome))),
    };
  }

  /** Runs a command, and reads the events of the engine. @throws PulumiError if it could not begin, so that there are none */
  #logged(
    command: readonly string[],
    flags: readonly string[],
    variables: Readonly<Record<string, string>> = {},
  ): Promise<RunEvents> {
    return withTemporaryFolder("events", async (folder) => {
      const [log, remarks] = [join(folder, "events.json"), join(folder, "remarks.json")];
      const ended = await this.#spawn(command, {
        flags: ["--suppress-progress", "--event-log", log, ...flags],
        variables: { ...eventLogVariables, [remarksVariable]: remarks, ...variables },
      });
      const [events, told] = await Promise.all([log, remarks].map((file) => readFile(file, "utf8").catch(() => "")));
      if (events === "") throw this.#failure(`pulumi ${command.join(" ")}`, ended);
      return readEvents(`${events}\n${told}`);
    });
  }

  /**
   * What a run would do, as JSON with secrets masked, without a refresh. Objects of new resources are not looked up, because they
   * exist and are to enter the state.
   * @throws PulumiError if it could not begin
   */
  previewToEnter() {
    return withTemporaryFolder("enter", async (folder) => {
      /** Of the digests of what is declared. */
      const key = randomUUID();
      const log = join(folder, "remarks");
      const ended = await this.#spawn(["preview"], {
        flags: ["--json"],
        variables: { [enteringVariable]: key, [remarksVariable]: log },
      });
      if (ended.stdout.trim() === "") throw this.#failure("pulumi preview", ended);
      const remarks = await readFile(log, "utf8").catch(() => "");
      return {
        /** JSON with masked secrets. */ text: ended.stdout,
        key,
        /** What the provider says of what is declared. */ remarks,
      };
    });
  }

  async #run(command: readonly string[], options: CommandOptions = {}): Promise<string> {
    const ended = await this.#spawn(command, options);
    if (ended.status === 0) return ended.stdout;
    throw this.#failure(`pulumi ${command.join(" ")}`, ended);
  }

  /** A signal to this process alone, as from a supervisor, would leave the command running. */
  #spawn(command: readonly string[], options: CommandOptions): Promise<Ended> {
    // Listens before it begins: the command may have begun before this process goes on.
    let begun: ReturnType<typeof spawned> | undefined;
    return ifEnded(
      (signal) => begun?.child.kill(signal),
      () => (begun = this.#begin(command, options)).ended,
    );
  }

  #begin(command: readonly string[], options: CommandOptions) {
    const { ofStack = true, flags = [], variables = {}, input, isApart = false } = options;
    const stack = this.stack === undefined || !ofStack ? [] : ["--stack", this.stack];
    const settings = { cwd: this.folder, env: { ...this.environment, ...variables }, detached: isApart };
    return spawned([...command, ...flags, ...stack, "--non-interactive", "--color", "never"], command.join(" "), settings, input);
  }

  #failure(title: string, { stderr, status }: Ended): PulumiError {
    const printed = stderr.replace(/^error: /gm, "");
    const reason = presentable(printed, this.secrets, 2000) ?? "no message";
    const remedy = remedyFor(printed);
    return new PulumiError(
      `\`${title}\` failed${status === null ? "" : ` with exit code ${status}`}: ${reason}.${remedy === undefined ? "" : ` ${remedy}`}`,
      printed,
    );
  }
}

function spawned(args: readonly string[], title: string, settings: SpawnOptions, input = () => Promise.resolve("")) {
  const child = spawn("pulumi", args, { ...settings, stdio: ["pipe", "pipe", "pipe"] });
  // A command that does not read its input may end before all of it is written.
  child.stdin.on("error", () => undefined);
  const closed = new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  const outcome = Promise.all([text(child.stdout), text(child.stderr), closed]).catch((error: unknown) => {
    const reason = (error as NodeJS.ErrnoException).code ?? "?";
    throw new UsageError(`\`pulumi ${title}\` could not be started (${reason}): is Pulumi installed?`);
  });
  // If its input fails, the command ends too and reports the missing input as an error.
  const fed = input()
    .then((given) => void child.stdin.write(given))
    .finally(() => child.stdin.end());
  const ended = Promise.allSettled([fed, outcome]).then(async () => {
    await fed;
    const [stdout, stderr, status] = await outcome;
    return { stdout, stderr, status };
  });
  return { child, ended };
}
