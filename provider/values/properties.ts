import { isAbsent } from "./equality.js";

/** Properties of a resource from Pulumi: plain values, with a sentinel for unknown ones. */
export type Properties = Readonly<Record<string, unknown>>;

/** Drops undefined properties, which crash Pulumi's dynamic provider process. */
export const withoutUndefined = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));

/** A property that there is only if it has a value: Pulumi does much for each property of a program, also for an undefined one. */
export const unlessUndefined = (name: string, value: unknown): Properties => (value === undefined ? {} : { [name]: value });

/** The properties with these names that have a value. */
export const pick = (properties: Properties, names: readonly string[]): Properties =>
  Object.fromEntries(names.filter((name) => !isAbsent(properties[name])).map((name) => [name, properties[name]]));
