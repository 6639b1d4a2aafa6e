/** Far deeper than anything in the API, and far below what exhausts the stack of code that copies or compares it. */
export const deepest = 100;

/** More than any list of the API contains: an object takes about ten. With more, describing the problems takes minutes. */
export const most = 500_000;

export const excessivelyDeep = `is nested deeper than ${deepest} levels`;
export const excessivelyMany = `contains more than ${most} values`;

/**
 * Visits every object and list in the data, however deep. Stops early and says why if the data is too large or too deep; data that
 * contains itself is too deep.
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

/** Assigning a member of this name to an object changes its prototype. */
export const prototypeName = "__proto__";
