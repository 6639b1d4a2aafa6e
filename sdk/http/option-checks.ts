import { ConfigurationError } from "../values/errors.js";

/** A longer timer fires at once. */
export const longestTimer = 2 ** 31 - 1;

/** Checks what an object can do, not its class: the program may have another copy of the class, or another context. */
export function having<T extends object>(
  name: string,
  value: T | undefined,
  methods: readonly (keyof T)[],
  description: string,
): T | undefined {
  if (value !== undefined && methods.some((method) => typeof value?.[method] !== "function"))
    throw new ConfigurationError(`${name} must be ${description}.`);
  return value;
}

export function callback(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== "function") throw new ConfigurationError(`${name} must be a function.`);
}

export function flag(name: string, value: boolean | undefined, fallback: boolean): boolean {
  if (value !== undefined && typeof value !== "boolean") throw new ConfigurationError(`${name} must be true or false.`);
  return value ?? fallback;
}

/** @throws ConfigurationError if the limit is not a positive number of milliseconds that a timer supports. */
export const duration = (name: string, value: number | undefined, fallback: number): number =>
  integer(name, value, fallback, 1, longestTimer);

export function integer(
  name: string,
  value: number | undefined,
  fallback: number,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number {
  if (value === undefined) return fallback;
  if (!Number.isSafeInteger(value) || value < least || value > most)
    throw new ConfigurationError(`${name} must be a whole number from ${least} to ${most}.`);
  return value;
}
