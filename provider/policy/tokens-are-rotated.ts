import type { StackValidationPolicy } from "@pulumi/policy";
import { applicationToken } from "../resources/applicationToken.js";
import type { RotationPolicyOptions } from "./options.js";
import { isOf, known } from "./shown.js";

const day = 24 * 60 * 60 * 1000;

/**
 * A token has no expiry date. Only its outputs tell its age, so this is a policy of the stack: there a token that the run creates or
 * replaces has no outputs yet, and every other one has those of the state.
 */
export const tokensAreRotated = ({ days, ...options }: RotationPolicyOptions): StackValidationPolicy => ({
  name: "hosting-tokens-are-rotated",
  description: `Application tokens are replaced within ${days} days.`,
  ...options,
  validateStack({ resources }, report) {
    for (const resource of resources) {
      if (!isOf(resource, applicationToken)) continue;
      const created = createdAt(known(resource, "crdate"));
      if (created === undefined || Date.now() - created <= days * day) continue;
      report(`The token is more than ${days} days old. Change its \`triggers\`, which replaces it.`, resource.urn);
    }
  },
});

/** In milliseconds since the epoch: an older version of the API shows seconds. */
const createdAt = (crdate: unknown): number | undefined => {
  const time = typeof crdate === "number" ? crdate * 1000 : typeof crdate === "string" ? Date.parse(crdate) : NaN;
  return Number.isFinite(time) ? time : undefined;
};
