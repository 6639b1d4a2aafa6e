/**
 * How to remove a gone object from a state. Accounts and domains are usually protected, and their contents depend on them, so
 * Pulumi refuses without these flags.
 */
export const outOfState =
  "`pulumi state delete --force --target-dependents <urn>`, which also removes its dependents (`adopt: true` adopts those that " +
  "still exist)";
