import type { Definition } from "../../provider/definition/definition.js";
import { kinds } from "../../provider/values/kinds.js";
import { question, suggest } from "../../sdk/values/suggest.js";
import { UsageError } from "../shared/exit.js";
import { classIn, classOf, type StoredResource } from "./deployment.js";

type Module = Readonly<Record<string, Definition | undefined>>;

export const noSuchKind = (place: string, text: string): UsageError =>
  new UsageError(
    `${place}: there is no kind ${text}${question(suggest(text, kinds, (each) => [each]))}\nThe kinds are ${kinds.join(", ")}.`,
  );

/** The kind of a class: their names correspond. */
export const kindOf = (className: string): string => className.charAt(0).toLowerCase() + className.slice(1);

/** The definition of a class, `undefined` if this version of the package has none. */
export const definitionOf = (className: string): Promise<Definition | undefined> =>
  /^[A-Z][A-Za-z]*$/.test(className) ? definitionOfKind(kindOf(className)) : Promise.resolve(undefined);

/** The definition of the class of a resource, `undefined` for a resource of another package. */
export const definitionFor = (resource: Pick<StoredResource, "type">): Promise<Definition | undefined> =>
  definitionOf(classOf(resource) ?? "");

const kindOfOwn = (className: string | undefined) => (className === undefined ? undefined : kindOf(className));

/** The kind of a resource, `undefined` for a resource of another package. */
export const kindFor = (resource: Pick<StoredResource, "type">): string | undefined => kindOfOwn(classOf(resource));

/** The kind of the resource of a URN, `undefined` for a resource of another package. */
export const kindIn = (urn: string): string | undefined => kindOfOwn(classIn(urn));

/** The definition of a kind, `undefined` if this version of the package has none. Each kind has a file with its name. */
export async function definitionOfKind(kind: string): Promise<Definition | undefined> {
  if (!/^[a-z][A-Za-z]*$/.test(kind)) return undefined;
  try {
    const definitions = (await import(`../../provider/resources/${kind}.js`)) as Module;
    return definitions[kind];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND" && String(error).includes(`${kind}.js`))
      return undefined;
    throw error;
  }
}
