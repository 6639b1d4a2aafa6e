import { DependencyGraph } from "./graph.js";
import type { Providers } from "./providers.js";
import type { Resource } from "./resource.js";
import type { Base } from "./snapshot.js";
import type { Command, Stack } from "./types.js";

/** `--target`, `--exclude` or `--replace`: what it names. Without names, everything is included. */
class Targets {
  constructor(readonly given: readonly string[] = []) {}

  get constrained(): boolean {
    return this.given.length > 0;
  }

  contains = (urn: string): boolean => !this.constrained || this.given.includes(urn);
}

/** Ends the run; everything has been reported. */
export class Bail extends Error {}

/** What the parts of a run share. */
export class Deployment {
  /** Entries by URN, without superseded ones. */
  olds!: ReadonlyMap<string, Resource>;
  graph!: DependencyGraph;
  readonly targets: Targets;
  readonly excludes: Targets;
  readonly replaces: Targets;
  /** An error after which planning continues, as in a preview that reports all of them. */
  failed = false;

  constructor(
    readonly stack: Stack,
    readonly command: Command,
    readonly base: Base,
    readonly providers: Providers,
    readonly messages: string[],
  ) {
    const { target = [], targetReplace = [], exclude, replace = [] } = command;
    this.targets = new Targets([...target, ...targetReplace]);
    this.excludes = new Targets(exclude);
    this.replaces = new Targets([...replace, ...targetReplace]);
    this.rebase();
  }

  get dryRun(): boolean {
    return this.providers.dryRun;
  }

  /** The list of resources has been replaced. */
  rebase(): void {
    this.olds = new Map(this.base.resources.filter((entry) => !entry.delete).map((entry) => [entry.urn, entry]));
    this.graph = new DependencyGraph(this.base.resources);
  }

  report(urn: string, message: string): void {
    this.failed = true;
    this.messages.push(urn === "" ? message : `${urn}: ${message}`);
  }

  /** Whether a resource takes part. */
  includes(urn: string): boolean {
    const { targets, excludes } = this;
    return targets.constrained || !excludes.constrained ? targets.contains(urn) : !excludes.contains(urn);
  }

  /** Makes the provider of an entry available if the program has not registered it. */
  ensureProvider({ provider }: Resource): void {
    if (provider === "" || this.providers.knows(provider)) return;
    const entry = this.base.resources.find(({ urn, id }) => `${urn}::${id}` === provider);
    if (entry === undefined) throw new Error(`could not find provider ${provider} in old state`);
    this.providers.register(entry);
  }

  /** Names of targets that neither the state nor, if given, the program has. */
  unknownTargets({ given }: Targets, registered: ReadonlySet<string> = new Set()): string[] {
    const known = new Set([...this.base.resources.map(({ urn }) => urn), ...registered]);
    return given.filter((urn) => !known.has(urn));
  }
}
