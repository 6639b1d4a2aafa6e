import { decide, type Verdict as Decision } from "../../provider/decisions/decide.js";
import { type RecoveryQuestion, recoveryRows } from "../../provider/decisions/recovery.js";
import { writtenState } from "../../provider/lifecycle/state.js";
import { pick, type Properties } from "../../provider/values/properties.js";
import { ownerKey } from "../../provider/values/reserved-properties.js";
import { plainProperties } from "../stack/plaintext.js";
import { type Change, entryOf } from "./apply.js";
import { recoveryFacts } from "./facts.js";
import { notFound, texts, type Told } from "./texts.js";
import { type Case, storedOutputs, type Verdict } from "./verdict.js";

/** Judges a pending operation as the table says. */
export async function judgeOperation(question: RecoveryQuestion, each: Case): Promise<Verdict> {
  const verdict = await decide(recoveryRows, question, recoveryFacts(each));
  const tell = verdict && (texts[verdict.code] as (each: Case, about: unknown) => Told);
  const [found, why] = tell?.(each, verdict!.about) ?? notFound(each);
  const settles = (verdict === undefined ? overdue : settledBy[verdict.code])?.(each);
  return {
    change: verdict === undefined ? { action: "drop" } : changeBy(verdict, each),
    found,
    why,
    ...(verdict?.code === "may appear" && { waits: verdict.about.waits }),
    ...(settles && { settles }),
  };
}

function changeBy(verdict: Decision<typeof recoveryRows>, each: Case): Change {
  const { definition, inputs } = each;
  if (verdict.code === "result") {
    const state = { ...writtenState(definition, inputs, verdict.about), ...each.owner() };
    return { action: "take-over", id: verdict.about.id, outputs: storedOutputs(each, state) };
  }
  if (verdict.code === "changed") {
    const state = { ...writtenState(definition, inputs, verdict.about), ...pick(entryOutputs(each), [ownerKey]) };
    return { action: "update", outputs: storedOutputs(each, state) };
  }
  return { action: verdict.act === "remove" || verdict.act === "leave" ? verdict.act : "drop" };
}

const entryOutputs = ({ resources, operation }: Case): Properties =>
  plainProperties(entryOf(resources, operation.resource)!.outputs);

const all = ({ notes }: Case): Verdict["settles"] => notes;
const overdue = ({ notes, timeLeft }: Case): Verdict["settles"] => notes.filter((note) => timeLeft(note) <= 0);

/** The notes in the journal that need no further action after a verdict. */
const settledBy: Readonly<Partial<Record<Decision<typeof recoveryRows>["code"], (each: Case) => Verdict["settles"]>>> = {
  "nothing created": ({ notes }) => notes.filter(({ ending }) => ending !== "running"),
  "container gone": all,
  "secret lost": all,
  spare: all,
  result: all,
  "held here": overdue,
  foreign: overdue,
  "not sent": overdue,
  unproven: overdue,
  changed: (each) => each.openUpdates(entryOf(each.resources, each.operation.resource)!.id, entryOutputs(each)),
};
