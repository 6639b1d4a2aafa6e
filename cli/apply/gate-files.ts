import { join } from "node:path";

/** The variable that tells the gate the process id of `hosting apply` and the folder of the files: `123:/tmp/…`. */
export const gateVariable = "HOSTING_APPLY_GATE";

/** What the gate and `hosting apply` have in common, in a folder that only the user can read. */
export const gateFiles = (folder: string) => ({
  /** The event log, which Pulumi begins anew after the preview. */
  log: join(folder, "events.json"),
  /** The event log of the preview, which the gate puts aside. */
  preview: join(folder, "preview.json"),
  /** The remarks of the preview and the run. */
  remarks: join(folder, "remarks.json"),
  /** The calls that the run may make. */
  reviewed: join(folder, "reviewed.json"),
  /** Exists as soon as the run waits. */
  waiting: join(folder, "waiting"),
  /** {@link consent}, or anything else if the run must not go on. */
  answer: join(folder, "answer"),
});

export type GateFiles = ReturnType<typeof gateFiles>;

export const consent = "go on";
