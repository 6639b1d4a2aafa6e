import type { Properties } from "../../../provider/values/properties.js";
import type { Placed } from "../objects.js";

/** Arguments of an object that another object of the same file has as well. */
export interface Reference {
  readonly argument: string;
  readonly to: Placed;
  /** The member of the other resource. */
  readonly member: string;
}

/**
 * Which arguments refer to other objects: to what the object lies in, by the values that ids hold, and to records, by their identifiers.
 *
 * @param others objects of the same file
 */
export function referencesOf(object: Placed, others: readonly Placed[]): readonly Reference[] {
  const candidates = others.filter((other) => other !== object);
  const container = candidates
    .map((to) => ({ to, members: membersInId(to) }))
    .filter(({ members }) => members.length > 0 && members.every(([name, value]) => object.args[name] === value))
    .sort((a, b) => b.members.length - a.members.length)[0];
  const above = (container?.members ?? []).map(([name]) => ({ argument: name, to: container!.to, member: name }));
  const identifiers = Object.entries(object.args)
    .filter(([argument]) => !above.some((reference) => reference.argument === argument))
    .flatMap(([argument, value]) => {
      const found = candidates.flatMap((to) => {
        const member = identifierOf(to);
        return member !== undefined && to.found.id === value ? [{ argument, to, member }] : [];
      });
      return found.slice(0, 1);
    });
  return [...above, ...identifiers];
}

/** What the id of an object says about what lies in it. */
const membersInId = ({ definition: { derived = {} }, found: { id } }: Placed): [name: string, value: string][] =>
  Object.entries(derived).map(([name, of]) => [name, of(id)]);

/** The output that holds the id, for records that others name by their identifier. */
const identifierOf = ({ found: { id, outputs } }: Placed): string | undefined =>
  Object.entries(outputs as Properties).find(([name, value]) => /Identifier$/.test(name) && value === id)?.[0];
