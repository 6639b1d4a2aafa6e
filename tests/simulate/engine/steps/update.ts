import { initFailure, type Providers } from "../providers.js";
import type { Resource } from "../resource.js";
import type { Done, PlannedStep } from "../step.js";
import { isProvider } from "../urn.js";

export function updateStep(providers: Providers, olds: Resource, news: Resource, done: Done): PlannedStep {
  return {
    op: "update",
    urn: news.urn,
    res: news,
    old: olds,
    new: news,
    operation: "updating",
    apply: async () => {
      news.id = olds.id;
      if (!news.custom) return;
      if (isProvider(news.urn)) {
        news.outputs = news.inputs;
        return;
      }
      try {
        news.outputs = await providers.update(news, olds);
      } catch (error) {
        const failure = initFailure(error);
        if (failure === undefined) throw error;
        news.outputs = failure.properties;
        news.initErrors = failure.reasons;
        // The existing object was not updated successfully with the new ones.
        news.inputs = olds.inputs;
        throw failure.failure;
      }
    },
    record: (successful, snapshot) => {
      if (!successful) return true;
      snapshot.drop(olds);
      snapshot.add(news);
      return true;
    },
    complete: (result) => done({ state: news, result }),
  };
}
