import { valueText } from "../shared/values.js";
import { titleOf } from "../stack/deployment.js";
import type { Redact } from "../shared/document.js";
import type { Part } from "./part.js";
import type { SettingChange } from "./settings.js";

/** What a reviewer may have to know besides the changes of objects. */
export const settingsPart = (settings: readonly SettingChange[], redact: Redact): Part => ({
  heading: "Settings, options, outputs and dependencies",
  columns: ["WHAT", "NAME", "BEFORE", "AFTER"],
  units: settings.map(({ what, urn, name, before, after, isRevealed }) => {
    const values: readonly [string, string] =
      isRevealed === true && what !== "option"
        ? [before === undefined ? "" : "secret", "plain text"]
        : [what === "setting" ? "(not known)" : redact(shownText(before)), redact(shownText(after))];
    return { rank: 0, rows: [[what, { value: titleIn({ urn, name }) }, ...values.map((value) => ({ value }))]] };
  }),
});

const titleIn = ({ urn, name }: { readonly urn: string | undefined; readonly name: string }): string =>
  urn === undefined ? name : `${titleOf(urn)}: ${name}`;

/** A URN reads as its resource. */
const shownText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(shownText).join(", ")
    : typeof value === "string" && value.startsWith("urn:pulumi:")
      ? titleOf(value)
      : valueText(value);

const places: Readonly<Partial<Record<SettingChange["what"], string>>> = {
  output: "an output of the stack, which whoever may read the stack sees",
  option: "an option, so the state and the outputs have it in plain text",
  configuration: "in the configuration file, in plain text",
};

/** What is plain from now on. An output can also show a secret under another name. */
export function revealed(settings: readonly SettingChange[], redact: Redact): string[] {
  return settings.flatMap(({ what, urn, name, after, isRevealed }) => {
    const shown = valueText(after);
    const isShown = isRevealed === true || (what === "output" && redact(shown) !== shown);
    const place = places[what];
    return isShown && place !== undefined ? [`${titleIn({ urn, name })} (${place})`] : [];
  });
}
