import { ConfigurationError } from "../values/errors.js";

/** The variable with the only address that clients may call, that of a sandbox. `hosting rehearse` sets it for the program and the provider. */
export const rehearsalVariable = "HOSTING_REHEARSAL";

/**
 * In a rehearsal, refuses every address but that of the sandbox, wherever it comes from: a program may have the address of the real API in
 * its code.
 *
 * @throws ConfigurationError
 */
export function checkRehearsal(base: URL, environment: Readonly<Record<string, string | undefined>>): void {
  const only = environment[rehearsalVariable];
  if (!only || (URL.canParse(only) && new URL(only).origin === base.origin)) return;
  throw new ConfigurationError(
    `this is a rehearsal, which calls only its sandbox, and this login is for ${base.host}. The copy has the logins of the providers in the state.`,
  );
}
