import { Claims } from "./claims.js";
import { Journal } from "./file-journal.js";
import type { JournalOptions } from "./journal.js";
import type { Part, Storage } from "./journal-storage.js";

/** What a run leaves for later runs, apart from the state. */
export interface RunRecords {
  readonly journal: Journal;
  readonly claims: Claims;
}

export interface RunRecordsOptions extends Omit<JournalOptions, "storage"> {
  readonly storage: (part: Part) => Storage;
}

export const openRunRecords = ({ storage, ...options }: RunRecordsOptions): RunRecords => ({
  journal: new Journal({ ...options, storage: storage("journal") }),
  claims: new Claims({ ...options, storage: storage("claims") }),
});
