import { inLine } from "../../sdk/redaction/text.js";
import type { Properties } from "../values/properties.js";
import { markedKey } from "../values/reserved-properties.js";
import type { Definition } from "./definition.js";

/** What is declared, in a message: `domain shop.example.de of account p123456`. */
export const nameOfDeclared = ({ label, identity }: Definition, inputs: Properties): string =>
  [label, identity.title(inputs)].filter(Boolean).join(" ");

/** The object of an id in a message, as far as its properties tell more: `domain shop.example.de of account p123456 (p123456/shop.example.de)`. */
export const nameOfObject = (definition: Definition, id: string, properties: Properties): string =>
  `${nameOfDeclared(definition, { ...definition.identity.parse(id), ...properties })} (${inLine(id)})`;

/** The title with what the program has marked as secret in it, which tells objects apart. Never to be shown or written down. */
export const wholeTitle = ({ identity: { title } }: Definition, properties: Properties): string =>
  title({ ...properties, [markedKey]: undefined });
