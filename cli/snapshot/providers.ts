import { providerNameKey } from "../../provider/runtime/settings.js";
import type { NotListed } from "../stack/attempts.js";
import type { Login } from "../stack/logins.js";
import { providerUrn, type StoredResource } from "../stack/deployment.js";
import { plainProperties } from "../stack/plaintext.js";

/** Which login of a copy each explicit provider has. */
export interface Providers {
  readonly providers: Readonly<Record<string, string>>;
  /** Providers whose name is that of another one with another login. */
  readonly unclear: readonly NotListed[];
}

/** @param names of the logins in the copy */
export function providersOf(names: ReadonlyMap<Login, string>, resources: readonly StoredResource[]): Providers {
  const named = new Map(
    resources.flatMap(({ urn, inputs }) => {
      const name = plainProperties(inputs)[providerNameKey];
      return typeof name === "string" ? [[urn, name] as const] : [];
    }),
  );
  const users = new Map<string, Set<string>>();
  for (const [login, user] of names)
    for (const entry of login.entries) {
      const provider = named.get(providerUrn(entry) ?? "");
      if (provider !== undefined) users.set(provider, (users.get(provider) ?? new Set()).add(user));
    }
  const unclear = [...users].filter(([, of]) => of.size > 1);
  return {
    providers: Object.fromEntries([...users].filter(([, of]) => of.size === 1).map(([name, [user]]) => [name, user!])),
    unclear: unclear.map(([name]) => ({
      what: `login of provider ${name}`,
      why: "The stacks have different logins of that name.",
    })),
  };
}
