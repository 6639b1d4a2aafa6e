import { z } from "zod";
import type { HostingPolicyOptions } from "./options.js";

const enforced = { enforcementLevel: z.enum(["advisory", "mandatory", "disabled"]).optional() };
const limit = z.int().nonnegative();
const price = z.number().nonnegative();

const Options = z.strictObject({
  webhooksUseHttps: z.strictObject(enforced).optional(),
  ordersAreProtected: z.strictObject(enforced).optional(),
  customersHaveContracts: z
    .strictObject({ ...enforced, concludedElsewhere: z.array(z.int().positive()).readonly().optional() })
    .optional(),
  tokensAreRotated: z.strictObject({ ...enforced, days: z.int().positive() }).optional(),
  budgetIsKept: z
    .strictObject({
      ...enforced,
      accounts: limit.optional(),
      domains: limit.optional(),
      prices: z
        .strictObject({
          total: price,
          articles: z.record(z.string(), price).optional(),
          topLevelDomains: z.record(z.string(), price).optional(),
        })
        .optional(),
    })
    .refine(({ accounts, domains, prices }) => [accounts, domains, prices].some((each) => each !== undefined), {
      error: "needs a limit: accounts, domains or prices",
    })
    .optional(),
});

/** @throws Error that names each mistake, so that no policy is silently not checked */
export function checkOptions(options: HostingPolicyOptions): void {
  const { error } = Options.safeParse(options);
  if (error === undefined) return;
  const mistakes = error.issues.map(({ path, message }) => `  ${path.length === 0 ? "options" : path.join(".")}: ${message}`);
  throw new Error(["The options of hostingPolicies are invalid:", ...mistakes].join("\n"));
}
