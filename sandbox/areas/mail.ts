import { accountOf } from "../rules/access.js";
import type { Handlers } from "./handler.js";
import { json } from "../http/reply.js";
import { pageOf } from "../http/shape.js";

export const mail = {
  listMailAddresses: ({ parameters, query, login }, world) => {
    const account = accountOf(world, login, parameters.accountIdentifier);
    const found = world.objects.mailAddresses.filter((address) => address.account === account.id);
    return json(
      200,
      pageOf(found, query).map(({ id, fullName }) => ({ uid: Number(id), fullName })),
    );
  },
} satisfies Partial<Handlers>;
