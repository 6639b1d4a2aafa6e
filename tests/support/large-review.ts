import type { Remark } from "../../provider/values/remarks.js";
import { entry, remarked, step } from "./drifted-stack.js";

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

const perPeriod = { length: 12, unit: "month" };

/** What a domain costs in the events below. */
export const domainCost = {
  price: { net: 0.79, currency: "EUR" },
  billing: perPeriod,
  contract: perPeriod,
  inAdvance: perPeriod,
  isRefunded: false,
} as const satisfies NonNullable<Remark["cost"]>;

const hook = (url: string, method = "POST") => ({ eventType: "DOMAIN_REGISTRATION_STATUS", method, url });

const customers = 20;
const account = (index: number) => ({
  customerNumber: 100001 + (index % customers),
  accountIdentifier: `p${100001 + (index % customers)}`,
});

const domain = (sld: string, index: number) => {
  const { accountIdentifier } = account(index);
  return { of: entry("Domain", sld, `${accountIdentifier}/${sld}.de`), inputs: { accountIdentifier, sld, tld: "de" } };
};

/**
 * The events of a preview with 400 changes for 20 customers: 100 domains and 100 webhooks are new, 100 webhooks change in the same property, 50
 * contracts are new, and 20 domains and 30 webhooks are deleted.
 */
export const largeReview = (): readonly object[] => [
  remarked({ code: "price", kind: "domain", product: ".de", cost: domainCost, text: "" }),
  ...times(customers).flatMap((index) => {
    const { customerNumber, accountIdentifier } = account(index);
    const web = { customerNumber, virtualName: `web${index}`, articleNumber: 1101 };
    return [
      remarked({
        code: "customer",
        customer: { of: customerNumber, called: `Company ${index} GmbH` },
        account: accountIdentifier,
        text: "",
      }),
      step("same", entry("VirtualAccount", `web-${index}`, `${customerNumber}/${accountIdentifier}`), web, web),
    ];
  }),
  ...times(100).flatMap((index) => {
    const { of, inputs } = domain(`new-shop-${index}`, index);
    const cost = { code: "order", kind: "domain", resource: `new-shop-${index}`, cost: domainCost, text: "" } as const;
    return [remarked(cost), step("create", { ...of, id: "" }, undefined, inputs)];
  }),
  ...times(100).map((index) =>
    step("create", entry("Webhook", `new-hook-${index}`, ""), undefined, hook(`https://agency.example/new/${index}`)),
  ),
  ...times(100).map((index) => {
    const url = `https://agency.example/hooks/${index}`;
    return step("update", entry("Webhook", `hook-${index}`, String(2000 + index)), hook(url), hook(url, "PUT"), ["method"]);
  }),
  ...times(50).map((index) => {
    const contract = { html: `<p>Contract ${index}</p>`, client: `client-${index}`, recipient: "agency", tom: "tom" };
    return step("create", entry("GdprContract", `contract-${index}`, ""), undefined, contract);
  }),
  ...times(20).map((index) => {
    const { of, inputs } = domain(`old-shop-${index}`, index);
    return step("delete", of, inputs, undefined);
  }),
  ...times(30).map((index) =>
    step(
      "delete",
      entry("Webhook", `old-hook-${index}`, String(3000 + index)),
      hook(`https://agency.example/old/${index}`),
      undefined,
    ),
  ),
];
