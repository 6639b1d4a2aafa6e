import type { ObservedObject } from "../definition/definition.js";
import type { NotedChange } from "../journal/noted.js";
import type { Claimant } from "../ownership/holders.js";
import { rowsOf, some } from "./decide.js";

/**
 * May a resource get an object, and which? `create`: it is new to the state. `again`: its creation had to wait, or was refused. `replace`: its new
 * object takes the place of another.
 */
type CreationQuestion = "create" | "again" | "replace";

/** `get`: it gets an object that exists. `defer`: what exists is not known yet, and nothing is said against it. */
type CreationAct = "refuse" | "get" | "defer";

/** Objects that `adopt: true` may mean. */
interface Adoptable {
  readonly all: readonly ObservedObject[];
  /** Those that nothing else of the program has, adopts or deletes; of several, only the one that is as declared. */
  readonly free: readonly ObservedObject[];
  /** Another resource of the program that has one that is not free. */
  readonly holder: string | undefined;
}

/** What an interrupted run left behind. */
interface InterruptedResult {
  /** Objects to take over. */
  readonly own: readonly ObservedObject[];
  /** Whether a creation was sent; otherwise the run was to take the object over. */
  readonly isCreated: boolean;
  /** Arguments that the program has changed since and the API does not show. */
  readonly changed: readonly string[];
}

/** The object that a resource gets, and how. */
export interface Gets {
  readonly as: "adopt" | "take over" | "use";
  readonly object: ObservedObject;
  /** Arguments that differ and that the API cannot change. */
  readonly stuck: readonly string[];
  /** Whether it can become what is declared. */
  readonly fits: boolean;
  /** Arguments of which the API shows and changes nothing for this object, so that only the program says them. */
  readonly unshown: readonly string[];
}

/** What is known of a resource and of objects that may be its own. Absent, `undefined`, false and empty lists: nothing is known. */
export interface CreationFacts {
  /** Why it would be deleted or left behind, and why its container must be named otherwise; sentences. */
  readonly misplaced?: string | undefined;
  readonly misnamed?: string | undefined;
  /** Whether the program says `adopt: true`. */
  readonly adopts: boolean;
  /** What only the creation of its kind shows, unless it is replaced, and so created anyway. */
  readonly revealed: readonly string[];
  /** Why there is no container; a sentence. */
  readonly missingContainer?: string | undefined;
  /** Whether this run creates its container, without it. */
  readonly isNotThereYet?: boolean;
  /** Whether it is not known yet which object it gets. */
  readonly isOpen: boolean;
  readonly adoptable: Adoptable | undefined;
  /** What needs attention about an object for which this run would delete the present one; sentences. */
  readonly endangers: string | undefined;
  /** Another run's deletion of the object to adopt. */
  readonly deletion: Pick<NotedChange, "pid"> | undefined;
  /** Another resource of the stack that may get the present object of this one, which is replaced. */
  readonly exchangedWith: string | undefined;
  readonly isUnderWay: boolean;
  readonly results: InterruptedResult | undefined;
  readonly isUndeletable: boolean;
  readonly gets: Gets | undefined;
  /** Objects that match what is declared. */
  readonly existing: readonly ObservedObject[];
  /** Another resource of the program that has one of them, and another one by its claim. */
  readonly holder: string | undefined;
  readonly claimant: Claimant | undefined;
  /** Whether the resource itself had one of them. */
  readonly wasOwn: boolean;
  /** Where its name is registered, and why the journal cannot note an order; sentences. */
  readonly nameElsewhere: string | undefined;
  readonly journal: string | undefined;
  /** Whether the API can create it, and which arguments that would need. */
  readonly canCreate: boolean;
  readonly missing: readonly string[];
  /** What the API tells against its creation beforehand; sentences. */
  readonly problems?: readonly string[];
}

const row = rowsOf<CreationFacts, CreationQuestion, CreationAct>();

const refuse = { create: "refuse" } as const;
const again = { create: "refuse", again: "refuse" } as const;
const always = { create: "refuse", replace: "refuse" } as const;

/** In order of execution: a row that finds something decides. If none does, an object is created. */
export const creationRows = [
  row("misplaced", "it would be deleted with what it lies in, or be left behind", refuse, (f) => f.misplaced),
  row(
    "shown at creation only",
    "`adopt: true`, but its secret is shown at creation only",
    refuse,
    (f) => f.adopts && some(f.revealed),
  ),
  row("misnamed", "its container has another name", refuse, (f) => f.misnamed),
  row("container missing", "its container does not exist", refuse, (f) => f.missingContainer),
  row("not there yet", "`adopt: true`, but this run creates its container", refuse, (f) => f.adopts && f.isNotThereYet),
  row("not known", "what exists is not known yet", { create: "defer" }, (f) => f.isOpen),
  row(
    "name elsewhere",
    "there is nothing to adopt, and its name is registered in another account",
    refuse,
    (f) => f.adoptable?.all.length === 0 && f.nameElsewhere,
  ),
  row("nothing to adopt", "there is nothing to adopt", refuse, (f) => f.adoptable?.all.length === 0),
  row(
    "taken",
    "other resources of the program have, adopt or give up all that could be adopted",
    refuse,
    (f) => f.adoptable?.free.length === 0 && f.adoptable,
  ),
  row(
    "several to adopt",
    "several could be adopted",
    refuse,
    (f) => f.adoptable && f.adoptable.free.length > 1 && f.adoptable.free,
  ),
  row("endangered", "it is replaced, and the object for it needs attention", again, (f) => f.endangers),
  row("being deleted", "another run deletes what it would adopt", refuse, (f) => f.deletion),
  row(
    "exchanged",
    "it is replaced, and another resource of the stack has what it would adopt",
    refuse,
    (f) => f.adoptable && f.exchangedWith,
  ),
  row("under way", "a creation of an earlier run may still take effect", { create: "defer" }, (f) => f.isUnderWay),
  row(
    "several results",
    "an interrupted run left several results, which can be deleted",
    refuse,
    (f) => f.results && !f.isUndeletable && f.results.own.length > 1 && f.results.own,
  ),
  row(
    "changed since",
    "an interrupted run left its result, and the program has changed what the API does not show and is not secret",
    refuse,
    (f) => f.results && some(f.results.changed) && f.results,
  ),
  row("cannot become", "what it would get cannot become what is declared", again, (f) => f.gets && !f.gets.fits && f.gets),
  row(
    "unshown",
    "what it would adopt does not show an argument, which the API cannot change",
    refuse,
    (f) => f.gets?.as === "adopt" && some(f.gets.unshown) && f.gets,
  ),
  row("adopt", "`adopt: true` means one object", { create: "get" }, (f) => f.gets?.as === "adopt" && f.gets.object),
  row(
    "take over",
    "an interrupted run left its result, with the secrets that it sent",
    { create: "get" },
    (f) => f.gets?.as === "take over" && f.gets.object,
  ),
  row("use", "its object always exists, or comes with its container", { create: "get", again: "get" }, (f) => f.gets?.object),
  row("exists beside", "it exists in its container, and another resource of the program has it", again, (f) => f.holder),
  row(
    "exists in stack",
    "it exists in its container, and another resource of the stack claims it",
    again,
    (f) =>
      f.claimant?.isOfThisStack === true &&
      f.claimant.name !== "" && { holder: f.claimant.name, isExchanged: f.exchangedWith !== undefined },
  ),
  row("exists elsewhere", "it exists in its container, and another stack claims it", again, (f) => f.claimant?.who),
  row("existed before", "it exists in its container, and the resource itself claims it", again, (f) => f.wasOwn),
  row("exists", "it exists in its container", again, (f) => some(f.existing)),
  row("name elsewhere", "its name is registered in another account", always, (f) => f.nameElsewhere),
  row("journal", "it is billed, and the journal cannot note the order", always, (f) => f.journal),
  row("not creatable", "the API cannot create it", refuse, (f) => !f.canCreate),
  row("arguments missing", "a new one needs arguments that are not declared", always, (f) => some(f.missing)),
  row("problems", "the API tells what would prevent its creation", always, (f) => some(f.problems)),
];
