import { Random } from "./random.js";

/** Runs a step in which what is left to chance, the client's pauses before repetitions, is the same each time. */
export async function withoutChance<T>(step: () => Promise<T>): Promise<T> {
  const { random } = Math;
  const fixed = new Random(1);
  Math.random = () => fixed.next();
  try {
    return await step();
  } finally {
    Math.random = random;
  }
}
