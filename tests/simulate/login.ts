import { variableName } from "../../provider/runtime/settings.js";
import type { Properties } from "./engine/types.js";

/** How every provider reaches the sandbox. */
const settings = {
  baseUrl: "http://127.0.0.1:1",
  username: "reseller",
  password: "sandbox-password",
  subdomainDeletion: "body",
  whenGone: "recreate",
} as const;

const variables = (names: readonly (keyof typeof settings)[], provider?: string): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [variableName(name, provider), settings[name]]));

/** The configuration of the default provider. */
export const environment = variables(["baseUrl", "username", "password", "subdomainDeletion", "whenGone"]);

/** The login of an explicit provider in the environment, which replaces that of its program and of every state. */
export const loginInEnvironment = (provider: string) => variables(["username", "password"], provider);

/**
 * What a resource `Provider` of the package registers.
 *
 * @param token name of the application token with which it logs in
 */
export function configurationOf(name: string, token?: string): Properties {
  const login =
    token === undefined ? settings : { ...settings, username: { $of: [token, "id"] }, password: { $of: [token, "token"] } };
  return {
    ...Object.fromEntries(Object.entries(login).map(([key, value]) => [`hosting:${key}`, value])),
    "hosting:provider": name,
  };
}
