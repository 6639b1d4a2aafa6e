import { mask } from "../../sdk/redaction/mask.js";
import { inLine, shortened } from "../../sdk/redaction/text.js";
import { isAbsent } from "../values/equality.js";
import type { Properties } from "../values/properties.js";
import type { Overwritten } from "../values/remarks.js";
import { markedKey } from "../values/reserved-properties.js";
import type { Definition } from "./definition.js";
import { markLikelySecrets } from "./secrets.js";

/** What follows the name of an object that always exists in the message that announces its use. */
export const willBeManaged = " will be managed; no new one is created.";

/** Far longer than a line of an address; only the beginning of a longer one is shown. */
const longest = 200;

function valueText(value: unknown): string {
  if (isAbsent(value)) return "nothing";
  const text = JSON.stringify(value);
  return inLine(text.length <= longest ? text : JSON.stringify(shortened(typeof value === "string" ? value : text, longest)));
}

/**
 * What a new resource changes in an object that exists already, secrets masked: the state has no values from before, so nothing else shows
 * them. The text is a sentence after a space, ` These properties will be changed: city from "Hannover" to "Wien".`; empty if nothing changes.
 *
 * @param inputs as declared, with what the program has marked as secret
 * @param hidden names of the properties whose values the provider does not show
 */
export function overwriting(
  definition: Definition,
  names: readonly string[],
  {
    inputs,
    observed,
    hidden,
  }: { readonly inputs: Properties; readonly observed: Properties; readonly hidden: readonly string[] },
): { readonly overwritten: readonly Overwritten[]; readonly text: string } {
  const marks = { [markedKey]: inputs[markedKey] };
  const [before, after] = [observed, inputs].map((each) => markLikelySecrets(definition, { ...each, ...marks }, () => mask));
  const overwritten = names.map((name): Overwritten => {
    const isShown = !hidden.includes(name);
    return { name, isShown, ...(isShown && !isAbsent(before![name]) && { before: before![name] }) };
  });
  const changes = overwritten.map(
    (each) => `${each.name} from ${each.isShown ? valueText(each.before) : "(not shown)"} to ${valueText(after![each.name])}`,
  );
  return { overwritten, text: changes.length === 0 ? "" : ` These properties will be changed: ${changes.join(", ")}.` };
}
