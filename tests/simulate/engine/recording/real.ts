import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { lightStart } from "../../../support/backend.js";
import { withoutSettings } from "../../../support/engine.js";
import type { Command, Program, State } from "../types.js";
import { normalCalls, normalState, normalStep } from "./normal.js";
import {
  answered,
  type Question,
  readRecording,
  type Recorded,
  recordings,
  stack,
  stateFile,
  type Step,
  writeRecording,
} from "./recordings.js";
import type { Call, Script } from "./scripted.js";

const root = resolve(__dirname, "..", "..", "..", "..", "..");

const lines = async <T>(path: string): Promise<T[]> => {
  const content = existsSync(path) ? await readFile(path, "utf8") : "";
  // The text after the last line break is empty, or was cut off when the engine was killed.
  return content
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as T);
};

interface EngineEvent {
  readonly resourcePreEvent?: { readonly metadata: { readonly op: string; readonly urn: string } };
}

/** The command as a person types it, without the options that all recordings share. */
function argumentsOf({ name, ...options }: Command): string[] {
  const flags = Object.entries(options).flatMap(([key, value]: [string, unknown]) => {
    const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === true ? [flag] : [value].flat().flatMap((each) => [flag, String(each)]);
  });
  return [name, ...(name === "preview" ? [] : ["--yes", "--skip-preview"]), ...flags];
}

/** Performs the steps on the real engine with a separate stack, and records its calls and its state. */
export async function record(steps: readonly Step[]): Promise<Step[]> {
  const parent = join(root, ".cache", "engine-tests");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "recording-"));
  try {
    await writeFile(
      join(folder, "Pulumi.yaml"),
      `name: ${stack.project}\nmain: index.js\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n`,
    );
    await writeFile(join(folder, "package.json"), '{ "private": true, "main": "index.js" }\n');
    await writeFile(join(folder, "index.js"), `require(${JSON.stringify(join(__dirname, "program.js"))});\n`);
    const recorder = new Recorder(folder);
    await recorder.initialise();
    return await answered(steps, (question) => recorder.step(question));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

class Recorder {
  #program: Program = { resources: [] };
  #state: State = { resources: [] };

  constructor(private readonly folder: string) {}

  async initialise(): Promise<void> {
    const { status, output } = await this.#pulumi("stack", "init", stack.stack);
    if (status !== 0) throw new Error(output);
  }

  async step({ program, run, ...script }: Question): Promise<Recorded> {
    if (program !== undefined) {
      this.#program = { resources: program };
      await this.#write("program.json", this.#program);
    }
    await this.#write("script.json", script satisfies Script);
    for (const name of ["calls.json", "processes"]) await rm(join(this.folder, name), { force: true });
    const log = join(this.folder, "events.json");
    await rm(log, { force: true });
    const { status, output } =
      "edit" in run
        ? await this.#pulumi("state", run.edit, run.urn, "--yes")
        : await this.#pulumi(...argumentsOf(run), "--suppress-progress", "--event-log", log);
    if (status === null && script.kill === undefined) throw new Error(output);
    // A killed engine leaves its lock, as on a user's machine.
    if (status === null) await this.#pulumi("cancel", "--yes");
    if (script.unwritable !== undefined) await this.#unblock();
    const before = this.#state;
    const exported = await this.#pulumi("stack", "export");
    const { deployment } = JSON.parse(exported.output) as { deployment: Partial<State> };
    this.#state = { ...deployment, resources: deployment.resources ?? [] };
    const calls = await lines<Call>(join(this.folder, "calls.json"));
    return {
      result: status === null ? "killed" : status === 0 ? "succeeded" : "failed",
      calls: "edit" in run ? [] : normalCalls(calls, run, this.#program, before),
      steps: (await lines<EngineEvent>(log))
        .flatMap(({ resourcePreEvent: event }) => (event === undefined ? [] : normalStep(event.metadata.op, event.metadata.urn)))
        .sort(),
      ...normalState(this.#state),
    };
  }

  async #unblock(): Promise<void> {
    const path = stateFile(this.folder);
    await rm(path, { recursive: true });
    await rename(`${path}.away`, path);
  }

  #write = (name: string, content: unknown): Promise<void> => writeFile(join(this.folder, name), JSON.stringify(content));

  async #pulumi(...args: readonly string[]): Promise<{ status: number | null; output: string }> {
    const child = spawn("pulumi", [...args, "--non-interactive", "--color", "never"], {
      cwd: this.folder,
      env: {
        ...withoutSettings(process.env),
        ...lightStart,
        PULUMI_BACKEND_URL: `file://${this.folder}`,
        PULUMI_HOME: join(this.folder, "home"),
        PULUMI_CONFIG_PASSPHRASE: "recording",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        PULUMI_DEBUG_COMMANDS: "true",
        RECORDING: this.folder,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    await writeFile(join(this.folder, "engine.pid"), String(child.pid));
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close") as Promise<[number | null]>,
    ]);
    return { status, output: stdout + (status === 0 ? "" : stderr) };
  }
}

/** Records the named scenarios, or all, for comparison with the simulated engine. */
async function main(names: readonly string[]): Promise<void> {
  for (const name of names.length === 0 ? recordings() : names) {
    const steps = await record(readRecording(name));
    writeRecording(name, steps);
    process.stdout.write(`${name}: ${steps.map(({ result, calls }) => `${result} (${calls.length})`).join(", ")}\n`);
  }
}

if (require.main === module) void main(process.argv.slice(2));
