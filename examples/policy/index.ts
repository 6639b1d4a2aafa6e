import { PolicyPack } from "@pulumi/policy";
import { hostingPolicies } from "pulumi-hosting/policy";

new PolicyPack("hosting", {
  enforcementLevel: "mandatory",
  policies: hostingPolicies({
    tokensAreRotated: { days: 90 },
    budgetIsKept: {
      accounts: 3,
      domains: 10,
      // For a year, in euros without tax.
      prices: { total: 20, articles: { 1101: 4.99 }, topLevelDomains: { com: 1.29, de: 0.79 } },
    },
  }),
});
