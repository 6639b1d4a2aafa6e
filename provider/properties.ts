/** Properties of a resource as Pulumi hands them over: plain values, unknown ones as the sentinel. */
export type Properties = Readonly<Record<string, unknown>>;

/** Pulumi's dynamic provider process ends on `undefined` among the properties. */
export const withoutUndefined = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
