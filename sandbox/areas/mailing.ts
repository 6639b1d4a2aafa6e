import { customerOf } from "../rules/access.js";
import type { Handlers } from "./handler.js";
import { Refusal, json, message, visible } from "../http/reply.js";
import { mailTemplates } from "../seeds/catalogue.js";
import type { World } from "../state/world.js";

interface Letter {
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
  readonly htmlTemplate?: string | undefined;
  readonly senderAddress?: string | undefined;
}

function send(world: World, to: string, letter: Letter) {
  if (letter.htmlTemplate !== undefined && !mailTemplates.includes(letter.htmlTemplate)) {
    throw new Refusal(message(400, "there is no such template"));
  }
  world.post({
    channel: "mail",
    to,
    subject: letter.subject ?? "",
    text: letter.body ?? "",
    ...(letter.senderAddress === undefined ? {} : { from: letter.senderAddress }),
  });
  return json(200, { msg: "mail queued", recipients: [to] });
}

export const mailing = {
  sendMailToAddress: ({ parameters, body }, world) => {
    if (!/^[^@\s]+@[^@\s]+$/.test(parameters.address)) throw new Refusal(message(400, "not a mail address"));
    return send(world, parameters.address, body);
  },

  sendMailToCustomer: ({ parameters, body, login }, world) => {
    const customer = customerOf(world, login, parameters.customerNumber);
    return send(world, visible(customer.contractPartner.emailAddress), body);
  },

  listMailTemplates: (_, world) =>
    json(200, world.readings.mailTemplates === "string" ? mailTemplates : mailTemplates.map((name) => ({ name }))),
} satisfies Partial<Handlers>;
