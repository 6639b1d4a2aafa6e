import { delimiter } from "node:path";
import type { Sandbox } from "../../sandbox/index.js";
import { ended, entry, fakePulumi, remarked, step } from "../support/drifted-stack.js";

const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };
const account = { customerNumber: 100001, virtualName: "web", description: "Web site" };
const registration = entry("Webhook", "registration", "7", hook);
const web = entry("VirtualAccount", "web", "100001/p100001", account);
const shop = entry("Domain", "shop", "p100001/shop.de", { accountIdentifier: "p100001", sld: "shop", tld: "de" });
const garden = entry("Domain", "garden", "p100001/sommer-gartenbau.de", {
  accountIdentifier: "p100001",
  sld: "sommer-gartenbau",
  tld: "de",
});
const token = entry("ApplicationToken", "deploy", "5f1e0c52-8f0a-4a3e-9d10-1c4e8a7b2f60", { description: "deploy" });

const description =
  'description: the API cannot change it, and a replacement would delete virtual account web of customer 100001 and order a new, billed one; change it at the provider and run `pulumi refresh`, declare the provider\'s value, or ignore it with `ignoreChanges: ["description"]`';

/**
 * A `pulumi` whose previews find what somebody changed at the provider. What the real engine reports is in the tests with the engine.
 *
 * @returns the variables with which the command finds it
 */
export async function drifted({ control }: Sandbox, folder: string): Promise<Record<string, string>> {
  const { domains } = control.store;
  domains.insert({ ...domains.all()[0]!, id: "winter.de", sld: "winter" });
  const elsewhere = { ...hook, url: "https://elsewhere.example/" };
  const changed = [
    step("refresh", registration, hook, elsewhere, ["url"]),
    step("refresh", web, account, { ...account, description: "Garden" }),
    remarked({
      code: "concern",
      text: 'domain sommer-gartenbau.de of account p100001 (p100001/sommer-gartenbau.de): its registration status is "serverHold". Check it at the provider.',
    }),
  ];
  const found = [
    step("update", registration, elsewhere, hook, ["url"]),
    step("create", shop, undefined, {}),
    step("create", token, undefined, {}),
    remarked({ code: "refused", kind: "virtualAccount", resource: "web", text: description }),
  ];
  const bin = await fakePulumi(folder, {
    production: {
      resources: [registration, web, shop, garden, token],
      previews: [[...changed, ...found, ended("succeeded")]],
    },
  });
  return { PULUMI_BACKEND_URL: "file:///srv/state", PATH: [bin, process.env["PATH"]].join(delimiter) };
}
