import { nameIds } from "../../provider/lifecycle/find.js";
import { inWords } from "../../sdk/redaction/text.js";
import { timeLeft, timeLeftOf } from "./on-its-way.js";
import { ago, type Case, drop, leave, type Verdict } from "./verdict.js";

/** What has come of a creation where nothing is listed that it declares. */
export function judgeAbsence(each: Case): Verdict {
  const { notes } = each;
  const answered = notes.findLast((note) => note.answered !== undefined)?.answered;
  if (isUnsent(each))
    return settling(each, drop("not there", "The run was interrupted before it sent the creation: the next `up` creates it."));
  const { words } = beginningOf(each);
  return (
    stillComing(each, "not there so far", "") ??
    settling(
      each,
      answered === undefined
        ? drop("not there", `${words}, and is not there: the next \`up\` creates it where the program declares it.`)
        : drop("not there", `${words}, which is not listed: the next \`up\` creates another.`),
    )
  );
}

/** That an order is waited for, as a second one would be billed; undefined where it is no order, or can come no more. */
export function stillComing(each: Case, found: string, reason: string): Verdict | undefined {
  if (each.definition.costly !== true || isUnsent(each)) return undefined;
  const { at, words } = beginningOf(each);
  const left = timeLeft(each.definition, at, each.now);
  if (left <= 0) return undefined;
  const why = `${reason}${words}, and an order can take a while to be listed. To avoid a duplicate order, run again in ${inWords(left)}.`;
  return { ...leave(found, why), waits: left };
}

/** The verdict, with the notes settled of which nothing can come any more. */
export const settling = ({ definition, notes, now }: Case, verdict: Verdict): Verdict => ({
  ...verdict,
  settles: notes.filter((note) => timeLeftOf(definition, note, now) <= 0),
});

const isUnsent = ({ notes }: Case): boolean =>
  notes.length > 0 && notes.every(({ sends, answered }) => sends.length === 0 && answered === undefined);

/** When the creation began, in milliseconds since the epoch and in words. */
function beginningOf({ notes, now, writtenAt }: Case): { readonly at: number; readonly words: string } {
  const sentAt = notes.flatMap(({ sends }) => sends).at(-1)?.at;
  const result = notes.findLast((note) => note.answered !== undefined);
  const id = result?.answered === undefined ? "" : nameIds([{ id: result.answered }]);
  if (result === undefined)
    return sentAt === undefined
      ? { at: writtenAt, words: `It was begun ${ago(now, writtenAt)} or earlier` }
      : { at: sentAt, words: `It was sent ${ago(now, sentAt)}` };
  return sentAt === undefined
    ? // What an earlier run created was taken over, and nothing was sent for that.
      { at: result.notedAt, words: `${ago(now, result.notedAt)} a run took over ${id}` }
    : { at: sentAt, words: `It was sent ${ago(now, sentAt)}, and created ${id}` };
}
