import { definitions } from "./definitions.js";
import type { Definition } from "../../provider/definition/definition.js";
import { type Kind, kinds } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import type { Sandbox } from "../../sandbox/index.js";
import { specimens } from "./kinds.js";

/** A creation of a kind, for the tests of the lifecycle. */
export interface CreationCase {
  readonly kind: Kind;
  readonly name: string;
  readonly definition: Definition;
  /** The operations that create, list and delete its objects; without the last, the API cannot delete them. */
  readonly creation: string;
  readonly listing: string;
  readonly deletion: string | undefined;
  /** Whether people pay for it. */
  readonly costly: boolean;
  readonly inputs: (sandbox: Sandbox) => Properties;
  /** Arguments by which another object in the same container differs. */
  readonly sibling: Properties;
  /** Number of objects that equal the declared one. */
  readonly count: (sandbox: Sandbox) => number;
  /** What the API adds to the arguments, as patterns of texts. */
  readonly outputs: Readonly<Record<string, RegExp>>;
  /** Names of what a read by the id alone does not show. */
  readonly unseen: readonly string[];
}

/** Kinds with which the tests of the lifecycle's rules run. */
export const rehearsedKinds: readonly Kind[] = kinds.filter((kind) => specimens[kind].rehearsed !== undefined);

export function creationCaseOf(kind: Kind): CreationCase {
  const { requests, rehearsed, valid } = specimens[kind];
  if (rehearsed === undefined || requests.create === undefined) throw new Error(`The specimen of ${kind} is not rehearsed.`);
  const { validIn = () => valid, sibling, count, outputs = {}, unseen = [] } = rehearsed;
  const definition = definitions[kind];
  return {
    kind,
    name: definition.label,
    definition,
    creation: requests.create,
    listing: requests.list,
    deletion: requests.delete,
    costly: definition.costly === true,
    inputs: validIn,
    sibling,
    count: ({ control }) => count(control, valid),
    outputs,
    unseen,
  };
}

export const creationCases: readonly CreationCase[] = rehearsedKinds.map(creationCaseOf);
