import { z } from "zod";
import { Cart, CartItem, OfferRequest } from "../../sdk/models/carts.js";
import { Orderer } from "../../sdk/models/common.js";
import { Webhook } from "../../sdk/models/webhooks.js";
import type { Operation } from "../../sdk/operations/operation.js";
import type { Readings } from "./readings.js";

/** An offer as older descriptions have it: the telephone number has any form or is missing. */
const OlderOfferRequest = OfferRequest.extend({
  recipient: Orderer.extend({ phone: z.string().optional() }),
});

/** Members of an answer that a client may send back, although only the provider sets them. */
const readOnlyMembers: Readonly<Record<string, ReadonlySet<string>>> = {
  updateWebhook: new Set(Object.keys(Webhook.shape)),
  updateCart: new Set([...Object.keys(Cart.shape), ...Object.keys(CartItem.shape)]),
};

/** Checks a body according to the readings: the provider may accept more than a careful client sends. */
export function parseBody(row: Operation, schema: z.ZodType, value: unknown, readings: Readings): z.ZodSafeParseResult<unknown> {
  const body = row.id === "requestOffer" && readings.offerPhone === "any" ? OlderOfferRequest : schema;
  const known = readings.readOnlyMembers === "ignored" ? readOnlyMembers[row.id] : undefined;
  const result = body.safeParse(value);
  if (result.success || known === undefined) return result;
  return body.safeParse(withoutReadOnly(value, result.error, known));
}

/** The value without those unknown members that are in `known`. */
function withoutReadOnly(value: unknown, { issues }: z.ZodError, known: ReadonlySet<string>): unknown {
  const copy = structuredClone(value);
  for (const issue of issues) {
    if (issue.code !== "unrecognized_keys") continue;
    const holder = issue.path.reduce<unknown>((object, key) => (object as Record<PropertyKey, unknown>)[key], copy);
    for (const key of issue.keys) if (known.has(key)) Reflect.deleteProperty(holder as object, key);
  }
  return copy;
}
