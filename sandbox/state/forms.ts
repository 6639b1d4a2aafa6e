import { z } from "zod";

/** Values that several forms of a seed have. */

export const text = z.string().min(1);
export const customerNumber = z.int().positive();
/** A number that the provider has given to an object. Default: the next one. */
export const uid = z.int().positive();
/** A time, in ISO 8601. Default: the start of the sandbox. */
export const time = z.iso.datetime({ offset: true });
