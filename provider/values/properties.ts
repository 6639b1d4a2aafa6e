import { isAbsent } from "./equality.js";

/** Properties of a resource as Pulumi hands them over: plain values, unknown ones as the sentinel. */
export type Properties = Readonly<Record<string, unknown>>;

/** Pulumi's dynamic provider process ends on `undefined` among the properties. */
export const withoutUndefined = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));

/** The properties by these names, as far as they have a value. */
export const pick = (properties: Properties, names: readonly string[]): Properties =>
  Object.fromEntries(names.filter((name) => !isAbsent(properties[name])).map((name) => [name, properties[name]]));
