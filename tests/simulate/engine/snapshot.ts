import type { NewState, PlannedStep } from "./step.js";
import { entryOf, type Resource } from "./resource.js";
import type { Entry, OperationType, RunOptions, Stack, State } from "./types.js";
import { below, isRoot, urnOfReference } from "./urn.js";

/** The state that a run begins with. A refresh replaces its list of resources. */
export interface Base {
  resources: Resource[];
  readonly pending: NonNullable<State["pending_operations"]>;
}

/**
 * Keeps the stored state up to date with a run: it contains what the run created, then what the run has not touched of the base
 * (`SnapshotManager` of the engine's `backend/snapshot.go`, which backends without a service use).
 */
export class Snapshot implements NewState {
  readonly #resources: Resource[] = [];
  readonly #done = new Set<Resource>();
  readonly #operations: { readonly resource: Resource; readonly type: OperationType }[] = [];
  readonly #complete = new Set<Resource>();
  #elided = true;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly base: Base,
    private readonly stack: Stack,
    private readonly save: RunOptions["save"],
  ) {}

  /** Records that a step is about to change something. */
  async begin({ operation, res }: PlannedStep): Promise<void> {
    if (operation === undefined) return;
    await this.#mutate(() => {
      this.#operations.push({ resource: res, type: operation });
      return true;
    });
  }

  /** Records the result of a step. */
  async end(step: PlannedStep, successful: boolean): Promise<void> {
    if (step.record === undefined) return;
    await this.#mutate(
      () => {
        this.#complete.add(step.res);
        return successful ? step.record?.(this) !== false : step.operation !== undefined;
      },
      successful && step.operation === "updating" ? entryOf(step.res) : undefined,
    );
  }

  add = (resource: Resource): void => void this.#resources.push(resource);

  drop = (resource: Resource): void => void this.#done.add(resource);

  /** Writes changes that did not require their own write. */
  async close(): Promise<void> {
    if (this.#elided) await this.#mutate(() => true);
  }

  #mutate(mutator: () => boolean, updated?: Entry): Promise<void> {
    const write = async (): Promise<void> => {
      this.#elided = !mutator();
      if (!this.#elided) await this.save(this.#state(), updated);
    };
    const written = this.#queue.then(write);
    this.#queue = written.catch(() => undefined);
    return written;
  }

  #state(): State {
    const resources = [...this.#resources, ...this.base.resources].filter((resource) => !this.#done.has(resource));
    const rename = renamed(this.stack, resources);
    const begun = this.#operations.filter(({ resource }) => !this.#complete.has(resource));
    const pending = [
      ...begun.map(({ resource, type }) => ({ resource: rename(resource), type })),
      // Only a person can find out their results.
      ...this.base.pending.filter(({ type }) => type === "creating"),
    ];
    return { resources: resources.map(rename), ...(pending.length === 0 ? {} : { pending_operations: pending }) };
  }
}

/** Writes entries with the URNs that resources received through aliases. */
function renamed(stack: Stack, resources: readonly Resource[]): (resource: Resource) => Entry {
  const aliased = new Map<string, string>();
  for (const { urn, aliases, parent } of resources) {
    for (const alias of aliases) aliased.set(alias, urn);
    const moved = aliased.get(parent);
    if (moved !== undefined && !isRoot(moved)) aliased.set(urn, below(stack, moved, urn));
  }
  const fix = (urn: string): string => aliased.get(urn) ?? urn;
  return (resource) => {
    const { urn, parent, provider, dependencies, propertyDependencies, deletedWith } = resource;
    const providerUrn = urnOfReference(provider);
    const properties = Object.entries(propertyDependencies).map(([key, urns]) => [key, urns.map(fix)] as const);
    return entryOf({
      ...resource,
      urn: fix(urn),
      parent: fix(parent),
      provider: provider === "" ? "" : fix(providerUrn) + provider.slice(providerUrn.length),
      dependencies: dependencies.map(fix),
      propertyDependencies: Object.fromEntries(properties),
      deletedWith: fix(deletedWith),
      aliases: [],
    });
  };
}
