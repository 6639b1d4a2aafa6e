import { isDeepStrictEqual } from "node:util";
import type { Providers } from "../providers.js";
import type { Resource } from "../resource.js";
import type { PlannedStep } from "../step.js";
import { isProvider } from "../urn.js";

export interface RefreshStep extends PlannedStep {
  /** The entry as found; undefined if the object is gone. */
  readonly refreshed: () => Resource | undefined;
}

export function refreshStep(providers: Providers, olds: Resource): RefreshStep {
  let news: Resource | undefined = olds;
  let found: "same" | "update" | "delete" = "same";
  return {
    op: "refresh",
    urn: olds.urn,
    res: olds,
    old: olds,
    apply: async () => {
      if (!olds.custom || isProvider(olds.urn) || olds.pendingReplacement) return;
      const read = await providers.read(olds);
      if (read === undefined) {
        news = undefined;
        found = "delete";
        return;
      }
      const { id, outputs, inputs = olds.inputs } = read;
      news = { ...olds, id, inputs, outputs, initErrors: [] };
      if (olds.external) {
        if (!isDeepStrictEqual(outputs, olds.outputs)) found = "update";
        return;
      }
      // As an `up` would, comparing what was found with the declared inputs.
      const { changes } = await providers.diff(news, news, olds.inputs, olds.ignoreChanges);
      if (changes) found = "update";
    },
    record: () => false,
    refreshed: () => news,
    found: () => found,
  };
}
