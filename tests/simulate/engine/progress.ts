import type { Resource } from "./resource.js";

/** The plan of a run so far, by URN. */
export class Progress {
  readonly urns = new Set<string>();
  readonly creates = new Set<string>();
  readonly sames = new Set<string>();
  readonly updates = new Set<string>();
  readonly replaces = new Set<string>();
  readonly reads = new Set<string>();
  /** Planned deletions; a resource that turns out to be replaced is removed again. */
  readonly deletes = new Set<string>();
  readonly skippedCreates = new Set<string>();
  /** Entries that are deleted before their replacement. */
  readonly pendingDeletes = new Set<Resource>();
  /** New names by the old ones that the state has. */
  readonly aliased = new Map<string, string>();
  /** Old names by the new ones. */
  readonly aliases = new Map<string, string>();

  hasStep = (urn: string): boolean =>
    [this.creates, this.sames, this.updates, this.deletes, this.replaces, this.reads].some((urns) => urns.has(urn));

  /** Whether it is still declared. */
  isOperatedOn(urn: string): boolean {
    const current = this.aliased.get(urn) ?? urn;
    return [this.sames, this.updates, this.replaces, this.reads].some((urns) => urns.has(current));
  }

  /** What cannot depend on a replacement: it comes earlier in the program. */
  settled = (): Set<string> =>
    new Set([...this.reads, ...this.creates, ...this.sames, ...this.updates, ...this.deletes, ...this.replaces]);
}
