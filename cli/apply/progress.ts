import { storyOf } from "../preview/events.js";
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
export const finishedIn = (lines: string): readonly string[] =>
  storyOf(lines)
    .planned.filter(({ isCustom, op }) => isCustom && Object.hasOwn(done, op))
    .map(({ op, urn }) => `${done[op]!} ${titleOf(urn)}`);
