import { type Claims, openClaims } from "./claims.js";
import { type Journal, type JournalOptions, openJournal } from "./journal.js";
import { type Storage, type Suffix, suffixes } from "./journal-storage.js";

/** What runs leave for later ones beside the state. */
export interface Records {
  readonly journal: Journal;
  readonly claims: Claims;
}

export interface RecordsOptions extends Omit<JournalOptions, "storage"> {
  /** Files of the folder that end so. */
  readonly storage: (suffix: Suffix) => Storage;
}

export const openRecords = ({ storage, ...options }: RecordsOptions): Records => ({
  journal: openJournal({ ...options, storage: storage(suffixes.journal) }),
  claims: openClaims({ ...options, storage: storage(suffixes.claim) }),
});
