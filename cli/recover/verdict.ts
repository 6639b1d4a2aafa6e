import type { Definition, Found } from "../../provider/definition/definition.js";
import type { Creation, NotedChange } from "../../provider/journal/noted.js";
import type { Properties } from "../../provider/values/properties.js";
import { providerKey } from "../../provider/values/reserved-properties.js";
import { markSecrets } from "../../provider/definition/secrets.js";
import { inWords } from "../../sdk/redaction/text.js";
import type { Change } from "./apply.js";
import type { PendingOperation, StoredProperties, StoredResource } from "../stack/deployment.js";
import { plainProperties, secret, secretTexts } from "../stack/plaintext.js";

/** How an operation ended, and what to do about it. */
export interface Verdict {
  readonly change: Change;
  /** What exists at the provider, in a few words. */
  readonly found: string;
  /** The reasons, and what the user has to know or do, in sentences. */
  readonly why: string;
  /** Milliseconds until more will be known. */
  readonly waits?: number;
  /** Notes in the journal that the change settles. */
  readonly settles?: readonly (Creation | NotedChange)[];
}

export const drop = (found: string, why: string): Verdict => ({ change: { action: "drop" }, found, why });
export const leave = (found: string, why: string): Verdict => ({ change: { action: "leave" }, found, why });

export const isLeft = ({ change }: Pick<Verdict, "change">): boolean => change.action === "leave";

/** What the judgement of an operation is based on. */
export interface Case {
  readonly operation: PendingOperation;
  readonly definition: Definition;
  /** The inputs that were sent, or would have been. */
  readonly inputs: Properties;
  readonly resources: readonly StoredResource[];
  /** The listing that would contain the object; undefined if its container is proven gone. */
  objects(): Promise<readonly Found[] | undefined>;
  /** The object with an id, `undefined` if it is proven gone. */
  look(id: string): Promise<Found | undefined>;
  /** The resource in the state that already has the id. */
  holder(id: string): StoredResource | undefined;
  /**
   * Who else, in any stack, has an object as far as runs have shown, in words.
   *
   * @throws if that cannot be read
   */
  claimant(id: string): string | undefined;
  /** Whether someone else is known to have had an object since a moment, in milliseconds since the epoch. */
  isHeld(id: string, since: number): boolean;
  /** The owner's properties of an entry that gets the object. */
  owner(): Properties;
  /** Updates of the object with an id that were sent, and that no state is known to have. */
  openUpdates(id: string, state: Properties): readonly NotedChange[];
  /** The journal's notes about creations like this one, on this machine. */
  readonly notes: readonly Creation[];
  /** How much longer the object of a noted creation may take to appear, in milliseconds. */
  timeLeft(note: Creation): number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** When the state was written; the operation began before. Milliseconds since the epoch. */
  readonly writtenAt: number;
}

/** How to manage one of several objects that cannot be distinguished. */
export const importOne = "Adopt one of them with `hosting adopt --take`.";

/** How long ago something happened. */
export const ago = (now: number, then: number): string => `${inWords(Math.max(now - then, 1000))} ago`;

/** Properties in the state's format, with everything marked that is secret there or in the inputs. */
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
