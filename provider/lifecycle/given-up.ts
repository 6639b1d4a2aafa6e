import { inLine } from "../../sdk/redaction/text.js";
import { resourceText } from "../values/labels.js";

/** Why an object that the program reads is not replaced. */
export const readText = (resource: string, reader: string): string =>
  `resource "${inLine(reader)}" reads it with \`get\`, and the replacement of "${inLine(resource)}" would delete it. Remove the \`get\`, or keep ` +
  `the object: remove "${inLine(resource)}" from the state with \`pulumi state delete <urn>\`.`;

/** How a resource gets the entry of another one. Pulumi refuses an alias and a new name that are in use. */
export const renameText = (from: string, to: string): string =>
  `rename the entry "${inLine(from)}" to "${inLine(to)}" with \`pulumi state rename <urn> <new name>\`.`;

/** For a resource whose object another resource of the stack has. */
export const otherNameText = (kind: string, holder: string, resource: string): string =>
  `It belongs to ${resourceText(kind, holder)} of this stack. If it is now "${inLine(resource)}", give it an alias or use \`pulumi state rename\`; ` +
  "otherwise declare it once.";
