import type { Command } from "commander";
import { UsageError } from "./exit.js";

/** For options that may be repeated. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Refuses a repeated option that has one value: the last would win, and the others would be ignored silently. */
export function refuseRepeated(command: Command): void {
  for (const option of command.options.filter(({ required, parseArg }) => required && parseArg === undefined)) {
    let given = false;
    command.on(`option:${option.name()}`, () => {
      if (given) throw new UsageError(`${option.long} is given twice`);
      given = true;
    });
  }
  command.commands.forEach(refuseRepeated);
}
