import { hashed } from "../../sandbox/state/credentials.js";
import type { SeedChoice } from "../../sandbox/seeds/plant.js";
import { nothing } from "../../sandbox/seeds/empty.js";
import type { Control } from "../../sandbox/control/control.js";

export interface KnownLogin {
  readonly username: string;
  readonly password: string;
}

/**
 * A login of the seed that works without a second factor, as long as it is there: a snapshot may hold other logins, and
 * of those no passwords are known.
 */
export function loginOf(seed: SeedChoice, { store }: Control): KnownLogin | undefined {
  // The login of one built-in seed is that of all.
  const { logins = [] } = typeof seed === "string" ? nothing : seed;
  const usable = logins.find(
    ({ username, password, secondFactor }) =>
      secondFactor === undefined && store.logins.get(username)?.passwordHash === hashed(password),
  );
  return usable && { username: usable.username, password: usable.password };
}
