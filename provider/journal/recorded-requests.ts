import { addressedKey } from "../values/object-keys.js";
import { type Creation, type Deletion, type Ending, evidenceLasts, type Update } from "./journal.js";
import type { JournalFile } from "./journal-file.js";

/** Position in the journal. */
interface Place {
  readonly file: string;
  readonly number: number;
}

/** The entry and object of a deletion or a change. */
interface Affected extends Place {
  readonly object: string;
  readonly entry: string;
}

export interface RecordedCreation extends Creation, Place {}
export interface RecordedDeletion extends Deletion, Affected {}
export interface RecordedUpdate extends Update, Affected {}

/** The requests that a file records and that may matter to somebody, by their number in it. */
export interface RecordedRequests {
  readonly creations: Map<number, RecordedCreation>;
  readonly deletions: Map<number, RecordedDeletion>;
  readonly updates: Map<number, RecordedUpdate>;
}

/** How long a note is kept so that a person can be told of it, in milliseconds. */
export const noteLasts = 30 * evidenceLasts;

/** Whether the outcome is open: it was sent and has no known answer. */
export const isOpen = ({ sends, answered }: Pick<Creation, "sends" | "answered">): boolean =>
  sends.length > 0 && answered === undefined;

/** Whether a later run needs to know of the creation. */
export const isEvidence = (creation: Pick<Creation, "sends" | "answered" | "recorded">): boolean =>
  isOpen(creation) || (creation.answered !== undefined && !creation.recorded);

/**
 * The creations in a file that are young enough to tell a person of them.
 *
 * @param now milliseconds since the epoch
 */
function creationsIn(
  file: string,
  { sender, creations }: JournalFile,
  ending: Ending,
  now: number,
): RecordedRequests["creations"] {
  const found: RecordedRequests["creations"] = new Map();
  for (const [number, { noted, sends, answered, entry, recorded }] of creations) {
    const { event: _, number: __, at: notedAt, ...note } = noted;
    if ((sends.at(-1) ?? notedAt) <= now - noteLasts) continue;
    found.set(number, { ...note, notedAt, sends, answered, entry, recorded, ending, pid: sender?.pid, file, number });
  }
  return found;
}

/**
 * All requests in a file that may matter to somebody.
 *
 * @param now milliseconds since the epoch
 */
export function requestsIn(file: string, contents: JournalFile, ending: Ending, now: number): RecordedRequests {
  const isOld = (at: number, lasts = noteLasts) => at <= now - lasts;
  const sent = { ending, pid: contents.sender?.pid, file };
  const deletions: RecordedRequests["deletions"] = new Map();
  for (const [number, { deleting, isDone }] of contents.deletions) {
    const { at, entry } = deleting;
    // After a full disk or a second Ctrl-C, Pulumi also ends a run normally, but without having written the state.
    if (!isOld(at, isDone && contents.ended ? evidenceLasts : noteLasts))
      deletions.set(number, { ...sent, number, at, isDone, object: addressedKey(deleting), entry });
  }
  const updates: RecordedRequests["updates"] = new Map();
  for (const [number, { updating }] of contents.updates) {
    const { at, entry } = updating;
    if (!isOld(at)) updates.set(number, { ...sent, number, at, object: addressedKey(updating), entry });
  }
  return { creations: creationsIn(file, contents, ending, now), deletions, updates };
}
