import { join } from "node:path";
import { withTemporaryFolder } from "../shared/temporary-folder.js";
import { type Comparison, compare, isComplete } from "../drift/compare.js";
import { storyOf } from "../preview/events.js";
import type { StoredResource } from "../stack/deployment.js";
import type { Pulumi } from "../stack/pulumi.js";

/** Steps that change nothing. */
const idle = ["same", "read"];

export interface ProofOptions {
  readonly pulumi: Pulumi;
  /** The state with the entries. */
  readonly resources: readonly StoredResource[];
  /** URNs of what entered it. */
  readonly entered: ReadonlySet<string>;
  /** Whether the program would change something else, which is left out. */
  readonly isPart: boolean;
}

/** Whether a preview after a refresh has nothing to change in entries; if not, what. */
export interface Proof {
  readonly isEmpty: boolean;
  /** What differs in them, or prevents the proof. */
  readonly comparison: Comparison;
}

/** Proves entries by a preview after a refresh, which writes nothing. */
export async function prove({ pulumi, resources, entered, isPart }: ProofOptions): Promise<Proof> {
  const story = await withTemporaryFolder("proof", async (folder) =>
    storyOf(await pulumi.compare(join(folder, "events.json"), isPart ? [...entered] : [])),
  );
  const whole = await compare(story, resources);
  const isEntered = ({ urn }: { readonly urn: string }) => entered.has(urn);
  const comparison: Comparison = {
    ...whole,
    drift: whole.drift.filter(isEntered),
    notRead: whole.notRead.filter(isEntered),
    notCompared: whole.notCompared.filter(isEntered),
  };
  const isUntouched = !story.planned.some((step) => entered.has(step.urn) && !idle.includes(step.op));
  const { drift, notRead, notCompared } = comparison;
  return { isEmpty: isComplete(story) && isUntouched && drift.length + notRead.length + notCompared.length === 0, comparison };
}
