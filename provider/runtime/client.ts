import type { Client, ClientOptions } from "../../sdk/index.js";

/**
 * A client of the interface. It is loaded here and not before: a command that only compares, and a program that looks nothing up,
 * need none, and all operations with their models would be a third of what the start of their processes costs.
 */
export function openClient(options: ClientOptions): Client {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded where it is needed, by callers that cannot wait
  const { createClient } = require("../../sdk/client.js") as typeof import("../../sdk/client.js");
  return createClient(options);
}
