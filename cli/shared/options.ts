import type { Command } from "commander";
import { UsageError } from "./exit.js";

/** For options that may be given several times. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Refuses a second value for an option that has one: the last would count, and nobody would hear of the others. */
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
