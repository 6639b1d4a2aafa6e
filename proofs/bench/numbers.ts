import type { Spread } from "./statistics.js";

/**
 * The number in the text of an option.
 *
 * @throws Error if it is not a whole number, or less than `least`
 */
export function numberOption(name: string, text: string, least: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least) return value;
  throw new Error(`--${name} ${text}: must be a whole number of at least ${least}`);
}

/** A rounded number for tables: `12,345`. */
export const grouped = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ",");

export const megabytes = (bytes: number): string => grouped(bytes / 1e6);

/** A middle value with its range, if it has one: `5 (4 to 7)`. */
export function inRange({ middle, least, greatest }: Spread, text: (value: number) => string): string {
  const range = least === greatest ? "" : ` (${text(least)} to ${text(greatest)})`;
  return `${text(middle)}${range}`;
}
