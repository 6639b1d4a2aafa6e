import type { Step, Story } from "../preview/events.js";
import { isChange } from "../review/plan.js";
import { isDefaultProvider, titleOf } from "../stack/deployment.js";

/**
 * What a run did besides its preview. The engine decides again in a run, where it knows more values, so an update can turn out to be a
 * replacement.
 */
export function unforeseenIn(preview: Story, run: Story): readonly string[] {
  const foreseen = new Set(changesIn(preview).map(keyOf));
  const strange = changesIn(run).filter((step) => !foreseen.has(keyOf(step)));
  return [...new Set(strange.map(({ op, urn }) => `${titleOf(urn)}: ${op}`))];
}

const keyOf = ({ op, urn }: Step): string => `${op} ${urn}`;

const changesIn = ({ planned }: Story): readonly Step[] =>
  planned.filter((step) => step.isCustom && !isDefaultProvider(step.urn) && isChange(step));
