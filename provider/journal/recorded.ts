import { closeSync, constants, openSync } from "node:fs";
import { join } from "node:path";
import { eventText, headOf } from "./journal-file.js";
import { journalFolder } from "./journal.js";
import { attempt, partOf, writeWhole } from "./journal-storage.js";
import { stateOf } from "./sender.js";

/**
 * The program's part of the journal. A provider process cannot tell whether the state with its answers was written: it is ended
 * in the same way after a full disk. The program can, since Pulumi tells it the id of a resource only once the state has it.
 */

/** Whether Pulumi writes the state at the end of the run only, and tells the program of objects all the same. */
export const skipsCheckpoints = (environment: NodeJS.ProcessEnv): boolean =>
  /^(1|t|true)$/i.test(environment["PULUMI_SKIP_CHECKPOINTS"] ?? "");

/** Whether a file belongs to this run, by its name. */
const known = new Map<string, boolean>();

/** The program was told of an object. */
export function noteRecorded(kind: string, id: string, environment: NodeJS.ProcessEnv = process.env): void {
  if (skipsCheckpoints(environment)) return;
  const folder = journalFolder(environment);
  // A program that runs within another process, as with the Automation API, has no variable.
  const engine = environment["PULUMI_NODEJS_ENGINE"];
  const isOfRun = (head: NonNullable<ReturnType<typeof headOf>>): boolean =>
    engine === undefined ? stateOf(head.sender) === "running" : head.engine === engine;
  const storage = partOf(folder, "journal");
  for (const name of storage.names()) {
    if (!known.has(name)) {
      const head = headOf(attempt(() => storage.read(name))?.text ?? "");
      // A head that is being written right now is read again next time.
      if (head === undefined) continue;
      known.set(name, isOfRun(head));
    }
    if (known.get(name) === true) append(join(folder, name), eventText({ event: "recorded", kind, id }));
  }
}

/** Only to a file that is there: one that was removed had nothing left to tell. */
const append = (file: string, text: string): void =>
  attempt(() => {
    const descriptor = openSync(file, constants.O_WRONLY | constants.O_APPEND);
    try {
      writeWhole(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
  });
