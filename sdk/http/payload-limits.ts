/** Far deeper than anything the interface knows, and far from what exhausts the stack of whoever copies or compares it. */
export const deepest = 100;

/** More than any list of the interface holds: an object takes about ten. Beyond it, saying what is wrong takes minutes. */
export const most = 500_000;

export const excessivelyDeep = `is nested deeper than ${deepest} levels`;
export const excessivelyMany = `holds more than ${most} values`;

/**
 * Visits every object and list within the data, however deep it is. Ends early, and says why, where there is too much of it or
 * it goes too deep, as it does where it contains itself.
 */
export function excessOf(data: unknown, visit: (container: object) => void = () => undefined): string | undefined {
  let values = 0;
  let level = [data].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > deepest) return excessivelyDeep;
    const next: object[] = [];
    for (const container of level) {
      visit(container);
      for (const value of Object.values(container) as unknown[]) {
        if (++values > most) return excessivelyMany;
        if (isContainer(value)) next.push(value);
      }
    }
    level = next;
  }
  return undefined;
}

export const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Assigned to an object, a member of this name would become what the object inherits from. */
export const prototypeName = "__proto__";
