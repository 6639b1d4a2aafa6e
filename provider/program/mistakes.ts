import * as pulumi from "@pulumi/pulumi";
import { attempt } from "../journal/journal-storage.js";
import { perRun } from "../pulumi/runs.js";
import { resolveSettings, usesOf } from "../runtime/settings.js";
import { writtenMistakes } from "../values/mistakes.js";
import { inLine } from "../../sdk/redaction/text.js";
import { once } from "../../sdk/values/once.js";
import type { Definition } from "../definition/definition.js";
import { checkArguments } from "../lifecycle/check.js";
import { isLater, presentSourcesOf } from "../pulumi/outputs.js";
import { type Properties, withoutAbsent } from "../values/properties.js";
import { unknownValue, deepest } from "../values/unknown-values.js";
import { containerOf, idPropertiesOf, wholeNameOf } from "./containers.js";

/**
 * The engine ends a run at the first resource whose check fails, and a constructor that throws keeps the program from declaring the rest.
 * So a resource with a mistake goes to its check, which refuses it. Whichever resource the run ends at names the mistakes of all others.
 */

/** A resource of the program. */
export interface DeclaredResource {
  readonly className: string;
  readonly name: string;
  /** Its name within its parents. */
  readonly wholeName: string;
}

/** What is wrong with a resource: what its check does not find by itself, and what it finds too. */
type NotedMistakes = Readonly<Partial<Record<"refused" | "checked", readonly string[]>>>;

interface Mistaken extends Required<NotedMistakes> {
  readonly label: string;
}

const presentRun = perRun(() => {
  const { env } = process;
  return {
    mistaken: new Map<string, Mistaken>(),
    /** Resolves once the program has declared all that it declares at once. Shared, because a program may declare thousands of resources. */
    turn: undefined as Promise<void> | undefined,
    uses: once(() => {
      const settings = attempt(() => resolveSettings(env, (key) => pulumi.runtime.allConfig()[key]));
      return usesOf(env, settings);
    }),
  };
});

const keyOf = ({ className, wholeName }: DeclaredResource): string => `${className} ${wholeName}`;

/** Records mistakes of a resource for its check and the checks of all others. */
export function noteMistakes(subject: DeclaredResource, { refused = [], checked = [] }: NotedMistakes): void {
  if (refused.length + checked.length === 0) return;
  const { mistaken } = presentRun();
  const key = keyOf(subject);
  const known = mistaken.get(key);
  mistaken.set(key, {
    label: `${subject.className} "${inLine(subject.name)}"`,
    refused: [...(known?.refused ?? []), ...refused],
    checked: [...(known?.checked ?? []), ...checked],
  });
}

const named = ({ label, refused, checked }: Mistaken): string[] =>
  [...refused, ...checked].map((problem) => (problem.startsWith(label) ? problem : `${label}: ${problem}`));

/** How many mistakes of other resources a resource carries: each carries them, so a loop over thousands would send millions. */
const mostOthers = 100;

/**
 * What the check of a resource gets to know of the mistakes of the program, and of what it uses, once the program has declared all that it
 * declares at once. For a resource without a mistake too: the API may refuse it, and that ends the run before the engine reaches the others.
 *
 * @param later a mistake that shows only when values are known
 */
export async function mistakesOf(subject: DeclaredResource, later?: Promise<string | undefined>): Promise<string> {
  const run = presentRun();
  run.turn ??= new Promise((resolve) =>
    setImmediate(() => {
      run.turn = undefined;
      resolve();
    }),
  );
  await run.turn;
  const found = await later;
  const key = keyOf(subject);
  const own = [...(run.mistaken.get(key)?.refused ?? []), ...(found === undefined ? [] : [found])];
  const others = [...run.mistaken].flatMap(([each, mistaken]) => (each === key ? [] : named(mistaken)));
  const always = { uses: run.uses(), isUpdate: !pulumi.runtime.isDryRun() };
  if (own.length + others.length === 0) return writtenMistakes(always);
  const unnamed = Math.max(0, others.length - mostOthers);
  return writtenMistakes({ ...always, own, others: others.slice(0, mostOthers), unnamed });
}

/** The value as the preview of a creation passes it to the check: with a sentinel for all that is not known yet. */
function withSentinels(value: unknown, depth = 0): unknown {
  if (typeof value !== "object" || value === null || depth > deepest) return value;
  if (isLater(value)) return unknownValue;
  if (Array.isArray(value)) return value.map((element) => withSentinels(element, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => [key, withSentinels(member, depth + 1)]),
  );
}

/** Problems of arguments that the program knows at once; whether the resource exists already is not known here. */
export const argumentMistakes = (definition: Definition, args: Properties): string[] =>
  checkArguments(definition, {}, withoutAbsent(withSentinels(args) as Properties));

/**
 * Arguments that name a container by another output of it, such as `id`, whose type fits too. A preview does not know the value of an output of a
 * container that is new, so only `up` would refuse it, after the container was created.
 */
export const wrongOutputs = ({ identity: { scope } }: Definition, args: Properties): string[] =>
  scope.flatMap((argument) => {
    const value = args[argument];
    return presentSourcesOf(value).flatMap((source) => {
      const container = containerOf(source);
      if (container === undefined || !idPropertiesOf(container).includes(argument)) return [];
      const passed = Object.entries(source).find(([, output]) => output === value)?.[0];
      if (passed === undefined || [argument, ...(container.identifierOutputs ?? [])].includes(passed)) return [];
      return [
        `${argument}: \`${passed}\` of ${container.className} "${inLine(wholeNameOf(source))}" is not its identifier. Pass on its \`${argument}\`.`,
      ];
    });
  });
