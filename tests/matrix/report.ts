import { type Cell, nameOf } from "./cells.js";
import type { Problem } from "./stack-run.js";

/** What failed, how to run just that again, and each output once. */
export function formatFailures(failures: readonly { readonly cell: Cell; readonly problems: readonly Problem[] }[]): string {
  const numbers = new Map<string, number>();
  const numberOf = (output: string): number => {
    const number = numbers.get(output) ?? numbers.size + 1;
    numbers.set(output, number);
    return number;
  };
  const indented = (text: string) => text.replaceAll("\n", "\n    ");
  const cellsByReason = new Map<string, Cell[]>();
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
      ...alike.map((cell) => `FAILED ${nameOf(cell)}`),
      reason,
      `  again: npm run matrix -- --isolate ${alike.map(nameOf).join(" ")}`,
    ].join("\n"),
  );
  const outputs = Array.from(numbers, ([output, number]) => `OUTPUT ${number}\n${output}`);
  return [...cells, ...outputs].join("\n\n");
}
