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

/** The configuration of the default provider. */
export const environment = {
  HOSTING_BASE_URL: settings.baseUrl,
  HOSTING_USERNAME: settings.username,
  HOSTING_PASSWORD: settings.password,
  HOSTING_SUBDOMAIN_DELETION: settings.subdomainDeletion,
  HOSTING_WHEN_GONE: settings.whenGone,
} as const;

/** The login of an explicit provider in the environment, which replaces that of its program and of every state. */
export const loginInEnvironment = (provider: string): Readonly<Record<string, string>> => ({
  [variableName("username", provider)]: settings.username,
  [variableName("password", provider)]: settings.password,
});

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
