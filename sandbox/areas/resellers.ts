import type { Handlers } from "./handler.js";
import { json, visible } from "../http/reply.js";
import { databaseTypes } from "../seeds/catalogue.js";

export const resellers = {
  getReseller: ({ parameters, login }, world) => {
    const { resellers: tariffs } = world.objects;
    const identifier = parameters.resellerIdentifier;
    const tariff = visible(tariffs.get(identifier) ?? tariffs.find(({ name }) => name === identifier));
    visible(tariff.customerNumber === login.customerNumber ? tariff : undefined);
    return json(200, { uid: Number(tariff.id), name: tariff.name, customerNumber: tariff.customerNumber });
  },

  listDatabaseTypes: () => json(200, databaseTypes),
} satisfies Partial<Handlers>;
