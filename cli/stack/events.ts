import { z } from "zod";
import type { Remark } from "../../provider/values/remarks.js";
import { readerKey } from "../../provider/values/reserved-properties.js";
import { CommandError } from "../shared/exit.js";
import { oneLine } from "../shared/text.js";

/** Properties of a resource in an event: Pulumi has masked what is secret. */
type EventProperties = Readonly<Record<string, unknown>>;

export interface Step {
  /** `refresh`, `same`, `update`, `create`, `delete`, `replace`, … */
  readonly op: string;
  readonly urn: string;
  readonly type: string;
  /** Whether it is an object of a provider, and no component. */
  readonly isCustom: boolean;
  readonly old: StepState | undefined;
  readonly new: StepState | undefined;
  /** Paths of the properties that differ, as far as the engine compared them. */
  readonly paths: readonly string[];
  /** What the engine found out about each of them: `add`, `update-replace`, … */
  readonly differences: Readonly<Record<string, string>>;
  /** Names of the properties because of which the object is replaced. */
  readonly causes: readonly string[];
}

export interface StepState {
  /** Its URN may differ from that of the step because of an alias. */
  readonly urn: string;
  readonly id: string | undefined;
  readonly parent: string | undefined;
  /** URN of the explicit provider, and so the login that it is managed with; undefined for the default one. */
  readonly provider: string | undefined;
  readonly isProtected: boolean;
  /** Whether its object stays at the provider when the resource leaves the program. */
  readonly isRetained: boolean;
  readonly isExternal: boolean;
  readonly inputs: EventProperties;
  readonly outputs: EventProperties;
}

export interface Failure {
  /** Absent if it is not about a resource. */
  readonly urn: string | undefined;
  readonly message: string;
}

export interface Violation {
  /** Absent if it is about the whole stack. */
  readonly urn: string | undefined;
  readonly policy: string;
  readonly message: string;
  readonly isMandatory: boolean;
}

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

const entry = z.looseObject({
  urn: z.string(),
  id: z.string().optional(),
  custom: z.boolean().optional(),
  provider: z.string().optional(),
  parent: z.string().optional(),
  protect: z.boolean().nullish(),
  retainOnDelete: z.boolean().nullish(),
  external: z.boolean().nullish(),
  inputs: z.record(z.string(), z.unknown()).nullish(),
  outputs: z.record(z.string(), z.unknown()).nullish(),
});
const event = z.looseObject({
  resOutputsEvent: z
    .looseObject({
      metadata: z.looseObject({
        op: z.string(),
        urn: z.string(),
        type: z.string(),
        old: entry.nullish(),
        new: entry.nullish(),
        detailedDiff: z.record(z.string(), z.looseObject({ diffKind: z.string().optional() })).nullish(),
        keys: z.array(z.string()).nullish(),
      }),
    })
    .optional(),
  diagnosticEvent: z.looseObject({ urn: z.string().optional(), severity: z.string(), message: z.string() }).optional(),
  policyEvent: z
    .looseObject({
      resourceUrn: z.string().optional(),
      policyName: z.string(),
      message: z.string(),
      enforcementLevel: z.string(),
    })
    .optional(),
  summaryEvent: z.looseObject({ result: z.string().optional() }).optional(),
  remark: z.looseObject({ code: z.string(), text: z.string() }).optional(),
});

type Event = z.output<typeof event>;

/**
 * Reads the event log of a preview or a run, to which the remarks of this package may be appended.
 * @throws CommandError if its format is unknown
 */
export function readEvents(log: string): RunEvents {
  const events = log
    .split("\n")
    .filter((line) => line !== "")
    .map(parseEvent);
  const steps = events.flatMap(stepOf);
  const said = events.flatMap(({ diagnosticEvent }) => diagnosticEvent ?? []);
  const failures = said
    .filter(({ severity }) => severity === "error")
    .map(({ urn, message }) => ({ urn: urn || undefined, message }));
  return {
    refreshed: steps.filter(({ op }) => op === "refresh"),
    planned: steps.filter(({ op }) => op !== "refresh"),
    // The end of the command, which repeats what was said.
    failures: failures.filter(({ message }) => !/^\s*(preview|update) failed\s*$/.test(message)),
    violations: events.flatMap(violationOf),
    messages: said.filter(({ severity }) => severity === "info" || severity === "warning").map(({ message }) => message),
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

function stepOf({ resOutputsEvent }: Event): Step[] {
  if (resOutputsEvent === undefined) return [];
  const { op, urn, type, old, new: after, detailedDiff, keys } = resOutputsEvent.metadata;
  const of = after ?? old;
  const isCustom = of?.custom === true || !!of?.provider;
  const differences = Object.fromEntries(
    Object.entries(detailedDiff ?? {}).map(([path, { diffKind }]) => [path, diffKind ?? "update"]),
  );
  const paths = Object.keys(differences);
  return [{ op, urn, type, isCustom, old: entryOf(old), new: entryOf(after), paths, differences, causes: keys ?? [] }];
}

const violationOf = ({ policyEvent }: Event): Violation[] =>
  policyEvent === undefined
    ? []
    : [
        {
          urn: policyEvent.resourceUrn || undefined,
          policy: policyEvent.policyName,
          message: oneLine(policyEvent.message),
          isMandatory: policyEvent.enforcementLevel === "mandatory",
        },
      ];

/** @param reference the URN of a provider and its id; each version of a package has a default one of its own */
function explicitProvider(reference: string | undefined): string | undefined {
  const urn = reference?.slice(0, reference.lastIndexOf("::"));
  return urn === undefined || urn === "" || /::default(_[\w-]*)?$/.test(urn) ? undefined : urn;
}

const entryOf = (found: z.output<typeof entry> | null | undefined): StepState | undefined =>
  found == null
    ? undefined
    : {
        urn: found.urn,
        id: found.id || undefined,
        parent: found.parent || undefined,
        provider: explicitProvider(found.provider),
        isProtected: found.protect === true,
        isRetained: found.retainOnDelete === true,
        isExternal: found.external === true || readerKey in (found.inputs ?? {}),
        inputs: found.inputs ?? {},
        outputs: found.outputs ?? {},
      };
