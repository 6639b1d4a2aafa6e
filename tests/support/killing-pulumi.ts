import { delimiter, join } from "node:path";
import { writeCommand } from "./folder.js";

/** When the process that starts a Pulumi command is killed. */
export interface KillPoint {
  /** How the command begins, such as `stack import`. */
  readonly at: string;
  /** Before the command starts, which is then without its input, or once it has ended. */
  readonly when: "before" | "after";
}

/**
 * A folder for the path, with a `pulumi` that kills the process that started it, by SIGKILL.
 *
 * @returns the variables for a process that is to be killed
 */
export async function killingPulumi(folder: string, { at, when }: KillPoint): Promise<Record<string, string>> {
  const path = process.env["PATH"] ?? "";
  const bin = join(folder, `killing-${when}-${at.replaceAll(" ", "-")}`);
  const kill = "kill -9 $PPID";
  const real = 'PATH="$REAL_PATH" pulumi "$@"';
  const steps = when === "before" ? [kill, real] : [real, kill];
  await writeCommand(bin, "pulumi", [`case "$*" in "${at}"*) ;; *) exec env ${real} ;; esac`, ...steps].join("\n"));
  return { PATH: `${bin}${delimiter}${path}`, REAL_PATH: path };
}
