import type { Client, ClientOptions } from "../../sdk/index.js";

/**
 * Opens a client for the API. The client module is loaded only here: a command that only diffs and a program without lookups need
 * no client, and loading all operations with their models would be a third of their startup cost.
 */
export function openClient(options: ClientOptions): Client {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded on first use, by synchronous callers
  const { createClient } = require("../../sdk/client.js") as typeof import("../../sdk/client.js");
  return createClient(options);
}
