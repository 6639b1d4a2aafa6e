import { randomUUID } from "node:crypto";
import type { Definition, ObservedObject } from "../../provider/definition/definition.js";
import { markSecrets } from "../../provider/definition/secrets.js";
import { observed } from "../../provider/lifecycle/state.js";
import type { Properties } from "../../provider/values/properties.js";
import { providerKey } from "../../provider/values/reserved-properties.js";
import {
  isBookkeeping,
  isDefaultProvider,
  plainProperties,
  providerUrn,
  references,
  secret,
  type StoredProperties,
  type StoredResource,
} from "../stack/deployment.js";
import { filled, type PlannedStep } from "./plan.js";

/** An object that exists, and the resource that the program declares for it. */
export interface Match {
  readonly urn: string;
  readonly definition: Definition;
  readonly found: ObservedObject;
}

export interface EntryOptions {
  /** In the order of the engine. */
  readonly creations: readonly PlannedStep[];
  readonly matches: readonly Match[];
  readonly resources: readonly StoredResource[];
  /** The stack's configuration, which the entry of the default provider repeats. */
  readonly configuration: StoredProperties;
  /** In ISO 8601. */
  readonly now: string;
}

export interface NewEntries {
  /** With the stack, the provider and the components that they need, in an order that Pulumi accepts. */
  readonly entries: readonly StoredResource[];
  readonly withoutReference: readonly Match[];
}

/** The entries that the state lacks, as a run would have written them that created the objects. */
export function newEntries({ creations, matches, resources, configuration, now }: EntryOptions): NewEntries {
  const found = new Map(matches.map((match) => [match.urn, match]));
  const planned = new Map(creations.map((step) => [step.urn, step]));
  const entries = new Map<string, StoredResource>();
  const isThere = (urn: string) => entries.has(urn) || resources.some((each) => each.urn === urn);
  const times = { created: now, modified: now };

  /** Adds what an entry refers to; false if that is impossible. */
  const settle = (urn: string): boolean => {
    if (isThere(urn)) return true;
    const step = planned.get(urn)?.entry;
    const match = found.get(urn);
    if (step === undefined) return addProvider(urn);
    if (match === undefined && !isBookkeeping(step)) return false;
    if (step.type.startsWith("pulumi:providers:")) return false;
    if (!references(step).every((other) => other === urn || settle(other))) return false;
    entries.set(urn, match === undefined ? step : { ...entryOf(step, match), provider: providerOf(step), ...times });
    return true;
  };
  /** The default provider is not among the steps of a preview. */
  const addProvider = (urn: string): boolean => {
    if (!isDefaultProvider(urn)) return false;
    const type = urn.split("::")[2]!;
    entries.set(urn, { urn, custom: true, id: randomUUID(), type, inputs: configuration, outputs: configuration, ...times });
    return true;
  };
  const providerOf = (step: StoredResource): string => {
    const urn = providerUrn(step)!;
    return `${urn}::${(entries.get(urn) ?? resources.find((each) => each.urn === urn))?.id ?? ""}`;
  };

  const withoutReference = creations.flatMap(({ urn }) => {
    const match = found.get(urn);
    return match === undefined || settle(urn) ? [] : [match];
  });
  return { entries: [...entries.values()], withoutReference };
}

function entryOf(step: StoredResource, { definition, found }: Match): StoredResource {
  const inputs = plainProperties(step.inputs);
  const declared = filled(inputs, found);
  const marked = (properties: Properties): StoredProperties =>
    markSecrets(definition, { ...properties, [providerKey]: inputs[providerKey] }, secret);
  const { inputs: shown, state } = observed(definition, declared, found);
  const dependencies = Object.entries(step.propertyDependencies ?? {}).filter(([, urns]) => (urns ?? []).length > 0);
  return {
    ...step,
    id: found.id,
    inputs: marked(shown),
    outputs: marked(state),
    propertyDependencies: Object.fromEntries(dependencies),
  };
}
