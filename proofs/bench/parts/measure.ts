import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { leastSize } from "../mix.js";
import { sampleStartup, type StartupSample } from "../startup.js";
import { type CommandCpu, measureCalls } from "./calls.js";
import { type ProgramName, programNames, runProgram } from "./program.js";

export interface PartsOptions {
  /** How many resources the larger of two programs declares. */
  readonly resources: number;
  readonly runs: number;
}

export const modes = ["preview", "update"] as const;
export type Mode = (typeof modes)[number];

/** Measured with the fewest resources, and with many: the difference is the cost of a resource without that of the start. */
export interface Sizes<T> {
  readonly few: T;
  readonly many: T;
}

/** One run. */
export interface PartsSample {
  /** Milliseconds of CPU of a program. */
  readonly programs: Readonly<Record<ProgramName, Readonly<Record<Mode, Sizes<number>>>>>;
  readonly calls: Sizes<CommandCpu>;
  readonly startup: StartupSample;
}

/** The programs next to each other, so that other load on the machine affects them equally. */
async function measurePrograms(
  folder: string,
  mode: Mode,
  size: number,
  order: readonly ProgramName[],
): Promise<Readonly<Record<ProgramName, number>>> {
  const measured = { ours: 0, idle: 0 };
  for (const name of order) {
    const { cpu } = await runProgram(folder, name, { mix: "agency", size, changed: false }, mode === "preview");
    measured[name] = cpu;
  }
  return measured;
}

async function measureOnce(folder: string, resources: number, order: readonly ProgramName[]): Promise<PartsSample> {
  const measureMode = async (mode: Mode): Promise<Sizes<Readonly<Record<ProgramName, number>>>> => ({
    few: await measurePrograms(folder, mode, leastSize, order),
    many: await measurePrograms(folder, mode, resources, order),
  });
  const preview = await measureMode("preview");
  const update = await measureMode("update");
  const of = (name: ProgramName) => ({
    preview: { few: preview.few[name], many: preview.many[name] },
    update: { few: update.few[name], many: update.many[name] },
  });
  return {
    programs: { ours: of("ours"), idle: of("idle") },
    calls: { few: await measureCalls(folder, leastSize), many: await measureCalls(folder, resources) },
    startup: await sampleStartup(),
  };
}

/**
 * Measures the program's process and the calls of the provider, each without the other.
 *
 * @param parent folder in the checkout, which is created if it does not exist
 */
export async function measureParts(
  parent: string,
  { resources, runs }: PartsOptions,
  tell: (line: string) => void,
): Promise<readonly PartsSample[]> {
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "parts-"));
  try {
    const samples: PartsSample[] = [];
    for (let run = 1; run <= runs; run++) {
      // Neither program always comes first.
      samples.push(await measureOnce(folder, resources, run % 2 === 1 ? programNames : programNames.toReversed()));
      tell(`run ${run} of ${runs}`);
    }
    return samples;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
