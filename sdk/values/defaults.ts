/** Options over their defaults. One that is `undefined` says nothing: callers pass on what they were not given. */
export const overDefaults = <T extends object>(defaults: T, given: { readonly [K in keyof T]?: T[K] | undefined } = {}): T => ({
  ...defaults,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
});
