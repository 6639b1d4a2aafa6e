import { kinds } from "../../provider/values/kinds.js";
import { question, suggest } from "../../sdk/values/suggest.js";
import { UsageError } from "../shared/exit.js";
import { type Rule, usualShareFrom } from "./rules-file.js";

/** Rules in short. */
export interface ThresholdFlags {
  readonly maxChanges?: readonly string[];
  readonly maxShare?: string;
  readonly shareFrom?: string;
  readonly maxDeletions?: readonly string[];
  readonly maxOrders?: readonly string[];
  readonly maxCost?: readonly string[];
}

/**
 * The rules of which the options are short forms.
 *
 * @throws UsageError
 */
export function rulesOfFlags({ maxChanges, maxShare, shareFrom, maxDeletions, maxOrders, maxCost }: ThresholdFlags): Rule[] {
  if (shareFrom !== undefined && maxShare === undefined) throw new UsageError("--share-from requires --max-share");
  return [
    ...(maxChanges ?? []).map((given) => counting("--max-changes", given, undefined)),
    ...(maxDeletions ?? []).map((given) => counting("--max-deletions", given, ["deleted"])),
    ...(maxOrders ?? []).map((given) => counting("--max-orders", given, ["ordered"])),
    ...(maxShare === undefined ? [] : [sharing(maxShare, shareFrom)]),
    ...(maxCost ?? []).map(costing),
  ];
}

function counting(option: string, given: string, effects: NonNullable<Rule["where"]>["effects"]): Rule {
  const [, of, text] = /^(?:(\w+)=)?(\d+)$/.exec(given) ?? [];
  if (text === undefined) throw new UsageError(`${option} ${given}: expected a number, or one of a kind such as domain=0`);
  const kind = kinds.find((each) => each === of);
  if (of !== undefined && kind === undefined)
    throw new UsageError(`${option} ${given}: there is no kind ${of}${question(suggest(of, kinds, (each) => [each]))}`);
  const where = { ...(effects && { effects }), ...(kind !== undefined && { kinds: [kind] }) };
  return { name: `${option} ${given}`, level: "exceeds", where, most: Number(text) };
}

function sharing(given: string, from: string | undefined): Rule {
  const percent = /^(\d+(?:\.\d+)?)%?$/.exec(given)?.[1];
  if (percent === undefined || Number(percent) > 100)
    throw new UsageError(`--max-share ${given}: expected a percentage, such as 25%`);
  if (from !== undefined && !/^\d+$/.test(from)) throw new UsageError(`--share-from ${from}: expected a number of changes`);
  const share = { percent: Number(percent), from: from === undefined ? usualShareFrom : Number(from) };
  return { name: `--max-share ${given}`, level: "exceeds", share };
}

function costing(given: string): Rule {
  const [, text, currency] = /^(\d+(?:\.\d{1,2})?) ?([A-Z]{3})$/.exec(given) ?? [];
  if (text === undefined || currency === undefined)
    throw new UsageError(`--max-cost ${given}: expected an amount with its currency, such as 50EUR`);
  return { name: `--max-cost ${given}`, level: "exceeds", cost: { most: Number(text), currency, unpriced: "exceed" } };
}
