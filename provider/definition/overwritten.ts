import { mask } from "../../sdk/redaction/mask.js";
import { inLine, shortened } from "../../sdk/redaction/text.js";
import { isAbsent } from "../values/equality.js";
import type { Properties } from "../values/properties.js";
import { markedKey } from "../values/reserved-properties.js";
import type { Definition } from "./definition.js";
import { markLikelySecrets } from "./secrets.js";

/**
 * The sentence of a preview about what a new resource changes in an object that exists already, by which other programs recognize it: the
 * state has no values from before, so nothing else shows them.
 */

/** A property of an object that a new resource changes. */
export interface Overwritten {
  readonly name: string;
  /** Absent if there is no value, or if it is not shown. */
  readonly before?: unknown;
  /** Whether the provider shows the value before. */
  readonly isShown: boolean;
}

/** What follows the name of an object that always exists in the message that announces its use. */
export const willBeManaged = " will be managed; no new one is created.";

const introduction = " These properties will be changed: ";

const nothing = "nothing";
const notShown = "(not shown)";

/** Far longer than a line of an address; only the beginning of a longer one is shown. */
const longest = 200;

function valueText(value: unknown): string {
  if (isAbsent(value)) return nothing;
  const text = JSON.stringify(value);
  return inLine(text.length <= longest ? text : JSON.stringify(shortened(typeof value === "string" ? value : text, longest)));
}

/**
 * Names the properties with their values, secrets masked: ` These properties will be changed: city from "Hannover" to "Wien".` Nothing if there are
 * none.
 *
 * @param inputs as declared, with what the program has marked as secret
 * @param hidden names of the properties whose values the provider does not show
 */
export function overwrittenText(
  definition: Definition,
  names: readonly string[],
  {
    inputs,
    observed,
    hidden,
  }: { readonly inputs: Properties; readonly observed: Properties; readonly hidden: readonly string[] },
): string {
  if (names.length === 0) return "";
  const marks = { [markedKey]: inputs[markedKey] };
  const [before, after] = [observed, inputs].map((each) => markLikelySecrets(definition, { ...each, ...marks }, () => mask));
  const changes = names.map((name) => {
    const was = hidden.includes(name) ? notShown : valueText(before![name]);
    return `${name} from ${was} to ${valueText(after![name])}`;
  });
  return `${introduction}${changes.join(", ")}.`;
}

/** Said instead if it cannot be looked up before the run. */
const isNotKnownYet = /what will be changed (?:and who else has it )?is not known yet/i;

// Within JSON, blanks are only in texts.
const value = String.raw`(?:"(?:[^"\\]|\\.)*"|[^\s"])+|\(not shown\)`;
const change = new RegExp(String.raw`(\w+) from (${value}) to (?:${value})(?:, |\.(?= |$))`, "y");

/** Whether a message is the one about an object that exists and that a new resource takes. @param name of the declared object */
export const isAboutExisting = (message: string, name: string): boolean =>
  [`the existing ${name}${willBeManaged}`, `adopt: the existing ${name} (`, `${name} (`].some((start) =>
    message.startsWith(start),
  ) && /will be managed|is adopted|already exists and is used/.test(message);

/** The properties that a message names; undefined if it says that they are not known. */
export function overwrittenIn(message: string): readonly Overwritten[] | undefined {
  const start = message.indexOf(introduction);
  if (start < 0) return isNotKnownYet.test(message) ? undefined : [];
  const found: Overwritten[] = [];
  change.lastIndex = start + introduction.length;
  for (let match = change.exec(message); match !== null; match = change.exec(message)) {
    const [, name, was] = match as unknown as readonly [string, string, string];
    found.push({ name, isShown: was !== notShown, ...(was === nothing || was === notShown ? {} : { before: parsed(was) }) });
  }
  return found;
}

/** The message without that sentence, for those who show the values otherwise. */
export function withoutOverwritten(message: string): string {
  const start = message.indexOf(introduction);
  if (start < 0) return message;
  let end = start + introduction.length;
  for (change.lastIndex = end; change.test(message);) end = change.lastIndex;
  return `${message.slice(0, start)}${message.slice(end)}`;
}

/** A value as it was written. What Pulumi has masked in it may be no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
