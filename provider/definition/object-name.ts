import { inLine } from "../../sdk/redaction/text.js";
import type { Properties } from "../values/properties.js";
import { markedKey } from "../values/reserved-properties.js";
import type { Definition } from "./definition.js";
import { shownProperties } from "./secrets.js";

/** A declared object, for messages: `domain shop.example.de of account p123456`. */
export const nameOfDeclared = (definition: Definition, inputs: Properties): string =>
  [definition.label, shownTitle(definition, inputs)].filter(Boolean).join(" ");

/** The title without what may be a token in an address. Objects that differ may have the same. */
export const shownTitle = (definition: Definition, properties: Properties): string =>
  definition.identity.title(shownProperties(definition, properties));

/**
 * An object by its id and known properties, for messages: `domain shop.example.de of account p123456 (p123456/shop.example.de)`.
 */
export const nameOfObject = (definition: Definition, id: string, properties: Properties): string =>
  `${nameOfDeclared(definition, { ...definition.identity.parse(id), ...properties })} (${inLine(id)})`;

/** The whole title in one spelling, which all declarations of the same object share. Must never be shown or written. */
export const naturalKey = (definition: Definition, properties: Properties): string =>
  wholeTitle(definition, definition.identity.oneSpelling?.(properties) ?? properties);

/** The title with the values that the program has marked as secret, to tell objects apart. Must never be shown or written. */
export const wholeTitle = ({ identity: { title } }: Definition, properties: Properties): string =>
  title({ ...properties, [markedKey]: undefined });
