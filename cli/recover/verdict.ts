import { throughState } from "../../provider/lifecycle/adopt.js";
import type { Definition } from "../../provider/definition/definition.js";
import type { Found } from "../../provider/definition/found.js";
import type { Creation, Update } from "../../provider/journal/journal.js";
import type { Properties } from "../../provider/values/properties.js";
import { providerKey } from "../../provider/values/reserved-properties.js";
import { markSecrets } from "../../provider/definition/secrets.js";
import { inWords } from "../../sdk/redaction/text.js";
import type { Change } from "./apply.js";
import type { PendingOperation, StoredProperties, StoredResource } from "./deployment.js";
import { plainProperties, secret, secretTexts } from "./plaintext.js";

/** What has come of an operation, and what is to be done about it. */
export interface Verdict {
  readonly change: Change;
  /** What is at the provider, in a few words. */
  readonly found: string;
  /** The reasons, and what a person has to know or do, in sentences. */
  readonly why: string;
  /** After how long there is more to be told, in milliseconds. */
  readonly waits?: number;
  /** Notes in the journal that are settled by the change. */
  readonly settles?: readonly (Creation | Update)[];
}

export const drop = (found: string, why: string): Verdict => ({ change: { action: "drop" }, found, why });
export const leave = (found: string, why: string): Verdict => ({ change: { action: "leave" }, found, why });

/** What an operation is judged by. */
export interface Case {
  readonly operation: PendingOperation;
  readonly definition: Definition;
  /** The inputs that were sent, or would have been. */
  readonly inputs: Properties;
  readonly resources: readonly StoredResource[];
  /** The listing in which the object would be; undefined where what it would lie in is proven gone. */
  objects(): Promise<readonly Found[] | undefined>;
  /** The object of an id, `undefined` where it is proven gone. */
  look(id: string): Promise<Found | undefined>;
  /** The resource that the state has for an id already. */
  holder(id: string): StoredResource | undefined;
  /**
   * Who else, of any stack, has an object as far as runs have shown, in words.
   *
   * @throws where that cannot be read
   */
  claimant(id: string): string | undefined;
  /** Whether somebody else is known to have held an object since a moment, in milliseconds since the epoch. */
  isHeld(id: string, since: number): boolean;
  /** What an entry of the state that gets the object says of its owner. */
  owner(): Properties;
  /** How long a request can be under way, in milliseconds. */
  readonly underWay: number;
  /** Changes of the object of an id that were sent, and that the properties of its entry do not show. */
  unshownChanges(id: string, state: Properties): readonly Update[];
  /** What the journal of this machine knows of creations like this one. */
  readonly notes: readonly Creation[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** When the state was written; the operation began before. Milliseconds since the epoch. */
  readonly writtenAt: number;
}

/** How one of several objects is taken over that nothing tells apart. */
export const importOne = `Import one of them ${throughState}.`;

/** How long ago something happened. */
export const ago = (now: number, then: number): string => `${inWords(Math.max(now - then, 1000))} ago`;

/** Properties in the writing of the state, with everything marked that is secret there or in the inputs. */
export function storedOutputs(
  { operation: { resource }, definition }: Pick<Case, "operation" | "definition">,
  state: Properties,
): StoredProperties {
  const { inputs = {}, additionalSecretOutputs } = resource;
  const all: Properties = { ...state, [providerKey]: plainProperties(inputs)[providerKey] };
  const marked = markSecrets(definition, all, secret);
  const isSecret = (name: string): boolean =>
    marked[name] !== all[name] || secretTexts(inputs[name]).length > 0 || (additionalSecretOutputs ?? []).includes(name);
  return Object.fromEntries(
    Object.entries(all)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, isSecret(name) ? secret(value) : value]),
  );
}
