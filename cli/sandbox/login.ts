import { hashed } from "../../sandbox/state/credentials.js";
import type { SeedChoice } from "../../sandbox/seeds/plant.js";
import { nothing } from "../../sandbox/seeds/empty.js";
import type { Control } from "../../sandbox/control/control.js";

export interface KnownLogin {
  readonly username: string;
  readonly password: string;
}

/**
 * A login of the seed that needs no second factor, if it exists: a snapshot may have other logins, whose passwords are
 * unknown.
 */
export function loginOf(seed: SeedChoice, { store }: Control): KnownLogin | undefined {
  // All built-in seeds have the login of this one.
  const { logins = [] } = typeof seed === "string" ? nothing : seed;
  const usable = logins.find(
    ({ username, password, secondFactor }) =>
      secondFactor === undefined && store.logins.get(username)?.passwordHash === hashed(password),
  );
  return usable && { username: usable.username, password: usable.password };
}
