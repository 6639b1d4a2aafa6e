import type { Inner } from "../definition/contents.js";
import type { Source } from "../ownership/expected-objects.js";
import type { Content, ObjectHolder, OthersContent } from "../ownership/holders.js";
import type { Elsewhere } from "../ownership/owner.js";
import type { Row, Verdict } from "./decide.js";

/**
 * May an object go? `delete`: for its entry. `replace`: another object takes its place. `follow`: it is replaced only because its container is.
 * `become`: an update turns it into what is another object for the program. `keep`: it is to stay as it is.
 */
export type RemovalQuestion = "delete" | "replace" | "follow" | "become" | "keep";

/** `leave`: nothing is sent, and only the entry goes. `forget`: the entry goes, because nothing of it is left. */
export type RemovalAct = "refuse" | "leave" | "forget";

/** How the login of this run sees the object of an entry. */
export interface Presence {
  readonly is: "here" | "deleted before" | "at another address" | "not shown" | "another object";
  /** With which account it was last seen; absent if that is not recorded, or is this one. */
  readonly away?: Elsewhere;
}

/** Objects that an earlier run may have ordered in a container, each with its sender, for messages. */
export interface OrderedInside {
  readonly sent: readonly string[];
  readonly isOwn: boolean;
}

/** A resource that declares the name of an object in another container. */
export interface DeclaredElsewhere {
  readonly name: string | undefined;
  readonly here: string;
  readonly there: string;
}

/** What is known of an object, its holders and its contents. `undefined` and empty lists: nothing is known. */
export interface RemovalFacts {
  readonly undeletable: string | undefined;
  /** Names of resources of the program: one reads the object, another one adopts it, was refused because it exists, or has it too. */
  readonly reader: string | undefined;
  readonly adopter: string | undefined;
  readonly wantedBy: string | undefined;
  readonly neighbour: string | undefined;
  /** Another entry that has it. */
  readonly holder: ObjectHolder | undefined;
  readonly isLogin: boolean;
  readonly hasMoved: boolean;
  readonly declaredElsewhere: DeclaredElsewhere | undefined;
  /** Who may have ordered it, as a sentence. */
  readonly orderedBy: string | undefined;
  readonly presence: Presence;
  /** Whether the state records no address, and this login shows another object under its id. */
  readonly isUnboundOther: boolean;
  /** The container that it is deleted with, for messages. */
  readonly goesWith: string | undefined;
  /** Its container, for messages, if this run replaces that, and if it deletes it by that. */
  readonly replacedAround: string | undefined;
  readonly deletedAround: string | undefined;
  /** Whether Pulumi keeps it (`retainOnDelete`), by the state of this run, and by its claim as well. */
  readonly isRetained: boolean;
  readonly mayBeRetained: boolean;
  readonly forcesDestroy: boolean;
  /** Why its kind cannot replace it. */
  readonly kindRefusal: string | undefined;
  readonly hasContents: boolean;
  /** Contents of this stack: that stay after the deletions of this run, that the program declares, and that Pulumi keeps. */
  readonly ownStaying: readonly Content[];
  readonly ownDeclared: readonly Content[];
  readonly ownRetained: readonly Content[];
  /** Contents that the state was to lose with a container that stays. */
  readonly givenUp: readonly string[];
  /** New resources that the program declares in it. */
  readonly arriving: readonly Source[];
  readonly othersInside: readonly OthersContent[];
  readonly orderedInside: OrderedInside | undefined;
  /** Billed contents, whoever has them: all, unless an earlier run deleted the object, and those whose deletion nobody has asked for. */
  readonly billed: readonly Inner[];
  readonly billedUnasked: readonly Inner[];
}

/** The objects concerned, by reason code. */
export interface RemovalReasons {
  readonly undeletable: string;
  readonly read: string;
  readonly adopted: string;
  readonly shared: string;
  readonly doubted: ObjectHolder;
  readonly held: ObjectHolder;
  readonly login: true;
  readonly moved: true;
  readonly "declared elsewhere": DeclaredElsewhere;
  readonly wanted: string;
  readonly "perhaps ordered": string;
  readonly "goes with container": string;
  readonly "retained in replaced": string;
  readonly "in replaced": string;
  readonly "given up inside": readonly string[];
  readonly "deleted before": true;
  readonly elsewhere: Presence;
  readonly "kind refuses": string;
  readonly "own inside": readonly Content[];
  readonly "declared inside": readonly Content[];
  readonly "arriving inside": readonly Source[];
  readonly "retained inside": readonly Content[];
  readonly "others inside": readonly OthersContent[];
  readonly "ordered inside": OrderedInside;
  readonly "billed inside": readonly Inner[];
}

export type RemovalVerdict = Verdict<RemovalReasons, RemovalAct>;

/** @param find the objects concerned, by the facts that the row asks for */
const row = <C extends keyof RemovalReasons, K extends keyof RemovalFacts>(
  code: C,
  acts: Readonly<Partial<Record<RemovalQuestion, RemovalAct>>>,
  asks: readonly K[],
  find: (facts: Pick<RemovalFacts, K>) => RemovalReasons[C] | undefined | false,
): Row<RemovalFacts, RemovalReasons, RemovalQuestion, RemovalAct> => ({ code, acts, asks, find });

const some = <T>(list: readonly T[]): readonly T[] | false => list.length > 0 && list;

/** In order of execution: a row that finds something decides. */
export const removalRows = [
  row("undeletable", { delete: "leave" }, ["undeletable"], ({ undeletable }) => undeletable),
  row("read", { delete: "leave", replace: "refuse" }, ["reader"], ({ reader }) => reader),
  row("adopted", { replace: "refuse", become: "refuse" }, ["adopter"], ({ adopter }) => adopter),
  row("shared", { become: "refuse" }, ["neighbour"], ({ neighbour }) => neighbour),
  row("shared", { replace: "refuse" }, ["hasContents", "neighbour"], ({ hasContents, neighbour }) => hasContents && neighbour),
  row("doubted", { delete: "refuse", replace: "refuse" }, ["holder"], ({ holder }) => holder?.isDoubted === true && holder),
  row("held", { delete: "leave" }, ["holder"], ({ holder }) => holder),
  row("login", { delete: "refuse", replace: "refuse" }, ["isLogin"], ({ isLogin }) => isLogin),
  row("moved", { delete: "forget" }, ["hasMoved"], ({ hasMoved }) => hasMoved),
  row(
    "declared elsewhere",
    { delete: "refuse", replace: "refuse" },
    ["declaredElsewhere"],
    ({ declaredElsewhere }) => declaredElsewhere,
  ),
  row("wanted", { delete: "refuse", replace: "refuse" }, ["wantedBy"], ({ wantedBy }) => wantedBy),
  row("adopted", { delete: "leave" }, ["adopter"], ({ adopter }) => adopter),
  row("perhaps ordered", { delete: "leave" }, ["orderedBy"], ({ orderedBy }) => orderedBy),
  row("goes with container", { delete: "leave" }, ["goesWith"], ({ goesWith }) => goesWith),
  row(
    "retained in replaced",
    { replace: "refuse", follow: "refuse" },
    ["isRetained", "deletedAround"],
    (facts) => facts.isRetained && facts.deletedAround,
  ),
  row("in replaced", { keep: "refuse" }, ["replacedAround"], ({ replacedAround }) => replacedAround),
  row("given up inside", { keep: "refuse" }, ["givenUp"], ({ givenUp }) => some(givenUp)),
  row("deleted before", { delete: "forget" }, ["presence"], ({ presence }) => presence.is === "deleted before"),
  row(
    "elsewhere",
    { delete: "refuse", replace: "refuse" },
    ["presence"],
    ({ presence }) => !["here", "deleted before"].includes(presence.is) && presence,
  ),
  row("elsewhere", { delete: "refuse" }, ["isUnboundOther"], ({ isUnboundOther }) => isUnboundOther && { is: "another object" }),
  row("kind refuses", { replace: "refuse" }, ["kindRefusal"], ({ kindRefusal }) => kindRefusal),
  row(
    "billed inside",
    { replace: "refuse" },
    ["forcesDestroy", "billed"],
    ({ forcesDestroy, billed }) => !forcesDestroy && some(billed),
  ),
  row("held", { replace: "leave" }, ["holder"], ({ holder }) => holder?.isDoubted === false && holder),
  row("own inside", { delete: "refuse" }, ["ownStaying"], ({ ownStaying }) => some(ownStaying)),
  row("declared inside", { replace: "refuse" }, ["ownDeclared"], ({ ownDeclared }) => some(ownDeclared)),
  row("arriving inside", { delete: "refuse" }, ["arriving"], ({ arriving }) => some(arriving)),
  row(
    "arriving inside",
    { replace: "refuse" },
    ["mayBeRetained", "arriving"],
    ({ mayBeRetained, arriving }) => !mayBeRetained && some(arriving),
  ),
  row(
    "retained inside",
    { replace: "refuse" },
    ["mayBeRetained", "ownRetained"],
    ({ mayBeRetained, ownRetained }) => !mayBeRetained && some(ownRetained),
  ),
  row("others inside", { delete: "refuse", replace: "refuse" }, ["othersInside"], ({ othersInside }) => some(othersInside)),
  row("ordered inside", { delete: "refuse", replace: "refuse" }, ["orderedInside"], ({ orderedInside }) => orderedInside),
  row(
    "billed inside",
    { delete: "refuse" },
    ["forcesDestroy", "billedUnasked"],
    ({ forcesDestroy, billedUnasked }) => !forcesDestroy && some(billedUnasked),
  ),
];

/** The facts about an object of which nothing is known. */
export const nothingKnown: RemovalFacts = {
  undeletable: undefined,
  reader: undefined,
  adopter: undefined,
  wantedBy: undefined,
  neighbour: undefined,
  holder: undefined,
  isLogin: false,
  hasMoved: false,
  declaredElsewhere: undefined,
  orderedBy: undefined,
  presence: { is: "here" },
  isUnboundOther: false,
  goesWith: undefined,
  replacedAround: undefined,
  deletedAround: undefined,
  isRetained: false,
  mayBeRetained: false,
  forcesDestroy: false,
  kindRefusal: undefined,
  hasContents: false,
  ownStaying: [],
  ownDeclared: [],
  ownRetained: [],
  givenUp: [],
  arriving: [],
  othersInside: [],
  orderedInside: undefined,
  billed: [],
  billedUnasked: [],
};
