import { readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Stack, succeeded } from "../../../tests/support/engine.js";
import type { Plan } from "../mix.js";
import type { ProviderMemory } from "../programs/provider-memory.js";
import { fill } from "./others.js";

export interface MemoryOptions {
  /** How many resources the program declares. */
  readonly resources: number;
  /** How many objects there are in the listings of the program's kinds, those of the program included. */
  readonly objects: number;
}

export interface MeasuredCommand {
  readonly title: string;
  readonly memory: ProviderMemory;
  readonly requests: number;
}

export interface MeasuredMemory {
  /** The objects that there were in fact. */
  readonly objects: number;
  readonly commands: readonly MeasuredCommand[];
}

const programs = resolve(__dirname, "..", "programs");

/** For one command: after an hour it hangs. */
const timeout = 3_600_000;

/** The peaks of the largest provider process: a command may start several. */
async function peaksIn(file: string): Promise<ProviderMemory> {
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n").slice(0, -1);
  if (lines.length === 0) throw new Error("The provider process recorded no memory.");
  const recorded = lines.map((line) => JSON.parse(line) as ProviderMemory);
  const peak = (member: keyof ProviderMemory): number => recorded.reduce((most, { [member]: value }) => Math.max(most, value), 0);
  return { resident: peak("resident"), used: peak("used"), live: peak("live") };
}

/** Measures the provider process alone in each command on one stack, in an account that others have filled. */
export async function measureMemory(
  { resources, objects }: MemoryOptions,
  tell: (line: string) => void,
): Promise<MeasuredMemory> {
  const environment = {
    PULUMI_SKIP_CHECKPOINTS: "true",
    NODE_OPTIONS: `--require ${JSON.stringify(join(programs, "provider-memory.js"))}`,
  };
  const stack = await Stack.create({ rateLimit: false }, environment, { timeout });
  try {
    const { control } = stack.sandbox;
    const declare = (changed: boolean): Promise<void> => {
      const plan: Plan = { mix: "agency", size: resources, changed };
      return writeFile(join(stack.folder, "plan.json"), JSON.stringify(plan));
    };
    const measure = async (title: string, args: readonly string[]): Promise<MeasuredCommand> => {
      const file = join(stack.folder, "provider-memory.jsonl");
      await rm(file, { force: true });
      control.journal.clear();
      const running = await stack.start(args, { BENCH_PROVIDER_MEMORY: file });
      const begun = performance.now();
      succeeded(await running.outcome);
      tell(`${title}: ${((performance.now() - begun) / 1000).toFixed(0)} s`);
      return { title, memory: await peaksIn(file), requests: control.journal.requests().length };
    };
    await writeFile(join(stack.folder, "index.js"), `require(${JSON.stringify(join(programs, "ours.js"))});\n`);
    await declare(false);
    const acting = ["--yes", "--skip-preview"];
    await measure("first apply, into an empty account", ["up", ...acting]);
    const filled = fill(control.store, objects);
    const commands = [
      await measure("preview", ["preview", "--expect-no-changes"]),
      await measure("preview with refresh", ["preview", "--refresh", "--expect-no-changes"]),
      await measure("refresh", ["refresh", ...acting, "--expect-no-changes"]),
    ];
    await declare(true);
    commands.push(await measure("one change", ["up", ...acting]));
    return { objects: filled, commands };
  } finally {
    await stack.dispose();
  }
}
