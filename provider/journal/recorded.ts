import { closeSync, constants, openSync } from "node:fs";
import { join } from "node:path";
import { eventText, headOf } from "./journal-events.js";
import { journalFolder } from "./noted.js";
import { attempt, folderStorage, writeWhole } from "./journal-storage.js";
import { stateOf } from "./sender.js";

/**
 * The program's part of the journal. A provider process cannot tell whether the state with its answers was written: after a full
 * disk it is ended in the same way. The program can tell, because Pulumi gives it the id of a resource only after it has written
 * the state.
 */

/** Whether Pulumi writes the state only at the end of the run, although it tells the program of objects before that. */
export const skipsCheckpoints = (environment: NodeJS.ProcessEnv): boolean =>
  /^(1|t|true)$/i.test(environment["PULUMI_SKIP_CHECKPOINTS"] ?? "");

/**
 * Records that Pulumi has told the program of an object.
 *
 * @param known whether a file belongs to this run, by file name
 */
export function noteRecorded(
  kind: string,
  id: string,
  environment: NodeJS.ProcessEnv,
  known: Map<string, boolean> = new Map(),
): void {
  if (skipsCheckpoints(environment)) return;
  const folder = journalFolder(environment);
  // A program in another process, as with the Automation API, does not have this variable.
  const engine = environment["PULUMI_NODEJS_ENGINE"];
  const isOfRun = (head: NonNullable<ReturnType<typeof headOf>>): boolean =>
    engine === undefined ? stateOf(head.sender) === "running" : head.engine === engine;
  const storage = folderStorage(folder);
  for (const name of storage.names()) {
    if (!known.has(name)) {
      const head = headOf(attempt(() => storage.read(name)) ?? "");
      // Another process is writing the head: read it again next time.
      if (head === undefined) continue;
      known.set(name, isOfRun(head));
    }
    if (known.get(name) === true) append(join(folder, name), eventText({ event: "recorded", kind, id }));
  }
}

/** Appends only to an existing file: a file is removed once no later run needs it. */
const append = (file: string, text: string): void =>
  attempt(() => {
    const descriptor = openSync(file, constants.O_WRONLY | constants.O_APPEND);
    try {
      writeWhole(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
  });
