import { existsSync, readFileSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

/** The variable that tells the gate the process id of `hosting apply` and the folder of the files: `123:/tmp/…`. */
export const gateVariable = "HOSTING_APPLY_GATE";

/** What the gate and `hosting apply` have in common, in a folder that only the user can read. */
export const gateFiles = (folder: string) => ({
  /** The event log, which Pulumi begins anew after the preview. */
  log: join(folder, "events.json"),
  /** The event log of the preview, which the gate puts aside. */
  preview: join(folder, "preview.json"),
  remarks: join(folder, "remarks.json"),
  reviewed: join(folder, "reviewed.json"),
  /** Exists as soon as the run waits. */
  waiting: join(folder, "waiting"),
  /** {@link consent}, or anything else if the run must not go on. */
  answer: join(folder, "answer"),
});

export type GateFiles = ReturnType<typeof gateFiles>;

export const consent = "go on";

/*
 * Between the preview and the run: Node loads this before anything else in each process of `pulumi up`, and it holds the program of the run
 * until `hosting apply` consents. Until the program registers resources, and ends, the engine creates, changes and deletes nothing.
 */

const runner = /[\\/]@pulumi[\\/]pulumi[\\/]cmd[\\/]run(?:[\\/]index\.js)?$/;

/** Milliseconds between two looks at a file. */
const interval = 50;

/** With this exit code, Pulumi adds nothing to what the process has said. */
const alreadyReported = 32;

const given = process.env[gateVariable];
if (given !== undefined && runner.test(process.argv[1] ?? "")) {
  // A program may run Pulumi itself, for another stack.
  Reflect.deleteProperty(process.env, gateVariable);
  const end = given.indexOf(":");
  const files = gateFiles(given.slice(end + 1));
  const parent = Number(given.slice(0, end));
  if (process.argv.includes("--dry-run")) keepPreview(files, parent);
  else if (!isAllowed(files, parent)) {
    writeSync(process.stderr.fd, "`hosting apply` has not consented to this run. Nothing was changed.\n");
    process.exit(alreadyReported);
  }
}

/** Puts the event log aside, which Pulumi goes on writing, because it would be overwritten by that of the run. */
function keepPreview({ log, preview }: GateFiles, parent: number): void {
  if (!existsSync(preview) && appears(log, parent)) renameSync(log, preview);
}

function isAllowed({ waiting, answer }: GateFiles, parent: number): boolean {
  writeFileSync(waiting, "");
  return appears(answer, parent) && readFileSync(answer, "utf8") === consent;
}

/** Waits for a file. @returns false if the process that would write it is gone */
function appears(file: string, parent: number): boolean {
  const nothing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  while (!existsSync(file)) {
    if (!isAlive(parent)) return false;
    Atomics.wait(nothing, 0, 0, interval);
  }
  return true;
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}
