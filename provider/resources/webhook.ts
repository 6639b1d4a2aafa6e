import { z } from "zod";
import { eventTypes, type Webhook as Answer, webhookHeaders, WebhookInput, webhookMethods } from "../../sdk/models/webhooks.js";
import { withoutLogin } from "../../sdk/redaction/addresses.js";
import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import { withoutMasks } from "../definition/secrets.js";
import { inNothing } from "../shared/containers.js";
import { define } from "../definition/definition.js";
import { type Inputs, optional, output, required } from "../definition/field.js";
import { asRequested, ifThere } from "../lifecycle/find.js";
import { equalHeaders, equalOrEmpty, equalUrl, oneUrl } from "../values/properties.js";
import { deleted } from "../values/removals.js";

/** The model accepts any URL, but the provider can call only HTTP addresses. */
const url = WebhookInput.shape.url.refine((text) => !URL.canParse(text) || /^https?:$/.test(new URL(text).protocol), {
  error: "must begin with https:// or http://, because the provider calls it over HTTP",
});

const fields = {
  /** Event that triggers the call. The API knows only `DOMAIN_REGISTRATION_STATUS`. */
  eventType: required("update", z.enum(eventTypes), { evidence: "documented" }),
  /** HTTP method of the call: `GET`, `POST`, `PUT`, `DELETE` or `PATCH`. */
  method: required("update", z.enum(webhookMethods), { evidence: "documented" }),
  /**
   * Address to call, `https://…` or `http://…`. Kept as a secret if it holds a login, a query or a token, as those of chat services do.
   */
  url: required("update", url, { evidence: "documented", secret: "userinfo", same: equalUrl }),
  /** Header fields of the call, by name. Each value is kept as a secret. Default: none; omitting it removes existing ones. */
  headers: optional("update", webhookHeaders, {
    evidence: "documented",
    secret: "members",
    absent: "nothing",
    same: equalHeaders,
  }),
  /**
   * One parameter of the call: `key` and `value`; the value is kept as a secret. Default: none; omitting it removes an existing
   * one.
   */
  parameters: optional("update", WebhookInput.shape.parameters.unwrap(), {
    evidence: "documented",
    secret: ["value"],
    absent: "nothing",
    same: equalOrEmpty,
  }),
} as const;

const outputs = {
  /** Identifier assigned by the provider; also the id. */
  uid: output<string>("documented"),
} as const;

/** Arguments of a {@link Webhook}. */
export interface WebhookArgs extends ArgsOf<typeof fields> {}

const names = ["eventType", "method", "url", "headers", "parameters"] as const;

const body = ({ eventType, method, url, headers, parameters }: Inputs<typeof fields>) => ({
  eventType,
  method,
  url,
  ...(headers === undefined ? {} : { headers }),
  ...(parameters === undefined ? {} : { parameters }),
});

const found = ({ uid = "", eventType, method, url, headers, parameters }: z.output<typeof Answer>) => ({
  id: uid,
  inputs: { eventType, method, url, headers, parameters },
  outputs: { uid },
});

export const webhook = define({
  kind: "webhook",
  label: "webhook",
  removal: deleted,
  idParts: ["uid"],
  mock: ({ number }) => ({ uid: String(number) }),
  fields,
  outputs,

  identity: {
    title: ({ eventType, method, url }) =>
      [method, url && withoutLogin(url), eventType && `on ${eventType}`].filter(Boolean).join(" "),
    ...inNothing,
    oneSpelling: ({ url, ...others }) => ({ ...others, ...(typeof url === "string" ? { url: oneUrl(url) } : {}) }),
    sharedArgument: "url",
    // Headers of which only masks are shown may be the declared ones.
    matches: (shown, inputs) =>
      names.every((name) =>
        fields[name].same(withoutMasks({ fields, outputs }, name, shown.inputs[name], inputs[name]), inputs[name]),
      ),
    adopts: (shown, inputs) =>
      (["eventType", "method", "url"] as const).every((name) => fields[name].same(shown.inputs[name], inputs[name])),
  },

  reading: {
    async list({ client }) {
      return (await client.webhooks.list()).map(found);
    },
    get: ({ client }, webhookIdentifier) =>
      ifThere(
        client.webhooks
          .get({ webhookIdentifier })
          .then((shown) => asRequested("webhook", [undefined, webhookIdentifier].includes(shown.uid), found(shown))),
      ),
  },

  async create({ client }, inputs) {
    return found(await client.webhooks.create({ body: body(inputs) }));
  },
  async update({ client }, webhookIdentifier, inputs) {
    const written = found(await client.webhooks.update({ webhookIdentifier, body: body(inputs) }));
    const kept = (["headers", "parameters"] as const).filter(
      (name) => inputs[name] === undefined && !equalOrEmpty(written.inputs[name], undefined),
    );
    if (kept.length === 0) return written;
    // It is not documented whether omitting a member clears it, so an empty one is sent if it is still there.
    const emptied = Object.fromEntries(kept.map((name) => [name, {}]));
    return found(await client.webhooks.update({ webhookIdentifier, body: { ...body(inputs), ...emptied } }));
  },

  deletion: {
    async delete({ client }, webhookIdentifier) {
      await client.webhooks.delete({ webhookIdentifier });
    },
  },
});

/**
 * An HTTP call that the provider makes when an event occurs.
 *
 * @remarks The API has no other event, no test call, no log of past calls and no way to pause a webhook.
 * @id its `uid`
 * @key eventType, method, url, headers, parameters
 * @adopted eventType, method, url
 * @deletion Deleted; nothing else depends on it.
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 * import * as pulumi from "@pulumi/pulumi";
 *
 * const config = new pulumi.Config();
 *
 * const registration = new hosting.Webhook("registration", {
 *   eventType: "DOMAIN_REGISTRATION_STATUS",
 *   method: "POST",
 *   url: "https://agency.example/hooks/registration",
 *   headers: { Authorization: config.requireSecret("hookToken") },
 * });
 * ```
 */
export class Webhook extends resourceClass(webhook) {}
