import { appendFileSync } from "node:fs";
import type { Cost } from "./money.js";
import type { Sources } from "./unknown-values.js";
import type { Digests, ReviewedLogin } from "./reviewed.js";

/** A property of an object that a new resource changes. */
export interface Overwritten {
  readonly name: string;
  /** Absent if there is no value, or if it is not shown. */
  readonly before?: unknown;
  /** Whether the provider shows the value before. */
  readonly isShown: boolean;
}

/** What a remark is about, as data. */
export interface Facts {
  /**
   * - `order`: the run orders an object.
   * - `existing`: a new resource takes an object that exists.
   * - `loss`: a replacement takes away something billed.
   * - `removal`: a resource has left the program.
   * - `concern`: something about an object that no run can change.
   * - `unread`: an object could not be read or compared.
   * - `refused`: why a run would not create or change a resource, of a command that only compares.
   * - `price`: what each object of a product costs that the stack has.
   * - `customer`: of whom an object is that changes.
   * - `missing`: the sandbox does not have what the program looks up.
   * - `declares`: what a resource declares.
   * - `login`: whose login a resource uses.
   * - `options`: with which options a resource is declared.
   * - `outputs`: which outputs of the stack are not secret.
   * - `unseen`: a place of the program that a preview does not run.
   */
  readonly code:
    | "order"
    | "existing"
    | "loss"
    | "removal"
    | "concern"
    | "unread"
    | "refused"
    | "price"
    | "customer"
    | "missing"
    | "declares"
    | "login"
    | "options"
    | "outputs"
    | "unseen";
  readonly kind?: string;
  /** Name of the resource. */
  readonly resource?: string;
  readonly id?: string;
  /** Of a `concern`: whether it has come since the state was written. */
  readonly isDrift?: boolean;
  /** Of an `order` or a `price`. */
  readonly cost?: Cost;
  /** Of a `price`: what the provider sells under the kind, such as `.de`. */
  readonly product?: string;
  /** Of a `price`: name of the explicit provider; absent for the default one. */
  readonly provider?: string;
  /** Of a `customer`: its number, and what its contract partner is called, if that is known. */
  readonly customer?: { readonly of: number; readonly called?: string };
  /** Of a `customer`: the account that is the customer's. */
  readonly account?: string;
  /** Of an `existing` object; absent if it is not known. */
  readonly overwritten?: readonly Overwritten[];
  /** Of a `removal`. */
  readonly outcome?: "leaves" | "fails" | "removes";
  /** Of a `removal` or a `loss`: what is billed and goes with the object, although nothing asks for its deletion. */
  readonly inside?: readonly { readonly kind: string; readonly id: string }[];
  /** Of `declares`. */
  readonly declares?: Digests;
  /** Of `declares`: from which resources identifiers come that are not known before the run, if that is certain. */
  readonly sources?: Sources;
  /** Of a `login`. */
  readonly login?: ReviewedLogin;
  /** Of `options`: those that are not the default, as the state has them, by name. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly urn?: string;
  /** Of `outputs`: paths of what is not secret, such as `site["url"]`. */
  readonly plain?: readonly string[];
  /** Of a `removal`: whether a new resource may adopt the object instead. */
  readonly mayBeAdopted?: boolean;
}

/** Something that the provider or the program's side has to say, as data for the command that runs Pulumi. Its text is for people only. */
export interface Remark extends Facts {
  readonly text: string;
}

/** Set by commands that run Pulumi: the file that takes the remarks, one in a line. Whoever reads it shows them, so they are not printed. */
export const remarksVariable = "HOSTING_REMARKS";

/**
 * Hands a remark over to the command that runs Pulumi. Several processes append to the file.
 *
 * @param shown a text without secrets
 * @returns false if there is no such command, or the file cannot be written: then it is to be printed
 */
export function handOver(remark: Remark, shown: (text: string) => string, environment = process.env): boolean {
  const file = environment[remarksVariable];
  if (!file) return false;
  const line = JSON.stringify({ remark }, (_, value: unknown) => (typeof value === "string" ? shown(value) : value));
  try {
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/**
 * The variable that `hosting review --against sandbox` sets for the program and the provider: the sandbox stands in for accounts that nobody may
 * read there, so what it does not have is not known, and no mistake.
 */
export const standInVariable = "HOSTING_STAND_IN";

/** Whether the API is a sandbox that stands in for accounts that are not known. */
export const isStandIn = (): boolean => process.env[standInVariable] === "true";

const missing = new WeakSet<object>();

/** Whether an error says only that the sandbox does not have something. */
export const isMissing = (error: unknown): boolean => error instanceof Error && missing.has(error);

/** An error about something that does not exist, or is not known to. @param shown a text without secrets */
export function asMissing<E extends Error>(error: E, shown: (text: string) => string): E {
  if (!isStandIn()) return error;
  missing.add(error);
  handOver({ code: "missing", text: error.message }, shown);
  return error;
}
