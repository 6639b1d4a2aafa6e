import type { Command } from "./command.js";

/** How a command on a stack ended: a review above a threshold `EXCEEDS`, an `apply` of something else than was reviewed is `REFUSED`. */
export type End = "done" | "EXCEEDS" | "REFUSED" | "FAILED" | "LOCKED" | "KILLED";

export interface Failure {
  readonly end: Exclude<End, "done">;
  readonly reasons: readonly string[];
}

/**
 * Why a command failed, and what to do.
 *
 * @param reasons the engine's messages
 */
export function failureOf(command: Command, stack: string, error: unknown, reasons: readonly string[]): Failure {
  const text = error instanceof Error ? error.message : String(error);
  const release = `run \`pulumi cancel --stack ${stack} --yes\`, then this command again`;
  if (/the stack is currently locked by|\[409\] Conflict: Another update/.test(text)) {
    const holders = Array.from(text.matchAll(/: (created by .+)$/gm), ([, holder]) => holder!.trim());
    const by = holders.length > 0 ? ` (${Array.from(new Set(holders)).join("; ")})` : "";
    return {
      end: "LOCKED",
      reasons: [`Another run holds the stack's lock${by}. Wait until it has ended. If it was killed, ${release}.`],
    };
  }
  const signal = /Command was killed with (SIG[A-Z]+)/.exec(text)?.[1];
  if (signal !== undefined) {
    const next =
      command === "preview" || command === "review"
        ? "Run this command again."
        : `It may still hold the stack's lock: ${release}.`;
    return { end: "KILLED", reasons: [...reasons, `Pulumi's engine was killed (${signal}). ${next}`] };
  }
  return { end: "FAILED", reasons: reasons.length > 0 ? reasons : [lastWords(text)] };
}

/** The last words of a Pulumi command for which the engine reported nothing. */
export function lastWords(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  const errors = new Set(lines.flatMap((line) => /^error: (.+)$/.exec(line)?.[1] ?? []));
  return errors.size > 0 ? Array.from(errors).join(" ") : (lines.findLast((line) => line !== "") ?? "it failed");
}
