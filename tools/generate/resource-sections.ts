import { type Definition, isAdoptable } from "../../provider/definition/definition.js";
import type { Field, Policy } from "../../provider/definition/field.js";
import { bullets, code } from "./markdown.js";
import type { ResourceSource } from "./source.js";

const names = (list: readonly string[]): string => list.map(code).join(", ");

/** Names of arguments in a tag, such as `sld, tld`. */
export const namesIn = (tag: string | undefined): string[] => tag?.split(",").map((name) => name.trim()) ?? [];

const fieldNames = ({ fields }: Definition, matches: (field: Field) => boolean): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (matches(field) ? [name] : []));

const withPolicy = (definition: Definition, policy: Policy): string[] =>
  fieldNames(definition, (field) => field.policy === policy);

/** The id in the example of a tag, such as ``its number, such as `123` ``. */
const sampleId = (tag: string): string => /such as `([^`]+)`/.exec(tag)?.[1] ?? "<id>";

export function takeOver({ doc, className }: ResourceSource, definition: Definition): string {
  const { id = "" } = doc.tags;
  return bullets([
    ...adoption(doc.tags, definition),
    `Pulumi's id is ${id}. \`hosting.${className}.get("existing", "${sampleId(id)}")\` only reads one, and a run never deletes what its program reads.`,
  ]);
}

function adoption(tags: Readonly<Record<string, string>>, definition: Definition): string[] {
  const {
    identity: { unique, singleton },
    revealed,
    label,
  } = definition;
  if (singleton === true)
    return [
      "There is nothing to do: it exists as long as what it belongs to, and the resource uses it. The first `up` changes what you declare, and nothing else.",
      "Declare it once: a second resource with the same settings is refused.",
    ];
  const key = names(namesIn(tags["key"]));
  if (!isAdoptable(definition))
    return [
      `It cannot be taken over: the provider shows ${names(revealed ?? [])} only at creation, so \`adopt: true\` is refused. Create another one.`,
      `Several with the same ${key} can exist, so an existing one does not prevent a creation.`,
    ];
  const unchecked = fieldNames(definition, ({ readable, policy }) => !readable && policy === "fixed");
  return [
    `Declare it as it is, add \`adopt: true\`, run \`pulumi up\`, and remove the line again.`,
    `It is found by ${names(namesIn(tags["adopted"] ?? tags["key"]))}. ${
      unique === false
        ? `Several with the same ${key} can exist, so without the line another one is created.`
        : `Without the line, preview and \`up\` fail if the ${label} exists: there is never a duplicate.`
    }`,
    ...(unchecked.length === 0 ? [] : [`Neither checked nor set in an existing one: ${names(unchecked)}.`]),
    "Many at once, or a lost state: [take over](../../how-to/take-over.md).",
  ];
}

export function changes({ doc }: ResourceSource, definition: Definition): string {
  const { costly, label, replacement, identity, deletion: removal } = definition;
  const replaced = withPolicy(definition, "replace");
  const unseen = fieldNames(definition, ({ readable, policy }) => !readable && policy !== "creation");
  const does = (policy: Policy, effect: string): string[] => {
    const list = withPolicy(definition, policy);
    return list.length === 0 ? [] : [`${names(list)}: ${effect}`];
  };
  return bullets([
    ...does("update", "changed in place."),
    ...does("replace", replacementOf(definition)),
    ...(costly === true && replaced.length > 0
      ? [`A replacement orders a new ${label}, which is billed. Pulumi refuses it as long as this one is protected.`]
      : []),
    ...(replacement.orderedAgain === undefined ? [] : [replacement.orderedAgain]),
    doc.tags["change"] ?? "",
    ...(identity.singleton === true || identity.unique === false || removal.undeletable !== undefined
      ? []
      : ["`--replace` and `pulumi state taint` are refused while it exists."]),
    ...does(
      "fixed",
      "refused in the preview, which says what to do: change it at the provider and declare its value, or use `ignoreChanges`.",
    ),
    ...does("creation", "used only at creation."),
    ...(unseen.length === 0 ? [] : [`A refresh sees no drift in ${names(unseen)}: the provider does not show it.`]),
    ...(costly === true
      ? [
          `If it is proven gone, a refresh fails and says what to do, because the next \`up\` would order the ${label} anew; ` +
            `[\`hosting:whenGone\`](../configuration.md) set to \`recreate\` allows that.`,
          "After an unclear answer to its order, the provider looks for it and never orders it twice.",
        ]
      : []),
  ]);
}

function replacementOf({ identity: { singleton }, deletion: { undeletable }, replacement: { order } }: Definition): string {
  if (singleton === true) return "the resource uses the other one, and treats this one as a deletion does.";
  if (undeletable !== undefined) return "a new one is created, and the old one stays at the provider.";
  return order === "create-first"
    ? "a new one is created, then the old one is deleted."
    : "the old one is deleted, then a new one is created, because both cannot exist at the same time.";
}

export function deletion({ doc }: ResourceSource, { costly, deletion: { undeletable } }: Definition): string {
  if (undeletable !== undefined)
    return bullets([undeletable, "`pulumi destroy` removes it from the state, and warns that it stays."]);
  return bullets([
    doc.tags["deletion"] ?? "",
    ...(costly === true
      ? [
          "It costs money, so Pulumi refuses to delete it until `pulumi state unprotect <urn>`, or an `up` with `protect: false`, has released it.",
        ]
      : []),
    `To keep it at the provider: declare \`retainOnDelete: true\`${costly === true ? " and `protect: false`" : ""}, run \`pulumi up\` with that change alone, then remove the resource.`,
  ]);
}
