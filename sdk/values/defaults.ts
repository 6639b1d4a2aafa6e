/** Options over their defaults. An `undefined` option counts as not given, because callers pass on what they did not receive. */
export const overDefaults = <T extends object>(defaults: T, given: { readonly [K in keyof T]?: T[K] | undefined } = {}): T => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
});
