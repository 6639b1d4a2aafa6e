import type { Story } from "../preview/events.js";
import { type ChangeHash, changeHashes, type Digest, differingParts } from "../review/digest.js";
import { canonicalJson } from "../review/canonical.js";
import { titleOf } from "../stack/deployment.js";

/** What is known when a run waits after its preview. */
export interface Proposed {
  readonly preview: Story;
  readonly digest: Digest;
  /** The run so far: its refresh, if it has one. */
  readonly begun: Story;
  /** Whether the state is the one that was read before the preview. */
  readonly isSameState: boolean;
  /** Whether the files of the digest are those that were read before the preview. */
  readonly areSameFiles: boolean;
}

export interface Objection {
  readonly message: string;
  /** Whether the user may insist. */
  readonly isForcible: boolean;
}

/** Why a run must not go on; undefined if it is what was reviewed, and is about what was previewed. */
export function objectionTo(
  { preview, digest, begun, isSameState, areSameFiles }: Proposed,
  reviewed: Digest,
  changes: readonly ChangeHash[] | undefined,
): Objection | undefined {
  if (!preview.isWhole) return final("The events of the preview are incomplete, so it cannot be compared with the review.");
  if (!isSameState && !isSameRefresh(preview, begun)) return final("The state of the stack was changed during the preview.");
  if (!areSameFiles)
    return final(
      "The configuration file of the stack, the project file or the lock file of the dependencies was changed during the preview.",
    );
  const parts = differingParts(reviewed, digest);
  if (parts.length === 0) return undefined;
  const details = digest.changes === reviewed.changes ? "" : differenceText(changes, changeHashes(preview));
  return { message: `This is not what was reviewed. Different: ${parts.join(", ")}.${details}`, isForcible: true };
}

const final = (message: string): Objection => ({ message: `${message} Run again.`, isForcible: false });

/** A refresh writes what it read to the state, so the state differs by that. It must have found the same twice. */
const isSameRefresh = (preview: Story, begun: Story): boolean =>
  begun.refreshed.length > 0 && refreshText(preview) === refreshText(begun);

const refreshText = ({ refreshed }: Story): string =>
  canonicalJson(refreshed.map((step) => canonicalJson([step.urn, step.old ?? null, step.new ?? null])).sort());

function differenceText(reviewed: readonly ChangeHash[] | undefined, proposed: readonly ChangeHash[]): string {
  const lines = (resources: readonly string[]) => resources.map((each) => `\n  ${each}`).join("");
  if (reviewed !== undefined) return lines(differingChanges(reviewed, proposed));
  if (proposed.length === 0) return " The run would change nothing.";
  return ` The run would do this:${lines(proposed.map(({ urn, operation }) => `${titleOf(urn)}: ${operation}`))}`;
}

/** What is new, missing or other than reviewed, by resource. */
export function differingChanges(reviewed: readonly ChangeHash[], proposed: readonly ChangeHash[]): readonly string[] {
  const before = new Map(reviewed.map((each) => [each.urn, each]));
  const now = new Map(proposed.map((each) => [each.urn, each]));
  return [...new Set([...before.keys(), ...now.keys()])].sort().flatMap((urn) => {
    const [one, other] = [before.get(urn), now.get(urn)];
    if (one?.hash === other?.hash) return [];
    const title = titleOf(urn);
    if (one === undefined) return [`${title}: ${other!.operation}, which the review does not have`];
    if (other === undefined) return [`${title}: the review has ${one.operation}, and the run would not change it`];
    return one.operation === other.operation
      ? [`${title}: ${other.operation}, but another one than reviewed`]
      : [`${title}: ${other.operation} instead of ${one.operation}`];
  });
}
