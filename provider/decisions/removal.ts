import type { Inner } from "../definition/definition.js";
import type { Source } from "../values/unknown-values.js";
import type { Content, ObjectHolder, OthersContent } from "../ownership/holders.js";
import type { Elsewhere } from "../ownership/identity.js";
import { rowsOf, some } from "./decide.js";

/**
 * May an object go? `delete`: for its entry. `replace`: another object takes its place. `follow`: it is replaced only because its container is.
 * `become`: an update turns it into what is another object for the program. `keep`: it is to stay as it is. `update`: a request changes it now.
 */
export type RemovalQuestion = "delete" | "replace" | "follow" | "become" | "keep" | "update";

/** `leave`: nothing is sent, and only the entry goes. `forget`: the entry goes, because nothing of it is left. */
type RemovalAct = "refuse" | "leave" | "forget";

/** How the login of this run sees the object of an entry that it does not have. */
export interface Presence {
  readonly is: "deleted before" | "at another address" | "not shown" | "another object";
  /** With which account it was last seen; absent if that is not recorded, or is this one. */
  readonly away?: Elsewhere;
}

/** Objects that an earlier run may have ordered in a container, each with its sender, for messages. */
interface OrderedInside {
  readonly sent: readonly string[];
  readonly isOwn: boolean;
}

/** A resource that declares the name of an object in another container. */
interface DeclaredElsewhere {
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
  readonly refusedBecauseOf: string | undefined;
  readonly neighbour: string | undefined;
  /** Another entry that has it. */
  readonly holder: ObjectHolder | undefined;
  readonly isLogin: boolean;
  readonly hasMoved: boolean;
  readonly declaredElsewhere: DeclaredElsewhere | undefined;
  /** Who may have ordered it, as a sentence. */
  readonly orderedBy: string | undefined;
  /** Undefined if it is here, as far as is known. */
  readonly presence: Presence | undefined;
  /** Whether the state records no address, and this login shows another object under its id. */
  readonly isUnboundOther: boolean;
  /** The container that it is deleted with, for messages. */
  readonly goesWith: string | undefined;
  /** Its container, for messages, if this run replaces that, and if it deletes it by that. */
  readonly replacedContainer: string | undefined;
  readonly deletedContainer: string | undefined;
  /** Whether Pulumi keeps it (`retainOnDelete`), by the state of this run, and by its claim as well. */
  readonly isRetained: boolean;
  readonly mayBeRetained: boolean;
  readonly forcesDestroy: boolean;
  /** Why its kind cannot replace it. */
  readonly kindRefusal: string | undefined;
  readonly hasContents: boolean;
  /** Contents of this stack: that stay after the deletions of this run, that the program declares, and that Pulumi keeps. */
  readonly ownStaying: readonly Pick<Content, "kind" | "id" | "name" | "isDeclared">[];
  readonly ownDeclared: readonly Content[];
  readonly ownRetained: readonly Content[];
  /** Contents that the state was to lose with a container that stays. */
  readonly droppedInside: readonly string[];
  /** New resources that the program declares in it. */
  readonly arriving: readonly Source[];
  readonly othersInside: readonly OthersContent[];
  readonly orderedInside: OrderedInside | undefined;
  /** Billed contents, whoever has them: all, unless an earlier run deleted the object, and those whose deletion nobody has asked for. */
  readonly billed: readonly Inner[];
  readonly billedUnasked: readonly Inner[];
}

/** Of a fact that is absent, nothing is known. */
const row = rowsOf<Partial<RemovalFacts>, RemovalQuestion, RemovalAct>();

/** In order of execution: a row that finds something decides. */
export const removalRows = [
  row("undeletable", "the API cannot delete its kind", { delete: "leave" }, (f) => f.undeletable),
  row("read", "the program reads it with `get`", { delete: "leave", replace: "refuse" }, (f) => f.reader),
  row("adopted", "another resource adopts it", { replace: "refuse", become: "refuse" }, (f) => f.adopter),
  row("shared", "another entry of the stack has it", { become: "refuse" }, (f) => f.neighbour),
  row(
    "shared",
    "another entry of the stack has it, and it can contain others",
    { replace: "refuse" },
    (f) => f.hasContents && f.neighbour,
  ),
  row(
    "doubted",
    "an earlier entry of its resource may still have it",
    { delete: "refuse", replace: "refuse" },
    (f) => f.holder?.isDoubted === true && f.holder,
  ),
  row("held", "another entry has it, in any stack", { delete: "leave" }, (f) => f.holder),
  row("login", "the run logs in with it", { delete: "refuse", replace: "refuse" }, (f) => f.isLogin),
  row("moved", "the domain name is now in another account, or free", { delete: "forget" }, (f) => f.hasMoved),
  row(
    "declared elsewhere",
    "the program declares its name in another account",
    { delete: "refuse", replace: "refuse" },
    (f) => f.declaredElsewhere,
  ),
  row(
    "wanted",
    "this run refused another resource because it exists",
    { delete: "refuse", replace: "refuse" },
    (f) => f.refusedBecauseOf,
  ),
  row("adopted", "another resource adopts it", { delete: "leave" }, (f) => f.adopter),
  row(
    "perhaps ordered",
    "an order of another stack without an answer may have created it",
    { delete: "leave" },
    (f) => f.orderedBy,
  ),
  row("goes with container", "the deletion of its container deletes it", { delete: "leave" }, (f) => f.goesWith),
  row(
    "retained in replaced",
    "it has `retainOnDelete`, and its container is deleted",
    { replace: "refuse", follow: "refuse" },
    (f) => f.isRetained && f.deletedContainer,
  ),
  row("in replaced", "its container is replaced", { keep: "refuse" }, (f) => f.replacedContainer),
  row("given up inside", "something in it had to go first, and cannot", { keep: "refuse" }, (f) => some(f.droppedInside)),
  row(
    "deleted before",
    "an earlier run deleted it, and this login does not show it",
    { delete: "forget" },
    (f) => f.presence?.is === "deleted before",
  ),
  row(
    "elsewhere",
    "another address; another login that does not show it, or shows another object",
    { delete: "refuse", replace: "refuse", update: "refuse" },
    (f) => f.presence?.is !== "deleted before" && f.presence,
  ),
  row(
    "elsewhere",
    "the state has no address, and the id shows another object",
    { delete: "refuse" },
    (f) => f.isUnboundOther && { is: "another object" },
  ),
  row("kind refuses", "its kind forbids this replacement", { replace: "refuse" }, (f) => f.kindRefusal),
  row(
    "billed inside",
    "something billed is in it, without `forceDestroy` in the state",
    { replace: "refuse" },
    (f) => !f.forcesDestroy && some(f.billed),
  ),
  row("held", "another entry has it, in any stack", { replace: "leave" }, (f) => f.holder),
  row("own inside", "something in it stays in this stack", { delete: "refuse" }, (f) => some(f.ownStaying)),
  row("declared inside", "the program declares something in it by a fixed identifier", { replace: "refuse" }, (f) =>
    some(f.ownDeclared),
  ),
  row("arriving inside", "the program declares something new in it", { delete: "refuse" }, (f) => some(f.arriving)),
  row(
    "arriving inside",
    "the same, unless it has `retainOnDelete`",
    { replace: "refuse" },
    (f) => !f.mayBeRetained && some(f.arriving),
  ),
  row(
    "retained inside",
    "something in it has `retainOnDelete`, and it has not",
    { replace: "refuse" },
    (f) => !f.mayBeRetained && some(f.ownRetained),
  ),
  row("others inside", "another stack has, or the program reads, something in it", { delete: "refuse", replace: "refuse" }, (f) =>
    some(f.othersInside),
  ),
  row(
    "ordered inside",
    "an order without an answer may lie in it",
    { delete: "refuse", replace: "refuse" },
    (f) => f.orderedInside,
  ),
  row(
    "billed inside",
    "something billed in it is not deleted by name, without `forceDestroy` in the state",
    { delete: "refuse" },
    (f) => !f.forcesDestroy && some(f.billedUnasked),
  ),
];
