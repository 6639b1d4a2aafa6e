import { z } from "zod";
import { CommandError, exitCodes } from "../shared/exit.js";
import type { StoredResource } from "../stack/deployment.js";

/** What a preview would do with a resource. */
export interface PlannedStep {
  /** `create`, `update`, `same`, … */
  readonly op: string;
  readonly urn: string;
  /** The entry that the state would have, without an id if it would be created. */
  readonly entry: StoredResource | undefined;
}

/** What Pulumi would do, in its own order. */
export interface Plan {
  readonly steps: readonly PlannedStep[];
  /** Why it would not get to the end. */
  readonly problems: readonly string[];
}

const entry = z.looseObject({ urn: z.string(), type: z.string() });
const preview = z.looseObject({
  steps: z.array(z.looseObject({ op: z.string(), urn: z.string(), newState: entry.nullish() })).nullish(),
  diagnostics: z.array(z.looseObject({ message: z.string(), severity: z.string() })).nullish(),
});

/** Where the program declares a resource, for people: it is no part of what an import writes. */
const withoutPosition = ({ sourcePosition: _, stackTrace: __, ...rest }: z.output<typeof entry>): StoredResource => rest;

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
  return {
    steps: (data.steps ?? []).map(({ op, urn, newState }) => ({
      op,
      urn,
      entry: newState == null ? undefined : withoutPosition(newState),
    })),
    problems: (data.diagnostics ?? [])
      .filter(({ severity }) => severity === "error")
      .map(({ message }) => message.replace(/^error: /, "")),
  };
}
