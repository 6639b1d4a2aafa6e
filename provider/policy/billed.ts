import type { Definition } from "../definition/definition.js";
import { type Kind, kinds } from "../values/kinds.js";
import { classNameOf } from "../values/reserved-properties.js";

type Module = Readonly<Record<Kind, Definition>>;

/** The kind of a resource, if it is billed; undefined for all others. */
export async function billedKindOf(type: string): Promise<Kind | undefined> {
  const className = classNameOf(type);
  const kind = kinds.find((each) => `${each.charAt(0).toUpperCase()}${each.slice(1)}` === className);
  if (kind === undefined) return undefined;
  const { [kind]: definition } = (await import(`../resources/${kind}.js`)) as Module;
  return definition.costly === true ? kind : undefined;
}
