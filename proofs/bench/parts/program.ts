import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type ContenderName, contenders } from "../contenders.js";
import type { Plan } from "../mix.js";
import { makeStage } from "../stages.js";
import { type Registered, StubEngine } from "./stub-engine.js";

/** Contenders with a program of resources, which differ in nothing else. */
export const programNames = ["ours", "idle"] as const satisfies readonly ContenderName[];
export type ProgramName = (typeof programNames)[number];

export interface ProgramRun {
  /** Milliseconds of CPU, from the start of the process to its end. */
  readonly cpu: number;
  readonly registered: readonly Registered[];
}

const runner = require.resolve("@pulumi/pulumi/cmd/run/index.js");

const preload = join(__dirname, "..", "programs", "cpu-at-exit.js");

/** Outputs that the program of the benchmark uses. */
const outputsOf = (id: string) => ({ accountIdentifier: id, domainIdentifier: id });

/** After this many milliseconds, a process hangs. */
export const timeout = 10 * 60_000;

/** Arguments as Pulumi's language host passes them, of a program in its working directory. */
const argumentsFor = (address: string, isPreview: boolean): string[] => [
  ...["--monitor", address, "--engine", address],
  ...["--organization", "organization", "--project", "bench", "--stack", "bench"],
  ...(isPreview ? ["--dry-run"] : []),
  ...["--query-mode", "false", "--parallel", "8", "index.js"],
];

/**
 * Runs a program of the benchmark as Pulumi's language host does, in a process of its own. The engine is in this process.
 *
 * @param parent folder in the checkout, so that the program finds packages by name
 * @throws Error if the program fails or hangs, or asks the engine for more than it has
 */
export async function runProgram(parent: string, name: ProgramName, plan: Plan, isPreview: boolean): Promise<ProgramRun> {
  const { stage: of, title } = contenders[name];
  const folder = await mkdtemp(join(parent, "program-"));
  const engine = await StubEngine.start({ isPreview, outputsOf });
  try {
    const stage = await makeStage(of, folder, "");
    await stage.declare(plan);
    const child = spawn(process.execPath, ["--require", preload, runner, ...argumentsFor(engine.address, isPreview)], {
      cwd: folder,
      env: { PATH: process.env["PATH"], PULUMI_CONFIG: "{}", PULUMI_CONFIG_SECRET_KEYS: "[]", ...stage.environment },
      stdio: ["ignore", "pipe", "pipe", "pipe"],
      timeout,
      killSignal: "SIGKILL",
    });
    const [out, errors, microseconds, [code]] = await Promise.all([
      text(child.stdout!),
      text(child.stderr!),
      text(child.stdio[3] as Readable),
      once(child, "close") as Promise<[number | null]>,
    ]);
    const { registered, refused, messages } = engine;
    if (refused.length > 0)
      throw new Error(`The program of ${title} calls what the engine of the benchmark does not have: ${refused.join(", ")}`);
    // The stack is one more.
    if (code !== 0 || registered.length !== plan.size + 1)
      throw new Error(
        `The program of ${title} ended with ${code} and registered ${registered.length} resources.\n${[...messages, out, errors].join("\n")}`,
      );
    return { cpu: Number(microseconds) / 1000, registered };
  } finally {
    engine.close();
    await rm(folder, { recursive: true, force: true });
  }
}
