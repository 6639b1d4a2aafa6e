import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plan } from "./mix.js";

/** A command line. */
export interface Command {
  readonly program: "pulumi" | "tofu";
  readonly args: readonly string[];
}

/** What the commands of a contender find in their folder. */
export interface Stage {
  /** Variables of its commands. */
  readonly environment: Readonly<Record<string, string>>;
  /** Commands that it needs once, which are not measured. */
  readonly preparation: readonly Command[];
  declare(plan: Plan): Promise<void>;
}

const name = "bench";

/** A stack with its state in files, and a compiled program, which reads what it declares from a file. */
export const pulumiStage =
  (program: string) =>
  async (folder: string): Promise<Stage> => {
    const runtime = "runtime:\n  name: nodejs\n  options:\n    typescript: false\n";
    await writeFile(join(folder, "Pulumi.yaml"), `name: ${name}\nmain: index.js\n${runtime}`);
    await writeFile(join(folder, "package.json"), `{ "name": "${name}", "private": true, "main": "index.js" }\n`);
    await writeFile(join(folder, "index.js"), `require(${JSON.stringify(program)});\n`);
    const state = join(folder, "state");
    await mkdir(state);
    const init = ["stack", "init", name, "--secrets-provider", "passphrase", "--non-interactive"];
    return {
      environment: { PULUMI_BACKEND_URL: `file://${state}` },
      preparation: [{ program: "pulumi", args: init }],
      declare: (plan) => writeFile(join(folder, "plan.json"), JSON.stringify(plan)),
    };
  };
