import { Claims } from "./claims.js";
import { Journal } from "./file-journal.js";
import type { JournalOptions } from "./journal.js";

/** What a run leaves for later runs, apart from the state. */
export interface RunRecords {
  readonly journal: Journal;
  readonly claims: Claims;
}

/** The claims are in a folder below the files of the journal. */
export const openRunRecords = (options: JournalOptions): RunRecords => ({
  journal: new Journal(options),
  claims: new Claims({ ...options, storage: options.storage.folder("claims") }),
});
