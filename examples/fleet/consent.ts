import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";

/** Asks the user. Anything but "yes", and the end of the input, means no. */
export async function asked(question: string, input: Readable, output: Writable): Promise<boolean> {
  const lines = createInterface({ input, output });
  const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  try {
    return (await Promise.race([lines.question(`${question}\nType "yes" to continue: `), ended])).trim() === "yes";
  } finally {
    lines.close();
  }
}
