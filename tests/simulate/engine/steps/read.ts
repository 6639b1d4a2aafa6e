import { type Providers, withText } from "../providers.js";
import type { Resource } from "../resource.js";
import type { Done, PlannedStep } from "../step.js";

export interface Reading {
  readonly old: Resource | undefined;
  /** The entry has another id, and is deleted at the end of the run. */
  readonly isReplaced: boolean;
}

/** Reads an object by its id; a preview does, too. */
export function readStep(providers: Providers, news: Resource, done: Done, { old, isReplaced }: Reading): PlannedStep {
  return {
    op: isReplaced ? "read-replacement" : "read",
    urn: news.urn,
    res: news,
    ...(old === undefined ? {} : { old }),
    new: news,
    operation: "reading",
    apply: async () => {
      const found = await providers.read({ ...news, outputs: news.inputs });
      // The engine takes an object that does not exist for one without properties.
      news.id = found?.id ?? news.id;
      news.outputs = found?.outputs ?? withText({}, news.inputs);
      if (old !== undefined && isReplaced) old.delete = true;
    },
    record: (successful, snapshot) => {
      if (!successful) return true;
      if (old !== undefined) snapshot.drop(old);
      snapshot.add(news);
      return true;
    },
    complete: (result) => done({ state: news, result }),
  };
}
