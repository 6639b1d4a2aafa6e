import { type Claims, openClaims } from "./claims.js";
import { openJournal } from "./file-journal.js";
import type { Journal, JournalOptions } from "./journal.js";
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
  journal: openJournal({ ...options, storage: storage("journal") }),
  claims: openClaims({ ...options, storage: storage("claims") }),
});
