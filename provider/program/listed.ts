import type { Client } from "../../sdk/index.js";
import type { Lookups } from "./lookups.js";
import { answersOf, requestKey } from "./shared-answers.js";

/** A listing that all lookups of the run share, unless nothing in it fits. */
export const listed = <T>(
  client: Client,
  id: keyof Lookups,
  input: object,
  read: () => Promise<readonly T[]>,
  fits: (record: T) => boolean,
): Promise<readonly T[]> => answersOf(client).get(requestKey(id, input), read, (records) => records.some(fits));
