import * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../sdk/index.js";
import { openClient } from "../runtime/client.js";
import type { Provider } from "./provider.js";
import { clientOptions, resolveSettings } from "../runtime/settings.js";

/** Options of a lookup. */
export interface LookupOptions {
  /** The account to look in. Default: the one of environment and configuration. */
  readonly provider?: Provider | undefined;
}

type Configuration = Readonly<Record<string, string | undefined>>;

const clients = new Map<string, Client>();

/** Knows the secrets of its login only; one for each account that a program looks into. */
function clientOf(configuration: Configuration): Client {
  const options = clientOptions(resolveSettings(process.env, (key) => configuration[key]));
  const key = JSON.stringify(options);
  const known = clients.get(key);
  if (known !== undefined) return known;
  const client = openClient({
    ...options,
    onNotice: ({ message }) => void pulumi.log.info(message),
  });
  clients.set(key, client);
  return client;
}

/** The client by which a program looks things up, for the account of `provider` or the configured one. */
export async function programClient({ provider }: LookupOptions): Promise<Client> {
  return clientOf(provider === undefined ? pulumi.runtime.allConfig() : await provider.configuration());
}
