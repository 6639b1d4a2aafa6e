import { kindFacts } from "./kinds.generated.js";
import type { Removal } from "./removals.js";

/**
 * A kind of resource. It is the name of its file in `provider/resources/`, of its definition, and of the exported handler. It is
 * permanent: the text by which every stored resource loads its provider contains it.
 *
 * A state or a journal may be from a later version and name other kinds, so a kind read from there is a `string`.
 */
export type Kind = keyof typeof kindFacts;

export const kinds = Object.keys(kindFacts) as readonly Kind[];

/** What is known of a kind without its definition, which takes long to load. */
interface KindFacts {
  readonly label: string;
  readonly removal: Removal;
  readonly idParts: readonly string[];
}

/** Undefined for a kind that only a later version knows, and whose claim a file has. */
const factsOf = (kind: string): KindFacts | undefined => (Object.hasOwn(kindFacts, kind) ? kindFacts[kind as Kind] : undefined);

/** Name of a kind in messages. */
export const labelOf = (kind: string): string => factsOf(kind)?.label ?? kind;

/** What the removal of an object of a kind does. */
export const removalOf = (kind: string): Removal | undefined => factsOf(kind)?.removal;

/** The arguments and outputs that the ids of a kind consist of. */
export const idPartsOf = (kind: string): readonly string[] => factsOf(kind)?.idParts ?? [];
