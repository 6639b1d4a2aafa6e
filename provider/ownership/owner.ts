import { randomBytes } from "node:crypto";
import type { Properties } from "../values/properties.js";
import { changeKey, nameOf, ownerKey } from "../values/reserved-properties.js";

export interface Account {
  /** Base address of the API. */
  readonly address: string;
  /** Who is logged in, in words; never a secret. */
  readonly login: string;
}

/** Where the state says that an object lives, and which entry of the state it is. */
export interface Owner extends Account {
  /** Tells entries of states apart, whatever they are called: one is given to each creation and each adoption. */
  readonly entry: string;
}

/** The owner that a state names; undefined in states of earlier versions. */
export function ownerOf(state: Properties): Owner | undefined {
  const text = state[ownerKey];
  const [, entry, address, login] = /^(\S+) (\S+) (.+)$/s.exec(typeof text === "string" ? text : "") ?? [];
  return entry === undefined || address === undefined || login === undefined ? undefined : { entry, address, login };
}

export const ownerText = ({ entry, address, login }: Owner): string => `${entry} ${address} ${login}`;

/** Where an object lives as its state says, and where this run works. */
export interface Elsewhere {
  readonly there: string;
  readonly here: string;
  readonly isOtherAddress: boolean;
}

/** The entry that a state is of; those of earlier versions are known by the resource's name only. */
export const entryOf = (state: Properties): string => ownerOf(state)?.entry ?? `name ${nameOf(state)}`;

/** Tells something new from all else of its sort. */
export const newMark = (): string => randomBytes(6).toString("base64url");

/** What a state says of the latest change of its object. */
export const changeOf = ({ [changeKey]: mark }: Properties): string | undefined => (typeof mark === "string" ? mark : undefined);

/** Where objects live, in words. */
export const accountText = ({ login, address }: Account): string => `${login} at ${address}`;
