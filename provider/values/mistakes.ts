import { z } from "zod";

/** What the program has found wrong. Each text begins with what it is about. */
export interface Mistakes {
  /** About the resource, except for what its check finds too. */
  readonly own: readonly string[];
  /** About other resources of the program. */
  readonly others: readonly string[];
  /** How many more there are about other resources. */
  readonly unnamed: number;
}

const none: Mistakes = { own: [], others: [], unnamed: 0 };
const schema = z.object({ own: z.array(z.string()), others: z.array(z.string()), unnamed: z.number() });

/** What a failure says of the mistakes of other resources. */
export const aboutOthers = ({ others, unnamed }: Mistakes): string[] => [
  ...others.map((problem) => `Another resource has a problem too. ${problem}`),
  ...(unnamed === 0 ? [] : [`Other resources have ${unnamed} more problems.`]),
];

/** The mistakes in a property; none if it is absent. */
export const readMistakes = (property: unknown): Mistakes => schema.safeParse(property).data ?? none;
