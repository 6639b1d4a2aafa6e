import { isAbsent } from "./equality.js";

/** Properties of a resource from Pulumi: plain values, with a sentinel for unknown ones. */
export type Properties = Readonly<Record<string, unknown>>;

/** Drops undefined properties, which crash Pulumi's dynamic provider process. */
export const withoutUndefined = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));

/** The properties with these names that have a value. */
export const pick = (properties: Properties, names: readonly string[]): Properties =>
  Object.fromEntries(names.filter((name) => !isAbsent(properties[name])).map((name) => [name, properties[name]]));
