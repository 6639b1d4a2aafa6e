import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { backends } from "./backends.js";
import type { Command, StageOf } from "./contenders.js";
import type { Plan } from "./mix.js";
import { openTofuStage } from "./opentofu.js";

/** What the commands of a contender find in their folder. */
export interface Stage {
  /** Variables of its commands. */
  readonly environment: Readonly<Record<string, string>>;
  /** Commands that it needs once, which are not measured. */
  readonly preparation: readonly Command[];
  declare(plan: Plan): Promise<void>;
  /** Bytes of the stored state. Undefined if there is none. */
  stateBytes(): Promise<number | undefined>;
  /**
   * Call it after the first apply.
   *
   * @throws Error if the state was not stored in the way of this stage
   */
  check(resources: number): void;
  close(): Promise<void>;
}

/** Programs read what they declare from a file. */
const plainStage = (folder: string): Stage => ({
  environment: {},
  preparation: [],
  declare: (plan) => writeFile(join(folder, "plan.json"), JSON.stringify(plan)),
  stateBytes: () => Promise.resolve(undefined),
  check: () => undefined,
  close: () => Promise.resolve(),
});

const name = "bench";

async function pulumiStage(folder: string, { program, backend }: StageOf<"pulumi">): Promise<Stage> {
  const runtime = "runtime:\n  name: nodejs\n  options:\n    typescript: false\n";
  await writeFile(join(folder, "Pulumi.yaml"), `name: ${name}\nmain: index.js\n${runtime}`);
  await writeFile(join(folder, "package.json"), `{ "name": "${name}", "private": true, "main": "index.js" }\n`);
  await writeFile(join(folder, "index.js"), `require(${JSON.stringify(program)});\n`);
  const state = join(folder, "state");
  await mkdir(state);
  const init = ["stack", "init", name, "--secrets-provider", "passphrase", "--non-interactive"];
  return {
    ...plainStage(folder),
    ...(await backends[backend](state, { project: name, stack: name })),
    preparation: [{ program: "pulumi", args: init }],
  };
}

/**
 * Prepares the folder of a contender.
 *
 * @param server address of the API
 */
export async function makeStage(of: StageOf, folder: string, server: string): Promise<Stage> {
  if (of.kind === "pulumi") return pulumiStage(folder, of);
  if (of.kind === "opentofu") return { ...plainStage(folder), ...(await openTofuStage(folder, server)) };
  return plainStage(folder);
}
