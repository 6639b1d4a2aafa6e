import { z } from "zod";
import type { Remark } from "../../provider/values/remarks.js";
import { readerKey } from "../../provider/values/reserved-properties.js";
import { CommandError } from "../shared/exit.js";
import { oneLine } from "../shared/text.js";

const text = z.string();
const flag = z.boolean().nullish();
/** Pulumi has masked what is secret. */
const properties = z
  .record(text, z.unknown())
  .nullish()
  .transform((found): Readonly<Record<string, unknown>> => found ?? {});

const state = z
  .object({
    urn: text,
    id: text.optional(),
    custom: flag,
    provider: text.optional(),
    parent: text.optional(),
    protect: flag,
    retainOnDelete: flag,
    external: flag,
    inputs: properties,
    outputs: properties,
  })
  .transform(({ urn, id, custom, provider, parent, protect, retainOnDelete, external, inputs, outputs }) => ({
    /** It may differ from that of the step because of an alias. */
    urn,
    id: id || undefined,
    parent: parent || undefined,
    isCustom: custom === true || !!provider,
    /** URN of the explicit provider, and so the login that it is managed with; undefined for the default one. */
    provider: explicitProvider(provider),
    isProtected: protect === true,
    /** Whether its object stays at the provider when the resource leaves the program. */
    isRetained: retainOnDelete === true,
    isExternal: external === true || readerKey in inputs,
    inputs,
    outputs,
  }));

const step = z
  .object({
    op: text,
    urn: text,
    type: text,
    old: state.nullish(),
    new: state.nullish(),
    detailedDiff: z.record(text, z.object({ diffKind: text.default("update") })).nullish(),
    keys: z.array(text).nullish(),
  })
  .transform(({ op, urn, type, old, new: after, detailedDiff, keys }) => ({
    /** `refresh`, `same`, `update`, `create`, `delete`, `replace`, … */
    op,
    urn,
    type,
    /** Whether it is an object of a provider, and no component. */
    isCustom: (after ?? old)?.isCustom === true,
    old: old ?? undefined,
    new: after ?? undefined,
    /** Paths of the properties that differ, as far as the engine compared them. */
    paths: Object.keys(detailedDiff ?? {}),
    /** What the engine found out about each of them: `add`, `update-replace`, … */
    differences: Object.fromEntries(Object.entries(detailedDiff ?? {}).map(([path, { diffKind }]) => [path, diffKind])),
    /** Names of the properties because of which the object is replaced. */
    causes: keys ?? [],
  }));

const event = z.object({
  resOutputsEvent: z.object({ metadata: step }).optional(),
  diagnosticEvent: z
    .object({ urn: text.optional(), severity: text, message: text })
    .transform(({ urn, ...diagnostics }) => ({
      /** Absent if it is not about a resource. */ urn: urn || undefined,
      ...diagnostics,
    }))
    .optional(),
  policyEvent: z
    .object({ resourceUrn: text.optional(), policyName: text, message: text, enforcementLevel: text })
    .transform(({ resourceUrn, policyName, message, enforcementLevel }) => ({
      /** Absent if it is about the whole stack. */
      urn: resourceUrn || undefined,
      policy: policyName,
      message: oneLine(message),
      isMandatory: enforcementLevel === "mandatory",
    }))
    .optional(),
  summaryEvent: z.object({ result: text.optional() }).optional(),
  remark: z.looseObject({ code: text, text }).optional(),
});

type Event = z.output<typeof event>;

export type StepState = Readonly<z.output<typeof state>>;
export type Step = Readonly<z.output<typeof step>>;
export type Violation = Readonly<NonNullable<Event["policyEvent"]>>;
export type Failure = Pick<Readonly<NonNullable<Event["diagnosticEvent"]>>, "urn" | "message">;

export interface RunEvents {
  readonly refreshed: readonly Step[];
  readonly planned: readonly Step[];
  readonly failures: readonly Failure[];
  readonly violations: readonly Violation[];
  /** What providers and the program said. */
  readonly messages: readonly string[];
  /** What this package handed over. */
  readonly remarks: readonly Remark[];
  /** Whether it went on to the end. */
  readonly isWhole: boolean;
}

/**
 * Reads the event log of a preview or a run, to which the remarks of this package may be appended.
 * @throws CommandError if its format is unknown
 */
export function readEvents(log: string): RunEvents {
  const events = log
    .split("\n")
    .filter((line) => line !== "")
    .map(parseEvent);
  const steps = events.flatMap(({ resOutputsEvent }) => resOutputsEvent?.metadata ?? []);
  const diagnostics = events.flatMap(({ diagnosticEvent }) => diagnosticEvent ?? []);
  return {
    refreshed: steps.filter(({ op }) => op === "refresh"),
    planned: steps.filter(({ op }) => op !== "refresh"),
    // The end of the command, which repeats what was said.
    failures: diagnostics.filter(
      ({ severity, message }) => severity === "error" && !/^\s*(preview|update) failed\s*$/.test(message),
    ),
    violations: events.flatMap(({ policyEvent }) => policyEvent ?? []),
    messages: diagnostics.filter(({ severity }) => severity === "info" || severity === "warning").map(({ message }) => message),
    remarks: distinct(events.flatMap(({ remark }) => remark ?? []) as unknown as readonly Remark[]),
    isWhole: events.some(({ summaryEvent }) => summaryEvent?.result === "succeeded"),
  };
}

/** Each process of a command looks again. */
const distinct = (remarks: readonly Remark[]): readonly Remark[] => [
  ...new Map(remarks.map((remark) => [JSON.stringify(remark), remark])).values(),
];

function parseEvent(line: string): Event {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // The last line of an engine that was killed.
    return {};
  }
  const { data, success } = event.safeParse(value);
  if (success) return data;
  throw new CommandError("the events of `pulumi preview` have a format that this version does not know");
}

/** @param reference the URN of a provider and its id; each version of a package has a default one of its own */
function explicitProvider(reference: string | undefined): string | undefined {
  const urn = reference?.slice(0, reference.lastIndexOf("::"));
  return urn === undefined || urn === "" || /::default(_[\w-]*)?$/.test(urn) ? undefined : urn;
}
