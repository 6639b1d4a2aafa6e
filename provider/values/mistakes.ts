import { z } from "zod";
import { inLine } from "../../sdk/redaction/text.js";

const texts = z.array(z.string()).readonly().default([]);

const schema = z.object({
  /** About the resource, except for what its check finds too. */
  own: texts,
  /** About other resources of the program. */
  others: texts,
  /** How many more there are about other resources. */
  unnamed: z.number().default(0),
  /** What the program uses, by the variable that decides it. */
  uses: z.record(z.string(), z.string()).default({}),
});

/** What the program has found wrong. Each text begins with what it is about. */
export type Mistakes = Readonly<z.output<typeof schema>>;

/** What a process uses, by the variable that decides it. */
export type Uses = Readonly<Record<string, string>>;

/** What a failure says of the mistakes of other resources. */
export const aboutOthers = ({ others, unnamed }: Mistakes): string[] => [
  ...others.map((problem) => `Another resource has a problem too. ${problem}`),
  ...(unnamed === 0 ? [] : [`Other resources have ${unnamed} more problems.`]),
];

/**
 * What the process uses otherwise than the program: the variables of an Automation API's workspace, or those that a program sets, reach only one of
 * them. Lookups would read another account, and a preview would not know what the run removes.
 */
export const usedElsewhere = ({ uses }: Mistakes, here: Uses): string[] =>
  Object.entries(uses).flatMap(([name, there]) =>
    here[name] === undefined || here[name] === there
      ? []
      : [
          `The program uses ${inLine(there)} and its resources ${inLine(here[name])}: set ${name} the same in the environment of the program and of ` +
            "`pulumi` (Automation API: in `process.env` and in `envVars` of the workspace).",
        ],
  );

/** The value of a property with them: one text, because each resource has it, and the engine's work grows with the values of its properties. */
export const writtenMistakes = (mistakes: Partial<Mistakes>): string => JSON.stringify(mistakes);

/** The mistakes in a property; none if it is absent. */
export const readMistakes = (property: unknown): Mistakes =>
  schema.parse(typeof property === "string" ? JSON.parse(property) : {});
