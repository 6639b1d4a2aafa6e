import { definitions } from "./definitions.js";
import { type Kind, kinds } from "../../provider/values/kinds.js";
import { byKind } from "./kinds/index.generated.js";
import type { Specimen } from "./specimen.js";

export const specimens: Readonly<Record<Kind, Specimen>> = byKind;

type Samples = { readonly [K in Kind]: (typeof byKind)[K]["valid"] };

/** Valid arguments of each kind, for objects that the sandbox's default seed does not contain. */
export const samples = Object.fromEntries(kinds.map((kind) => [kind, specimens[kind].valid])) as Samples;

/** Whether a kind exists as long as its customer: never created, found by the customer's number. */
export const isSingleton = (kind: Kind): boolean => definitions[kind].identity.singleton === true;

/** Flags that import everything that is created, although customers are named. */
export const everyKind: readonly string[] = kinds.filter((kind) => !isSingleton(kind)).flatMap((kind) => ["--only", kind]);
