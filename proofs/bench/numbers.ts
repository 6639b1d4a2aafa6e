import type { Spread } from "./statistics.js";

/** A rounded number for tables: `12,345`. */
export const grouped = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");

export const megabytes = (bytes: number): string => grouped(bytes / 1e6);

/** A middle value with its range, if it has one: `5 (4 to 7)`. */
export function inRange({ middle, least, greatest }: Spread, text: (value: number) => string): string {
  const range = least === greatest ? "" : ` (${text(least)} to ${text(greatest)})`;
  return `${text(middle)}${range}`;
}
