import { isDeepStrictEqual } from "node:util";
import type { Resource } from "../resource.js";
import type { Done, PlannedStep } from "../step.js";

/** What makes an unchanged resource require a write of the state. */
const written = [
  "urn",
  "retainOnDelete",
  "provider",
  "parent",
  "deletedWith",
  "replaceWith",
  "protect",
  "inputs",
  "outputs",
] as const satisfies readonly (keyof Resource)[];

const sorted = (urns: readonly string[]): string[] => [...urns].sort();

const mustWrite = (olds: Resource, news: Resource): boolean =>
  written.some((key) => !isDeepStrictEqual(olds[key], news[key])) ||
  !isDeepStrictEqual(sorted(olds.dependencies), sorted(news.dependencies));

/** Nothing changes except what the program says in addition to the inputs. */
export function sameStep(olds: Resource, news: Resource, done?: Done): PlannedStep {
  return {
    op: "same",
    urn: news.urn,
    res: news,
    old: olds,
    new: news,
    apply: () => {
      news.id = olds.id;
      news.outputs = olds.outputs;
      return Promise.resolve();
    },
    record: (_, snapshot) => {
      snapshot.drop(olds);
      snapshot.add(news);
      return mustWrite(olds, news);
    },
    complete: (result) => done?.({ state: news, result }),
  };
}

/** A resource that is not targeted and does not exist yet. */
export function skippedCreate(news: Resource, done: Done): PlannedStep {
  return {
    op: "same",
    urn: news.urn,
    res: news,
    new: news,
    skippedCreate: true,
    apply: () => Promise.resolve(),
    record: () => false,
    complete: (result) => done({ state: news, result }),
  };
}
