import { z } from "zod";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { mask } from "../../sdk/redaction/mask.js";
import { engineMessage } from "../stack/engine-message.js";
import { CommandError, exitCodes } from "../shared/exit.js";
import { isObject } from "../shared/is-object.js";
import type { StoredProperties, StoredResource } from "../stack/deployment.js";

/** What a preview would do with a resource. */
export interface PlannedStep {
  /** `create`, `update`, `same`, … */
  readonly op: string;
  readonly urn: string;
  /** The entry that the state would have, without an id if it would be created. */
  readonly entry: StoredResource | undefined;
  /** The entry that the state has. */
  readonly before?: StoredResource | undefined;
}

/** What Pulumi would do, in its own order. */
export interface Plan {
  readonly steps: readonly PlannedStep[];
  /** Why it would not get to the end. */
  readonly problems: readonly string[];
}

/** URNs of the entries that it would delete. */
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

function withoutMasks(value: unknown): unknown {
  if (value === mask) return unknownValue;
  if (Array.isArray(value)) return value.map(withoutMasks);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutMasks(member)]));
}

/**
 * Reads what `pulumi preview --json` prints.
 *
 * @throws CommandError if its format is unknown
 */
export function planOf(text: string): Plan {
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
    .map(({ message, urn }) => engineMessage({ message: message.replace(/^error: /, ""), urn }));
  // The end of the command repeats what was said, if anything was.
  const said = problems.filter((message) => message !== "preview failed");
  return {
    steps: (data.steps ?? []).map(({ op, urn, oldState, newState }) => ({
      op,
      urn,
      entry: newState == null ? undefined : entryIn(newState),
      before: oldState == null ? undefined : entryIn(oldState),
    })),
    problems:
      said.length > 0 || problems.length === 0
        ? said
        : ["Pulumi ended before it had examined the whole program, and did not say why."],
  };
}
