import { Random } from "./random.js";

/** Runs a step in which random choices, the client's pauses before retries, are the same each time. */
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
