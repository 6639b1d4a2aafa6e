import type { Client } from "../../sdk/index.js";
import type { ProgramClient } from "./client.js";
import { lookedUp } from "./looked-up.js";
import type { Lookups } from "./lookups.js";
import { answersOf, requestKey } from "./shared-answers.js";

/** A listing that all lookups of the run share, unless nothing in it fits. */
export const listed = <T>(
  { client, ...login }: ProgramClient,
  id: keyof Lookups,
  input: object,
  read: (client: Client) => Promise<readonly T[]>,
  fits: (record: T) => boolean,
): Promise<readonly T[]> =>
  answersOf(client)
    .get(
      requestKey(id, input),
      () => read(client),
      (records) => records.some(fits),
    )
    .catch((error: unknown) => {
      throw lookedUp(error, input, login);
    });
