import type { DriftComparison } from "../drift/compare.js";
import type { Differs, Judged } from "./judge.js";

/** Arguments in which only the proof has shown a difference, such as secrets, which Pulumi masks in a preview. By URN of the resource. */
export type Differing = ReadonlyMap<string, readonly Differs[]>;

/** What a failed proof says about single resources. */
export const differingIn = (difference: DriftComparison | undefined): Differing =>
  new Map(
    (difference?.drift ?? [])
      .filter(({ properties }) => properties.length > 0)
      .map(({ urn, properties }) => [urn, properties.map(({ path, program, provider }) => ({ path, program, provider }))]),
  );

export const withDiffering = (judged: readonly Judged[], differing: Differing): Judged[] =>
  judged.map((each) => {
    const properties = differing.get(each.urn);
    const { finding } = each;
    return properties === undefined || finding.status !== "matches"
      ? each
      : { ...each, finding: { status: "differs", found: finding.found, properties } };
  });
