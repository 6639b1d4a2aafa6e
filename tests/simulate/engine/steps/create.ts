import { initFailure, type Providers } from "../providers.js";
import type { Resource } from "../resource.js";
import type { Done, PlannedStep } from "../step.js";
import { isProvider } from "../urn.js";

export interface Replacing {
  readonly old: Resource;
  /** Its object still exists and is deleted at the end of the run. */
  readonly pendingDelete: boolean;
}

export function createStep(providers: Providers, news: Resource, done: Done, replacing?: Replacing): PlannedStep {
  const created = (id: string, outputs: Resource["outputs"]): void => {
    news.id = id;
    news.outputs = outputs;
    if (replacing?.pendingDelete === true) replacing.old.delete = true;
  };
  return {
    op: replacing === undefined ? "create" : "create-replacement",
    urn: news.urn,
    res: news,
    ...(replacing === undefined ? {} : { old: replacing.old }),
    new: news,
    operation: "creating",
    apply: async () => {
      if (!news.custom) return;
      if (isProvider(news.urn)) return created("provider", news.inputs);
      try {
        const { id, outputs } = await providers.create(news);
        created(id, outputs);
      } catch (error) {
        const failure = initFailure(error);
        if (failure === undefined) throw error;
        created(failure.id, failure.properties);
        news.initErrors = failure.reasons;
        throw failure.failure;
      }
    },
    record: (successful, snapshot) => {
      if (!successful) return true;
      snapshot.add(news);
      if (replacing?.old.pendingReplacement === true) snapshot.drop(replacing.old);
      return true;
    },
    complete: (result) => done({ state: news, result }),
  };
}

/** What is shown of a replacement, which its creation and deletion perform. */
export const replaceStep = (olds: Resource, news: Resource): PlannedStep => ({
  op: "replace",
  urn: news.urn,
  res: news,
  old: olds,
  new: news,
  apply: () => Promise.resolve(),
});
