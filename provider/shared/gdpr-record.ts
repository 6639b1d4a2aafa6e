import { identifierAmong } from "../../sdk/identifiers.js";
import type { Client } from "../../sdk/index.js";
import { gdprIdentifierNames, gdprIdentifiers, type GdprIdentifiers } from "../../sdk/models/gdpr.js";
import type { Reader } from "../definition/definition.js";
import { asRequested, ifThere } from "../lifecycle/find.js";

/** What all records of the data-protection area have in common. They lie in no container, and the login decides who sees them. */

/** The identifier of a record, whatever key the provider shows it under. */
export const identifierOf = (record: GdprIdentifiers, label: string): string =>
  identifierAmong(label, gdprIdentifierNames, record);

interface Requests<R> {
  list(client: Client): Promise<readonly R[]>;
  get(client: Client, id: string): Promise<R>;
}

/** Reads records: all, or one of them, if the answer shows the requested one, because a cache or a proxy may return another. */
export const reading = <R extends GdprIdentifiers, S>(label: string, found: (record: R) => S, { list, get }: Requests<R>) => ({
  list: async ({ client }: Reader): Promise<S[]> => (await list(client)).map(found),
  get: ({ client }: Reader, id: string): Promise<S | undefined> =>
    ifThere(
      get(client, id).then((record) => {
        const identifiers = gdprIdentifiers(record);
        return asRequested(label, identifiers.length === 0 || identifiers.includes(id), found(record));
      }),
    ),
});

/** The deletion of a record that the API cannot delete. */
export const lasting = (label: string) => ({ undeletable: `The API cannot delete a ${label}, so it stays at the provider.` });
