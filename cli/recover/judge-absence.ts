import { nameIds } from "../../provider/lifecycle/find.js";
import { settlingTime } from "../../provider/lifecycle/interrupted-creations.js";
import { inWords } from "../../sdk/redaction/text.js";
import { callTimeout } from "../../sdk/values/call-timeout.js";
import { ago, type Case, drop, leave, type Verdict } from "./verdict.js";

/** Judges a creation if no listed object matches its declaration. */
export function judgeAbsence(each: Case): Verdict {
  const { notes } = each;
  const answered = notes.findLast((note) => note.answered !== undefined)?.answered;
  if (isUnsent(each))
    return settling(each, drop("not found", "The run was interrupted before it sent the creation. The next `up` creates it."));
  const words = beginningOf(each);
  return (
    stillComing(each, "not found yet", "") ??
    settling(
      each,
      answered === undefined
        ? drop("not found", `${words}, but no object was found. The next \`up\` creates it if the program declares it.`)
        : drop(
            "not found",
            `${words}, but it is not listed. The next \`up\` ${isAwaited(each) ? "waits for it before it creates" : "creates"} another one.`,
          ),
    )
  );
}

/** Waits for an order, because a second one would be billed; undefined if it is not an order, or can no longer appear. */
export function stillComing(each: Case, found: string, reason: string): Verdict | undefined {
  if (each.definition.costly !== true) return undefined;
  const left = orderTimeLeft(each);
  if (left <= 0) return undefined;
  const why = `${reason}${beginningOf(each)}. It can take a while until an order is listed. To avoid a duplicate order, run again in ${inWords(left)}.`;
  return { ...leave(found, why), waits: left };
}

/**
 * How much longer an order may take to appear, in milliseconds: as long as a run waits for it. Without a note it is only known that
 * the call began before the state was written, and with its retries it may have sent the order for the last time much later.
 */
const orderTimeLeft = ({ definition, notes, timeLeft, now, writtenAt }: Case): number =>
  notes.length > 0 ? Math.max(...notes.map(timeLeft)) : writtenAt + callTimeout + settlingTime(definition) - now;

const isAwaited = ({ notes, timeLeft }: Case): boolean => notes.some((note) => timeLeft(note) > 0);

/** The verdict, which also settles the notes whose creations can no longer appear. */
export const settling = ({ notes, timeLeft }: Case, verdict: Verdict): Verdict => ({
  ...verdict,
  settles: notes.filter((note) => timeLeft(note) <= 0),
});

const isUnsent = ({ notes }: Case): boolean =>
  notes.length > 0 && notes.every(({ sends, answered }) => sends.length === 0 && answered === undefined);

/** When the creation began, in words. */
function beginningOf({ notes, now, writtenAt }: Case): string {
  const sentAt = notes.flatMap(({ sends }) => sends).at(-1);
  const result = notes.findLast((note) => note.answered !== undefined);
  const id = result?.answered === undefined ? "" : nameIds([{ id: result.answered }]);
  if (result === undefined)
    return sentAt === undefined
      ? `The creation began ${ago(now, writtenAt)} or earlier`
      : `The creation was sent ${ago(now, sentAt)}`;
  return sentAt === undefined
    ? // The result of an earlier run was taken over, and nothing was sent for that.
      `A run took over ${id} ${ago(now, result.notedAt)}`
    : `The creation was sent ${ago(now, sentAt)} and created ${id}`;
}
