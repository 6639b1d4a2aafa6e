/**
 * How what is gone is taken out of a state. Accounts and domains are protected as a rule, and what lies in them depends on them: without
 * these flags Pulumi refuses it.
 */
export const outOfState =
  "`pulumi state delete --force --target-dependents <urn>`, which takes along what depends on it (`adopt: true` takes over what of that " +
  "still exists)";
