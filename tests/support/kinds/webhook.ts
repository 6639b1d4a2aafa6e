import { planted } from "../place.js";
import { asPresent, specimen, text } from "../specimen.js";

export const webhook = specimen({
  valid: {
    eventType: "DOMAIN_REGISTRATION_STATUS",
    method: "POST",
    url: "https://agency.example/hook",
    headers: { "X-Key": "hook-key-secret" },
    parameters: { key: "code", value: "hook-parameter-secret" },
  },
  other: {
    eventType: "ANOTHER_EVENT",
    method: "PUT",
    url: "https://agency.example/other",
    headers: { "X-Other": "o" },
    parameters: { key: "o", value: "o" },
  },
  rehearsed: {
    sibling: { url: "https://agency.example/of-another-stack" },
    count: ({ store }) => store.webhooks.all().length,
    outputs: { uid: /^\d+$/ },
  },
  answer: (uid) => ({ uid, eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://a.example" }),
  edits: ["replace-adopt", "duplicate", "second-stack-same-name"],

  args: (place) => ({
    eventType: "DOMAIN_REGISTRATION_STATUS",
    method: "POST",
    url: `https://agency.example/${place.mark}`,
    headers: { "X-Key": planted(place, "header") },
    parameters: { key: "code", value: planted(place, "parameter") },
  }),
  updated: (args, place) => ({ ...args, method: "PUT", headers: { "X-Key": planted(place, "other-header") } }),
  plant: (control, place, { eventType, method, url }) => {
    const id = String(900_000 + place.customerNumber);
    const headers = { "X-Key": planted(place, "foreign-header") };
    const declared = { eventType: text(eventType), method: text(method), url: text(url) };
    control.store.webhooks.insert({ id, login: "reseller", ...declared, headers });
    return id;
  },
  present: ({ store }, { mark }) =>
    asPresent(
      store.webhooks.all().filter(({ url }) => url.endsWith(`/${mark}`)),
      ["method", "url", "headers", "parameters"],
    ),
  requests: {
    create: "createWebhook",
    get: "getWebhook",
    list: "listWebhooks",
    update: "updateWebhook",
    delete: "deleteWebhook",
  },
});
