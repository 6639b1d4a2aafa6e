import { type AnyCell, nameOfAny } from "./parts.js";
import type { Problem } from "./trial.js";

/** The failures, how to run only them again, and each output once. */
export function formatFailures(failures: readonly { readonly cell: AnyCell; readonly problems: readonly Problem[] }[]): string {
  const numbers = new Map<string, number>();
  const numberOf = (output: string): number => {
    const number = numbers.get(output) ?? numbers.size + 1;
    numbers.set(output, number);
    return number;
  };
  const indented = (text: string) => text.replaceAll("\n", "\n    ");
  const cellsByReason = new Map<string, AnyCell[]>();
  for (const { cell, problems } of failures) {
    if (problems.length === 0) continue;
    const reason = problems
      .map(({ check, message, output }) => {
        const where = output === undefined ? "" : ` (output ${numberOf(output)} below)`;
        return `  ${check}: ${indented(message)}${where}`;
      })
      .join("\n");
    cellsByReason.set(reason, [...(cellsByReason.get(reason) ?? []), cell]);
  }
  const cells = Array.from(cellsByReason, ([reason, alike]) =>
    [
      ...alike.map((cell) => `FAILED ${nameOfAny(cell)}`),
      reason,
      `  again: npm run matrix -- --isolate ${alike.map(nameOfAny).join(" ")}`,
    ].join("\n"),
  );
  const outputs = Array.from(numbers, ([output, number]) => `OUTPUT ${number}\n${output}`);
  return [...cells, ...outputs].join("\n\n");
}
