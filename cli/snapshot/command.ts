import type { Command } from "commander";
import { snapshotOptions } from "../options.js";
import { action, addCommand } from "../shared/command.js";

const help = `
Exit codes:
  0  everything was read
  1  the command failed, or something could not be read; the rest is in the file
  2  the command line or the environment is wrong; nothing was sent

Examples:
  $ hosting snapshot --customer 100001 --customer 100002 --out copy.json
  $ hosting snapshot --stack production --out copy.json
  $ hosting sandbox --from copy.json`;

const text = {
  name: "snapshot",
  summary: "copy accounts into a file for a sandbox, without secrets",
  description: "Writes a copy of accounts, without secrets and personal data, from which a sandbox starts. Changes nothing.",
  help,
};

export const addSnapshot = (program: Command): Command =>
  addCommand(program, text, snapshotOptions).action(action(async () => (await import("./run.js")).runSnapshot));
