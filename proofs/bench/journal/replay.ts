import { z } from "zod";

/*
 * Applies the journal of an update to the state before it, as the Pulumi CLI applies its own journal. Limited to what the
 * benchmark's programs cause: anything else is an error, because the state would silently differ from that of other backends.
 */

const resourceSchema = z.looseObject({
  urn: z.string(),
  type: z.string(),
  propertyDependencies: z.record(z.string(), z.array(z.string()).nullable()).optional(),
});
export type Resource = z.infer<typeof resourceSchema>;

const operationSchema = z.looseObject({ resource: resourceSchema, type: z.string() });

const deploymentSchema = z.looseObject({
  manifest: z.unknown(),
  secrets_providers: z.unknown().optional(),
  resources: z.array(resourceSchema).nullish(),
  pending_operations: z.array(operationSchema).nullish(),
  metadata: z.unknown().optional(),
});
export type Deployment = z.infer<typeof deploymentSchema>;

/** What an entry says, by its number in the protocol. */
const kinds = {
  begin: 0,
  success: 1,
  failure: 2,
  refreshSuccess: 3,
  outputs: 4,
  write: 5,
  secretsManager: 6,
  rebuiltBaseState: 7,
} as const;

const position = z.number().int().nonnegative().nullish();

export const entrySchema = z.object({
  version: z.literal(1),
  kind: z.enum(kinds),
  operationID: z.number().int(),
  /** A resource of the state before the update, by its position. */
  removeOld: position,
  /** A resource of this update, by the operation that created it. */
  removeNew: position,
  pendingReplacementOld: position,
  pendingReplacementNew: position,
  deleteOld: position,
  deleteNew: position,
  state: resourceSchema.optional(),
  operation: operationSchema.optional(),
  isRefresh: z.boolean().optional(),
  secretsProvider: z.unknown().optional(),
  newSnapshot: deploymentSchema.optional(),
});
export type Entry = z.infer<typeof entrySchema>;

/** The state as a journal changes it. */
class Replay {
  /** Resources of the state before, at their positions; undefined where one was removed. */
  #old: (Resource | undefined)[];
  /** Resources of this update by operation, in the order of their completion. */
  #made = new Map<number, Resource>();
  #begun = new Map<number, Entry>();
  #refreshed = false;

  constructor(private base: Deployment) {
    this.#old = [...(base.resources ?? [])];
  }

  add(entry: Entry): void {
    const { kind, operationID } = entry;
    if (kind === kinds.begin) {
      this.#begun.set(operationID, entry);
      return;
    }
    this.#begun.delete(operationID);
    this.#refreshed ||= kind === kinds.refreshSuccess || entry.isRefresh === true;
    if (kind === kinds.success) this.#succeed(entry);
    else if (kind === kinds.refreshSuccess || kind === kinds.outputs) this.#replace(entry);
    else if (kind === kinds.write) this.#restart(required(entry.newSnapshot, entry));
    else if (kind === kinds.secretsManager) this.base = { ...this.base, secrets_providers: entry.secretsProvider };
    else if (kind === kinds.rebuiltBaseState) this.#restart(this.result());
  }

  /** New resources come before those that this update has not reached: a resource follows what it needs. */
  result(): Deployment {
    const resources = [...this.#made.values(), ...this.#old.filter((resource) => resource !== undefined)];
    const unfinished = Array.from(this.#begun.values()).flatMap(({ operation }) => operation ?? []);
    const creating = (this.base.pending_operations ?? []).filter(({ type }) => type === "creating");
    const pending = [...unfinished, ...creating];
    return {
      ...this.base,
      resources: this.#refreshed ? resources.map(withoutEmpty) : resources,
      ...(pending.length === 0 ? { pending_operations: undefined } : { pending_operations: pending }),
    };
  }

  #restart(base: Deployment): void {
    this.base = base;
    this.#old = [...(base.resources ?? [])];
    this.#made = new Map();
    this.#begun = new Map();
  }

  #succeed(entry: Entry): void {
    const { operationID, state, removeOld, removeNew, deleteOld, deleteNew } = entry;
    if (state !== undefined) this.#made.set(operationID, state);
    if (isPosition(removeOld)) this.#old[removeOld] = undefined;
    if (isPosition(removeNew)) this.#made.delete(removeNew);
    if (isPosition(deleteOld)) this.#markOld(entry, deleteOld, { delete: true });
    if (isPosition(deleteNew)) this.#markMade(entry, deleteNew, { delete: true });
    if (isPosition(entry.pendingReplacementOld)) this.#markOld(entry, entry.pendingReplacementOld, { pendingReplacement: true });
    if (isPosition(entry.pendingReplacementNew)) this.#markMade(entry, entry.pendingReplacementNew, { pendingReplacement: true });
  }

  /** A refresh that finds no object would also have to remove what refers to it, which no program here causes. */
  #replace(entry: Entry): void {
    const state = required(entry.state, entry);
    const { removeOld, removeNew } = entry;
    if (isPosition(removeOld) && this.#old[removeOld] !== undefined) this.#old[removeOld] = state;
    if (isPosition(removeNew) && this.#made.has(removeNew)) this.#made.set(removeNew, state);
  }

  #markOld(entry: Entry, at: number, mark: object): void {
    this.#old[at] = { ...required(this.#old[at], entry), ...mark };
  }

  #markMade(entry: Entry, operation: number, mark: object): void {
    this.#made.set(operation, { ...required(this.#made.get(operation), entry), ...mark });
  }
}

const isPosition = (value: number | null | undefined): value is number => value !== undefined && value !== null;

function required<T>(value: T | undefined, { kind, operationID }: Entry): T {
  if (value !== undefined) return value;
  throw new Error(`The journal has an entry that the benchmark cannot apply: kind ${kind} of operation ${operationID}.`);
}

/** A refresh leaves properties out that refer to nothing. */
function withoutEmpty({ propertyDependencies: all = {}, ...others }: Resource): Resource {
  const full = Object.entries(all).filter(([, urns]) => urns !== null && urns.length > 0);
  return full.length === 0 ? others : { ...others, propertyDependencies: Object.fromEntries(full) };
}

/**
 * The state after an update.
 *
 * @throws Error for an entry that the programs of the benchmark do not cause
 */
export function replay(base: Deployment, entries: Iterable<Entry>): Deployment {
  const state = new Replay(base);
  for (const entry of entries) state.add(entry);
  return state.result();
}
