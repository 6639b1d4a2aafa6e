import { type Clock, systemClock } from "../../sdk/values/clock.js";
import { Claims } from "./claims.js";
import { Journal } from "./file-journal.js";
import { journalFolder, type JournalOptions } from "./journal.js";
import { folderStorage } from "./journal-storage.js";
import { stateOf, thisProcess } from "./sender.js";

/** What a run leaves for later runs, apart from the state. */
export interface RunRecords {
  readonly journal: Journal;
  readonly claims: Claims;
}

/** The claims are in a folder below the files of the journal. */
export const runRecords = (options: JournalOptions): RunRecords => ({
  journal: new Journal(options),
  claims: new Claims({ ...options, storage: options.storage.folder("claims") }),
});

/** The records of this machine. @param engine identifies the engine that runs this process */
export const openRunRecords = (environment: NodeJS.ProcessEnv, engine: string, clock: Clock = systemClock): RunRecords =>
  runRecords({ storage: folderStorage(journalFolder(environment)), engine, clock, self: thisProcess(), stateOf });
