import { randomBytes } from "node:crypto";
import type { Properties } from "../values/properties.js";
import { nameOf, ownerKey } from "../values/reserved-properties.js";

/** An API and who logs in there; not a hosting account. */
export interface ApiAccount {
  readonly address: string;
  /** The login, for messages; never a secret. */
  readonly login: string;
}

/** The account of an object and its entry, as recorded in the state. */
interface Owner extends ApiAccount {
  /** Unique mark of an entry, independent of its name. Each creation and each adoption gets a new one. */
  readonly entry: string;
}

/** An object, and what identifies an entry that has it: its state, or the properties of a new entry. */
export interface EntryObject {
  readonly kind: string;
  readonly id: string;
  readonly state: Properties;
}

/** The owner that a state names; undefined in states of earlier versions. */
export function ownerOf(state: Properties): Owner | undefined {
  const text = state[ownerKey];
  const [, entry, address, login] = /^(\S+) (\S+) (.+)$/s.exec(typeof text === "string" ? text : "") ?? [];
  return entry === undefined || address === undefined || login === undefined ? undefined : { entry, address, login };
}

export const ownerText = ({ entry, address, login }: Owner): string => `${entry} ${address} ${login}`;

/** The account of an object according to its state, and the different account of this run; both for messages. */
export interface Elsewhere {
  readonly there: string;
  readonly here: string;
  readonly isOtherAddress: boolean;
}

/** The entry with this state. States of earlier versions have no mark, so the resource's name stands in for it. */
export const entryOf = (state: Properties): string => ownerOf(state)?.entry ?? `name ${nameOf(state)}`;

export const newMark = (): string => randomBytes(6).toString("base64url");

export const accountText = ({ login, address }: ApiAccount): string => `${login} at ${address}`;
