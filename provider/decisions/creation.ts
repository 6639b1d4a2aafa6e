import type { Found } from "../definition/found.js";
import type { Deletion } from "../journal/journal.js";
import type { Claimant } from "../ownership/holders.js";
import type { Row, Verdict } from "./decide.js";

/**
 * May a resource get an object, and which? `create`: it is new to the state. `again`: its creation had to wait, or was refused. `replace`: its new
 * object takes the place of another.
 */
export type CreationQuestion = "create" | "again" | "replace";

/** `get`: it gets an object that exists. `defer`: what exists is not known yet, and nothing is said against it. */
export type CreationAct = "refuse" | "get" | "defer";

/** Objects that `adopt: true` may mean. */
export interface Adoptable {
  readonly all: readonly Found[];
  /** Those that nothing else of the program has, adopts or deletes; of several, only the one that is as declared. */
  readonly free: readonly Found[];
  /** Another resource of the program that has one that is not free. */
  readonly holder: string | undefined;
}

/** What an interrupted run left behind. */
export interface Results {
  /** Objects to take over. */
  readonly own: readonly Found[];
  /** Whether a creation was sent; otherwise the run was to take the object over. */
  readonly isCreated: boolean;
  /** Arguments that the program has changed since and the API does not show. */
  readonly changed: readonly string[];
}

/** The object that a resource gets, and how. */
export interface Gets {
  readonly as: "adopt" | "take over" | "use";
  readonly object: Found;
  /** Arguments that differ and that the API cannot change. */
  readonly stuck: readonly string[];
  /** Whether it can become what is declared. */
  readonly fits: boolean;
  /** Arguments of which the API shows and changes nothing for this object, so that only the program says them. */
  readonly unshown: readonly string[];
}

/** What is known of a resource and of objects that may be its own. `undefined`, false and empty lists: nothing is known. */
export interface CreationFacts {
  /** Why it would be deleted or left behind, and why its container must be named otherwise; sentences. */
  readonly misplaced: string | undefined;
  readonly misnamed: string | undefined;
  /** Whether the program says `adopt: true`. */
  readonly adopts: boolean;
  /** What only the creation of its kind shows, unless it is replaced, and so created anyway. */
  readonly revealed: readonly string[];
  /** Why there is no container; a sentence. */
  readonly missingContainer: string | undefined;
  /** Whether this run creates its container, without it. */
  readonly isNotThereYet: boolean;
  /** Whether it is not known yet which object it gets. */
  readonly isOpen: boolean;
  readonly adoptable: Adoptable | undefined;
  /** What needs attention about an object for which this run would delete the present one; sentences. */
  readonly endangers: string | undefined;
  /** Another run's deletion of the object to adopt. */
  readonly deletion: Deletion | undefined;
  /** Another resource of the stack that may get the present object of this one, which is replaced. */
  readonly exchangedWith: string | undefined;
  readonly isUnderWay: boolean;
  readonly results: Results | undefined;
  readonly isUndeletable: boolean;
  readonly gets: Gets | undefined;
  /** Objects that match what is declared. */
  readonly existing: readonly Found[];
  /** Another resource of the program that has one of them, and another one by its claim. */
  readonly holder: string | undefined;
  readonly claimant: Claimant | undefined;
  /** Whether the resource itself had one of them. */
  readonly wasOwn: boolean;
  /** Which earlier run of the stack may have created one of them; a sentence. */
  readonly perhapsBy: string | undefined;
  /** Where its name is registered, and why the journal cannot note an order; sentences. */
  readonly nameElsewhere: string | undefined;
  readonly journal: string | undefined;
  /** Whether the API can create it, and which arguments that would need. */
  readonly canCreate: boolean;
  readonly missing: readonly string[];
  /** What the API tells against its creation beforehand; sentences. */
  readonly problems: readonly string[];
}

/** What is concerned, by reason code. */
export interface CreationReasons {
  readonly misplaced: string;
  readonly "shown at creation only": readonly string[];
  readonly misnamed: string;
  readonly "container missing": string;
  readonly "not there yet": true;
  readonly "not known": true;
  readonly "name elsewhere": string;
  readonly "nothing to adopt": true;
  readonly taken: Adoptable;
  readonly "several to adopt": readonly Found[];
  readonly endangered: string;
  readonly "being deleted": Deletion;
  readonly exchanged: string;
  readonly "under way": true;
  readonly "several results": readonly Found[];
  readonly "changed since": Results;
  readonly "cannot become": Gets;
  readonly unshown: Gets;
  readonly adopt: Found;
  readonly "take over": Found;
  readonly use: Found;
  readonly "exists beside": string;
  readonly "exists in stack": { readonly holder: string; readonly isExchanged: boolean };
  readonly "exists elsewhere": string;
  readonly "existed before": true;
  readonly "perhaps created": string;
  readonly exists: readonly Found[];
  readonly journal: string;
  readonly "not creatable": true;
  readonly "arguments missing": readonly string[];
  readonly problems: readonly string[];
}

export type CreationVerdict = Verdict<CreationReasons, CreationAct>;

/** @param find what is concerned, by the facts that the row asks for */
const row = <C extends keyof CreationReasons, K extends keyof CreationFacts>(
  code: C,
  acts: Readonly<Partial<Record<CreationQuestion, CreationAct>>>,
  asks: readonly K[],
  find: (facts: Pick<CreationFacts, K>) => CreationReasons[C] | undefined | false,
): Row<CreationFacts, CreationReasons, CreationQuestion, CreationAct> => ({ code, acts, asks, find });

const some = <T>(list: readonly T[] | undefined): readonly T[] | false => list !== undefined && list.length > 0 && list;

const refuse = { create: "refuse" } as const;
const again = { create: "refuse", again: "refuse" } as const;
const always = { create: "refuse", replace: "refuse" } as const;

/** In order of execution: a row that finds something decides. If none does, an object is created. */
export const creationRows = [
  row("misplaced", refuse, ["misplaced"], ({ misplaced }) => misplaced),
  row("shown at creation only", refuse, ["adopts", "revealed"], ({ adopts, revealed }) => adopts && some(revealed)),
  row("misnamed", refuse, ["misnamed"], ({ misnamed }) => misnamed),
  row("container missing", refuse, ["missingContainer"], ({ missingContainer }) => missingContainer),
  row("not there yet", refuse, ["adopts", "isNotThereYet"], ({ adopts, isNotThereYet }) => adopts && isNotThereYet),
  row("not known", { create: "defer" }, ["isOpen"], ({ isOpen }) => isOpen),
  row(
    "name elsewhere",
    refuse,
    ["adoptable", "nameElsewhere"],
    ({ adoptable, nameElsewhere }) => adoptable?.all.length === 0 && nameElsewhere,
  ),
  row("nothing to adopt", refuse, ["adoptable"], ({ adoptable }) => adoptable?.all.length === 0),
  row("taken", refuse, ["adoptable"], ({ adoptable }) => adoptable?.free.length === 0 && adoptable),
  row("several to adopt", refuse, ["adoptable"], ({ adoptable }) => adoptable && adoptable.free.length > 1 && adoptable.free),
  row("endangered", again, ["endangers"], ({ endangers }) => endangers),
  row("being deleted", refuse, ["deletion"], ({ deletion }) => deletion),
  row("exchanged", refuse, ["adoptable", "exchangedWith"], ({ adoptable, exchangedWith }) => adoptable && exchangedWith),
  row("under way", { create: "defer" }, ["isUnderWay"], ({ isUnderWay }) => isUnderWay),
  row(
    "several results",
    refuse,
    ["results", "isUndeletable"],
    ({ results, isUndeletable }) => results && !isUndeletable && results.own.length > 1 && results.own,
  ),
  row("changed since", refuse, ["results"], ({ results }) => results && some(results.changed) && results),
  row("cannot become", again, ["gets"], ({ gets }) => gets && !gets.fits && gets),
  row("unshown", refuse, ["gets"], ({ gets }) => gets?.as === "adopt" && some(gets.unshown) && gets),
  row("adopt", { create: "get" }, ["gets"], ({ gets }) => gets?.as === "adopt" && gets.object),
  row("take over", { create: "get" }, ["gets"], ({ gets }) => gets?.as === "take over" && gets.object),
  row("use", { create: "get", again: "get" }, ["gets"], ({ gets }) => gets?.object),
  row("exists beside", again, ["holder"], ({ holder }) => holder),
  row(
    "exists in stack",
    again,
    ["claimant", "exchangedWith"],
    ({ claimant, exchangedWith }) =>
      claimant?.isOfThisStack === true && { holder: claimant.name, isExchanged: exchangedWith !== undefined },
  ),
  row("exists elsewhere", again, ["claimant"], ({ claimant }) => claimant?.who),
  row("existed before", again, ["wasOwn"], ({ wasOwn }) => wasOwn),
  row("perhaps created", again, ["perhapsBy"], ({ perhapsBy }) => perhapsBy),
  row("exists", again, ["existing"], ({ existing }) => some(existing)),
  row("name elsewhere", always, ["nameElsewhere"], ({ nameElsewhere }) => nameElsewhere),
  row("journal", always, ["journal"], ({ journal }) => journal),
  row("not creatable", refuse, ["canCreate"], ({ canCreate }) => !canCreate),
  row("arguments missing", always, ["missing"], ({ missing }) => some(missing)),
  row("problems", always, ["problems"], ({ problems }) => some(problems)),
];
