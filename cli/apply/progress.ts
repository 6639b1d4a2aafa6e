import { inLine } from "../../sdk/redaction/text.js";
import { storyOf } from "../preview/events.js";
import { outcomeOf } from "../preview/outcome.js";
import { titleOf } from "../stack/deployment.js";

/** The past of each step that changes something. A replacement is told by its creation and its deletion. */
const done: Readonly<Record<string, string>> = {
  create: "created",
  "create-replacement": "created",
  import: "imported",
  "import-replacement": "imported",
  update: "updated",
  delete: "deleted",
  "delete-replaced": "deleted",
  "discard-replaced": "left",
  discard: "left",
};

/** What was finished, one text for each resource: `created Webhook hook`. */
export async function finishedIn(lines: string): Promise<readonly string[]> {
  const story = storyOf(lines);
  const { happenings } = await outcomeOf(story);
  const left = new Set(happenings.filter(({ effect }) => effect === "left").map(({ urn }) => urn));
  return story.planned
    .filter(({ isCustom, op }) => isCustom && Object.hasOwn(done, op))
    .map(({ op, urn }) => `${left.has(urn) ? "left" : done[op]!} ${inLine(titleOf(urn))}`);
}
