import type { Importable } from "./objects.js";

/** A file of the program, and what is in it. */
export interface Place {
  readonly file: string;
  readonly title: string;
}

/** The file in which an object is declared: its customer's, its account's if that customer is not known, or the login's. */
export function placeOf({ customerNumber, args }: Importable): Place {
  const { accountIdentifier: account } = args;
  if (customerNumber !== undefined) return { file: `customers/${customerNumber}.ts`, title: `Customer ${customerNumber}.` };
  if (typeof account === "string") return { file: `accounts/${account}.ts`, title: `Account ${account}.` };
  return { file: "login.ts", title: "What belongs to the login itself, and not to one of its customers." };
}
