import type { Handlers } from "../../sandbox/areas/handler.js";
import { empty, json } from "../../sandbox/http/reply.js";

/** What the compiler refuses; `tsc` fails if it no longer does. */
export const refused = {
  // @ts-expect-error: the row declares a list
  listWebhooks: () => json(200, {}),
  // @ts-expect-error: the row declares no such status
  deleteWebhook: () => empty(418),
  // @ts-expect-error: the row declares a body
  getWebhook: () => empty(200),
  // @ts-expect-error: the row declares a text as `url`
  createWebhook: () => json(200, { uid: "1", eventType: "DOMAIN_REGISTRATION_STATUS", method: "GET", url: 1 }),
} satisfies Partial<Handlers>;

describe("a handler of the sandbox", () => {
  it("answers what its row declares, as this file compiles", () => undefined);
});
