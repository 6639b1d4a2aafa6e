import type { Seed } from "../../sandbox/seeds/schema.js";

export type Part<N extends keyof Seed> = NonNullable<Seed[N]>[number];

export const gdprRecords = ["gdprContacts", "gdprToms", "gdprContracts", "gdprContractPresets", "gdprPdfs"] as const;

/** The object without members that are absent or empty, which a seed does not have. */
export const filled = <T extends object>(object: T): { [K in keyof T]?: Exclude<T[K], undefined | null | ""> } =>
  Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined && value !== null && value !== ""),
  ) as never;

/** A time of the API, which is a date or seconds since the epoch, in ISO 8601; undefined if it cannot be read. */
export function isoTime(time: string | number | undefined): string | undefined {
  if (time === undefined || time === "") return undefined;
  const isSeconds = typeof time === "number" || /^\d+$/.test(time);
  const date = new Date(isSeconds ? Number(time) * 1000 : time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
