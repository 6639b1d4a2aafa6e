import { canonicalHost } from "./host.js";

/** The parts of an id in one spelling for all those that the provider takes for the same: after the first part, ids are made of names. */
export const spelling = (id: string): string[] => id.split("/").map((part, index) => (index === 0 ? part : canonicalHost(part)));

/** An object, in one spelling of its id. */
export const objectKey = (kind: string, id: string): string => JSON.stringify([kind, ...spelling(id)]);

/** The same with the base address of the API. */
export const addressedKey = ({ kind, address, id }: Readonly<Record<"kind" | "address" | "id", string>>): string =>
  JSON.stringify([kind, address, ...spelling(id)]);
