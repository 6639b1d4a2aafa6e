import { inLine } from "../../sdk/redaction/text.js";

/** What a process uses, by the variable that decides it. */
export type Uses = Readonly<Record<string, string>>;

/** What the program has found wrong. Each text begins with what it is about. */
export interface Mistakes {
  /** About the resource, except for what its check finds too. */
  readonly own: readonly string[];
  /** About other resources of the program. */
  readonly others: readonly string[];
  /** How many more there are about other resources. */
  readonly unnamed: number;
  /** What the program uses, by the variable that decides it. */
  readonly uses: Uses;
  /** Whether the program runs in an update, and not in a preview. */
  readonly isUpdate: boolean;
}

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
export const readMistakes = (property: unknown): Mistakes => ({
  ...{ own: [], others: [], unnamed: 0, uses: {}, isUpdate: false },
  ...(typeof property === "string" && (JSON.parse(property) as Partial<Mistakes>)),
});
