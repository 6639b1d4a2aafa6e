import { z } from "zod";

/** What the program has found wrong. Each text begins with what it is about. */
export interface Mistakes {
  /** About the resource, except for what its check finds too. */
  readonly own: readonly string[];
  /** About other resources of the program. */
  readonly others: readonly string[];
}

const none: Mistakes = { own: [], others: [] };
const schema = z.object({ own: z.array(z.string()), others: z.array(z.string()) });

/** The mistakes in a property; none if it is absent. */
export const readMistakes = (property: unknown): Mistakes => schema.safeParse(property).data ?? none;
