import { nameIds } from "../../provider/lookup.js";
import { inWords } from "../../sdk/text.js";
import { ago, type Case, drop, leave, type Verdict } from "./verdict.js";

/** A call with its repetitions ends within five minutes; what it ordered may take a little longer to be listed. */
const stillOnItsWay = 6 * 60_000;

/** What has come of a creation where nothing is listed that it declares. */
export function judgeAbsence(each: Case): Verdict {
  const { definition, notes, now } = each;
  const answered = notes.findLast((note) => note.answered !== undefined)?.answered;
  if (notes.length > 0 && answered === undefined && notes.every(({ sends }) => sends.length === 0))
    return drop("not there", "The run was interrupted before it sent the creation: the next `up` creates it.");
  const { at, words } = beginningOf(each);
  const left = at + stillOnItsWay - now;
  if (definition.costly === true && left > 0)
    return leave(
      "not there so far",
      `${words}, and an order can take a while to be listed. To avoid a duplicate order, run again in ${inWords(left)}.`,
    );
  return answered === undefined
    ? drop("not there", `${words}, and it did not arrive: the next \`up\` creates it.`)
    : drop("not there", `${words}, which is not listed: the next \`up\` creates another.`);
}

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
