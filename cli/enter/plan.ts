import { z } from "zod";
import type { Definition, ObservedObject } from "../../provider/definition/definition.js";
import type { Properties } from "../../provider/values/properties.js";
import { type Digests, isWithin, keyedDigest, leavesOf } from "../../provider/values/reviewed.js";
import { containsUnknown, isUnknown, unknownValue } from "../../provider/values/unknown-values.js";
import { mask } from "../../sdk/redaction/mask.js";
import { declarationsIn } from "../preview/remarks.js";
import { CommandError, exitCodes } from "../shared/exit.js";
import { isObject, mapped } from "../shared/values.js";
import { type StoredProperties, type StoredResource, titleOf } from "../stack/deployment.js";
import { engineMessage } from "../stack/engine-message.js";
import { readEvents } from "../stack/events.js";
import type { PreviewToEnter } from "../stack/pulumi.js";

export interface PlannedStep {
  readonly op: string;
  readonly urn: string;
  /** The entry that the state would have, without an id if it would be created. */
  readonly entry: StoredResource | undefined;
  readonly before?: StoredResource | undefined;
  readonly isDeclared?: IsDeclared | undefined;
}

/** Whether the program declares a value at a path such as `headers["X-Key"]`, which a preview may mask; undefined if that is not known. */
export type IsDeclared = (path: string, value: unknown) => boolean | undefined;

export interface Plan {
  readonly steps: readonly PlannedStep[];
  /** Why it would not get to the end, with the resource that it is about. */
  readonly problems: readonly string[];
}

export const leavingIn = ({ steps }: Plan): ReadonlySet<string> =>
  new Set(steps.flatMap(({ op, urn }) => (op === "delete" ? [urn] : [])));

const entry = z.looseObject({ urn: z.string(), type: z.string(), inputs: z.record(z.string(), z.unknown()).optional() });
const preview = z.looseObject({
  steps: z
    .array(z.looseObject({ op: z.string(), urn: z.string(), oldState: entry.nullish(), newState: entry.nullish() }))
    .nullish(),
  diagnostics: z.array(z.looseObject({ urn: z.string().optional(), message: z.string(), severity: z.string() })).nullish(),
});

/**
 * The entry without where the program declares it, which is no part of what is written. Pulumi masks secrets, so they are not known, like what
 * only a run can know.
 */
function entryIn({ sourcePosition: _, stackTrace: __, inputs, ...rest }: z.output<typeof entry>): StoredResource {
  return { ...rest, ...(inputs !== undefined && { inputs: withoutMasks(inputs) as StoredProperties }) };
}

const withoutMasks = (value: unknown): unknown => mapped(value, (part) => (part === mask ? unknownValue : part));

const isDeclaredBy =
  (declares: Digests, key: string): IsDeclared =>
  (path, value) => {
    const within = Object.keys(declares).filter((each) => isWithin(each, path));
    if (within.length === 0 || within.some((each) => declares[each] === null)) return undefined;
    const leaves = leavesOf(path, value);
    const isSame = ([each, leaf]: (typeof leaves)[number]) =>
      spellingsOf(leaf).some((text) => declares[each] === keyedDigest(key, each, text));
    return leaves.length === within.length && leaves.every(isSame);
  };

/** An address means the same with and without the slash after its host. */
const spellingsOf = (value: unknown): readonly unknown[] =>
  typeof value === "string" && URL.canParse(value)
    ? [value, new URL(value).href, new URL(value).href.replace(/\/$/, "")]
    : [value];

/** Reads what a preview shows. @throws CommandError if its format is unknown */
export function planOf({ text, remarks, key }: PreviewToEnter): Plan {
  const declared = declarationsIn(readEvents(remarks).remarks);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const { data } = preview.safeParse(value);
  if (data === undefined)
    throw new CommandError(
      "`pulumi preview --json` printed something that this version cannot read. Nothing was written.",
      exitCodes.failed,
    );
  const problems = (data.diagnostics ?? [])
    .filter(({ severity }) => severity === "error")
    .map(({ message, urn }) => {
      const about = urn === undefined || urn.includes("::pulumi:") ? "" : `${titleOf(urn)}: `;
      return `${about}${engineMessage({ message: message.replace(/^error: /, ""), urn })}`;
    });
  // The end of the command repeats what was said, if anything was.
  const messages = problems.filter((message) => message !== "preview failed");
  return {
    steps: (data.steps ?? []).map(({ op, urn, oldState, newState }) => {
      const { declares } = declared(urn);
      return {
        op,
        urn,
        entry: newState == null ? undefined : entryIn(newState),
        before: oldState == null ? undefined : entryIn(oldState),
        isDeclared: declares && isDeclaredBy(declares, key),
      };
    }),
    problems:
      messages.length > 0 || problems.length === 0
        ? messages
        : ["Pulumi ended before it had examined the whole program, and did not say why."],
  };
}

/** Arguments, with what an object shows in place of those that are not known before a run. A proof compares them. */
export const filled = (inputs: Properties, { inputs: shown }: ObservedObject): Properties =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [name, containsUnknown(value) ? (shown as Properties)[name] : value]),
  );

/**
 * Arguments to compare with an object. What the program declares otherwise stays unknown, and so it differs, although a preview masks it. What is known
 * stays, such as the names of headers.
 */
export const filledToCompare = (
  { fields }: Definition,
  inputs: Properties,
  { inputs: shown }: ObservedObject,
  isDeclared: IsDeclared = () => undefined,
): Properties =>
  Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => {
      const other = (shown as Properties)[name];
      if (!containsUnknown(value)) return [name, value];
      return [name, fields[name]?.readable === true ? withShown(value, other, name, isDeclared) : other];
    }),
  );

function withShown(value: unknown, shown: unknown, path: string, isDeclared: IsDeclared): unknown {
  if (isUnknown(value)) return isDeclared(path, shown) === false ? value : shown;
  if (!containsUnknown(value)) return value;
  if (!isObject(value)) return shown;
  const members = isObject(shown) ? shown : {};
  // Names of headers have no case; a member that the object does not have stays unknown, and so it differs.
  const member = (name: string) => Object.entries(members).find(([each]) => each.toLowerCase() === name.toLowerCase());
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const found = member(name);
      return [name, found === undefined ? inner : withShown(inner, found[1], `${path}[${JSON.stringify(name)}]`, isDeclared)];
    }),
  );
}
