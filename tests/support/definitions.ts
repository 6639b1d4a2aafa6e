import type { Definition } from "../../provider/definition/definition.js";
import { type Kind, kinds } from "../../provider/values/kinds.js";

/** What the package knows of a kind, loaded by its name as the provider process does. */
function definitionOf(kind: Kind): Definition {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- a kind is known by name only
  return (require(`../../provider/resources/${kind}.js`) as Readonly<Record<string, Definition>>)[kind]!;
}

export const definitions = Object.fromEntries(kinds.map((kind) => [kind, definitionOf(kind)])) as Readonly<
  Record<Kind, Definition>
>;
