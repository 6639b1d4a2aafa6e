import type { ResourceValidationPolicy } from "@pulumi/policy";
import { webhook } from "../resources/webhook.js";
import type { PolicyOptions } from "./options.js";
import { isOf, known } from "./shown.js";

/** A call carries the headers and parameters of the webhook, which may hold secrets. */
export const webhooksUseHttps = (options: PolicyOptions): ResourceValidationPolicy => ({
  name: "hosting-webhooks-use-https",
  description: "Webhooks call only https addresses.",
  ...options,
  validateResource(resource, report) {
    const url = isOf(resource, webhook) ? known(resource, "url") : undefined;
    if (typeof url !== "string" || !URL.canParse(url) || new URL(url).protocol === "https:") return;
    report("The webhook sends its headers and parameters without encryption. Declare a `url` that begins with https://.");
  },
});
