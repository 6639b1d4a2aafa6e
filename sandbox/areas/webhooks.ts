import { type Handlers, undeclared } from "./handler.js";
import type { Login, Webhook } from "../state/records.js";
import { empty, json, visible } from "../http/reply.js";
import { present } from "../http/shape.js";
import type { World } from "../state/world.js";

/** An object member, or what the active reading uses for an empty one. */
function memberForm(world: World, member: object | undefined): unknown {
  if (member !== undefined && Object.keys(member).length > 0) return member;
  switch (world.readings.emptyMembers) {
    case "absent":
      return undefined;
    case "object":
      return {};
    case "array":
      return [];
    case "null":
      return null;
  }
}

const webhookForm = (world: World, webhook: Webhook) =>
  present({
    uid: webhook.id,
    eventType: webhook.eventType,
    method: webhook.method,
    url: webhook.url,
    headers: undeclared(memberForm(world, webhook.headers)),
    parameters: undeclared(memberForm(world, webhook.parameters)),
  });

/** A webhook of the login itself, or 403. */
function webhookOf(world: World, login: Login, identifier: string): Webhook {
  const webhook = world.objects.webhooks.get(identifier);
  return visible(webhook?.login === login.id ? webhook : undefined);
}

export const webhooks = {
  listWebhooks: ({ login }, world) =>
    json(
      200,
      world.objects.webhooks.filter((webhook) => webhook.login === login.id).map((webhook) => webhookForm(world, webhook)),
    ),

  createWebhook: ({ body, login }, world) => {
    const webhook = { id: String(world.nextUid()), login: login.id, ...present(body) };
    return json(200, webhookForm(world, world.objects.webhooks.insert(webhook)));
  },

  getWebhook: ({ parameters, login }, world) =>
    json(200, webhookForm(world, webhookOf(world, login, parameters.webhookIdentifier))),

  updateWebhook: ({ parameters, body, login }, world) => {
    const webhook = webhookOf(world, login, parameters.webhookIdentifier);
    const left = world.readings.webhookUpdate === "cleared" ? { headers: undefined, parameters: undefined } : {};
    return json(200, webhookForm(world, world.objects.webhooks.update(webhook.id, { ...left, ...body })));
  },

  deleteWebhook: ({ parameters, login }, world) => {
    const webhook = webhookOf(world, login, parameters.webhookIdentifier);
    world.objects.webhooks.delete(webhook.id);
    return empty(204);
  },
} satisfies Partial<Handlers>;
