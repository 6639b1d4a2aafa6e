/** The client has ten connections, and one of them must be free for requests that are not held. */
export const mostHeld = 9;
/** The engine tries to write each state for half a minute before it fails, one after another. */
export const mostWithoutRoom = 3;

interface Packing<C> {
  /** Cells with the same key can go together. */
  readonly keyOf: (cell: C) => string;
  /** How many cells fit where this one is. */
  readonly capacityOf: (cell: C) => number;
  /** Whether two cells cannot go together despite equal keys. Default: they can. */
  readonly collides?: (a: C, b: C) => boolean;
}

/** Groups cells that can share a command, as many as fit. */
export function packed<C>(cells: readonly C[], { keyOf, capacityOf, collides = () => false }: Packing<C>): C[][] {
  const open = new Map<string, C[][]>();
  for (const cell of cells) {
    const key = keyOf(cell);
    const groups = open.get(key) ?? [];
    open.set(key, groups);
    const fitting = groups.find((group) => group.length < capacityOf(cell) && !group.some((other) => collides(cell, other)));
    if (fitting === undefined) groups.push([cell]);
    else fitting.push(cell);
  }
  return Array.from(open.values()).flat();
}
