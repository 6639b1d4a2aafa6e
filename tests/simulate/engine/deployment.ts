import { DependencyGraph } from "./graph.js";
import type { Providers } from "./providers.js";
import type { Resource } from "./resource.js";
import type { Base } from "./snapshot.js";
import type { Command, Stack } from "./types.js";

/** Ends the run; everything has been reported. */
export class Bail extends Error {}

/** What the parts of a run share. */
export class Deployment {
  /** Entries by URN, without superseded ones. */
  olds!: ReadonlyMap<string, Resource>;
  graph!: DependencyGraph;
  /** What `--replace` names. */
  readonly replaces: readonly string[];
  /** An error after which planning continues, as in a preview that reports all of them. */
  failed = false;

  constructor(
    readonly stack: Stack,
    command: Command,
    readonly base: Base,
    readonly providers: Providers,
    readonly messages: string[],
  ) {
    this.replaces = command.replace ?? [];
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

  /** Makes the provider of an entry available if the program has not registered it. */
  ensureProvider({ provider }: Resource): void {
    if (provider === "" || this.providers.knows(provider)) return;
    const entry = this.base.resources.find(({ urn, id }) => `${urn}::${id}` === provider);
    if (entry === undefined) throw new Error(`could not find provider ${provider} in old state`);
    this.providers.register(entry);
  }
}
