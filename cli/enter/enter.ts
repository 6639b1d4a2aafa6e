import { explainedBy, unexplained } from "../../sdk/values/explained.js";
import { compare, type DriftComparison, isComplete } from "../drift/compare.js";
import { CommandError, exitCodes } from "../shared/exit.js";
import { ifEnded } from "../shared/files.js";
import { counted } from "../shared/text.js";
import { classOf, type Exported, isBookkeeping, parseExport, type StoredResource, titleOf } from "../stack/deployment.js";
import type { Pulumi } from "../stack/pulumi.js";
import { writeState } from "../stack/stack.js";
import { type Backup, withoutEntered } from "./backup.js";
import { type Match, newEntries } from "./entries.js";
import { leavingIn, type Plan, type PlannedStep, planOf } from "./plan.js";

/** Steps that change nothing. */
const idle = ["same", "read"];

/**
 * What a preview after a refresh has to change in entries; undefined if nothing.
 * @param isPart whether the program would change something else, which is left out
 */
async function differenceIn(
  pulumi: Pulumi,
  resources: readonly StoredResource[],
  entered: ReadonlySet<string>,
  isPart: boolean,
): Promise<DriftComparison | undefined> {
  const events = await pulumi.compare(isPart ? [...entered] : []);
  const whole = await compare(events, resources);
  const isEntered = ({ urn }: { readonly urn: string }) => entered.has(urn);
  const [drift, notRead, notCompared] = [
    whole.drift.filter(isEntered),
    whole.notRead.filter(isEntered),
    whole.notCompared.filter(isEntered),
  ];
  const isUntouched = !events.planned.some((step) => entered.has(step.urn) && !idle.includes(step.op));
  const isEmpty = isComplete(events) && isUntouched && drift.length + notRead.length + notCompared.length === 0;
  return isEmpty ? undefined : { ...whole, drift, notRead, notCompared };
}

export interface Entered {
  readonly urns: readonly string[];
  /** Objects that did not, because the state lacks something that they refer to. */
  readonly withoutReference: readonly Match[];
  /** What the program would do besides with objects: the stack, components and providers are recorded without a request. */
  readonly rest: readonly PlannedStep[];
  /** What differs, because of which the earlier state was put back; undefined if a preview is empty. */
  readonly difference: DriftComparison | undefined;
}

const nothing: Entered = { urns: [], withoutReference: [], rest: [], difference: undefined };

export interface EnterOptions {
  readonly pulumi: Pulumi;
  /** The command, for messages. */
  readonly command: string;
  readonly backup: Backup;
  /** Whether no object is to enter the state: then only what a killed run has entered is proven, and what the program would do is told. */
  readonly isNothingNew: boolean;
  /** The objects of the resources that a run would create, with the URNs of what it would delete. */
  readonly match: (creations: readonly PlannedStep[], leaving: ReadonlySet<string>) => Promise<readonly Match[]>;
  readonly notify: (message: string) => void;
}

/**
 * Enters existing objects in the state of a stack, as a run would have recorded them that created them, and proves the result by a preview
 * after a refresh. If that has something to change, the earlier state is put back. Nothing is sent to the provider but reads.
 *
 * The engine itself tells what the program declares: name, parent, provider, dependencies and options of each resource.
 * @throws CommandError
 */
export async function enter({ pulumi, command, backup, isNothingNew, match, notify }: EnterOptions): Promise<Entered> {
  const interrupted = await backup.interrupted();
  notify("Pulumi previews the program, to see what it declares.");
  const plan = planOf(await pulumi.previewToEnter());
  const text = await pulumi.exportState();
  const state = parseExport(text);
  const resources = state.deployment.resources ?? [];
  const unproven = interrupted === undefined ? [] : resources.filter(interrupted);
  // What a killed command has entered may be what is wrong: then the proof shows it, and the earlier state is put back.
  if (unproven.length === 0) demandWhole(plan);
  else
    notify(
      `An interrupted \`${command}\` has entered ${counted(objectsIn(unproven).length, "object")}, which the proof includes.`,
    );
  if (isNothingNew && interrupted === undefined) return { ...nothing, rest: restOf(plan, []).filter(isOfObject) };
  const creations = plan.problems.length > 0 ? [] : plan.steps.filter(({ op }) => op === "create");
  const matches = await match(creations, leavingIn(plan));
  const configuration = await pulumi.recordedConfiguration();
  const { entries, withoutReference } = newEntries({
    creations,
    matches,
    resources,
    configuration,
    now: new Date().toISOString(),
  });
  const whole = restOf(plan, entries);
  const rest = whole.filter(isOfObject);
  const added = [...unproven, ...entries];
  const urns = objectsIn(added).map(({ urn }) => urn);
  if (urns.length === 0) {
    if (interrupted !== undefined) await backup.forget();
    return { ...nothing, withoutReference, rest };
  }

  const after = withResources(state, [...resources, ...entries]);
  const isPart = whole.length > 0;
  const restored = () => restore(added, { pulumi, command, backup, notify });
  await backup.begin(pulumi);
  return ifEnded(
    () => notify(`${unprovenText(urns.length)} ${again(command)}`),
    async () => {
      if (entries.length > 0) {
        await backup.enters(added);
        await writeState(pulumi, text, after, command);
      }
      notify(`${counted(urns.length, "object")} entered the state. A preview after a refresh proves the result.`);
      const entered = new Set(added.map(({ urn }) => urn));
      const difference = await differenceIn(pulumi, after.deployment.resources ?? [], entered, isPart).catch(
        async (error: unknown) => {
          await restored();
          throw error;
        },
      );
      if (difference !== undefined) {
        await restored();
        return { ...nothing, withoutReference, rest, difference };
      }
      await backup.end();
      return { ...nothing, urns, withoutReference, rest };
    },
  );
}

/**
 * What a run would do with the program, without looking for objects of new resources.
 * @throws CommandError if the program is refused
 */
export async function planToEnter(pulumi: Pulumi): Promise<Plan> {
  const plan = planOf(await pulumi.previewToEnter());
  demandWhole(plan);
  return plan;
}

function demandWhole({ problems }: Plan): void {
  if (problems.length === 0) return;
  throw new CommandError(["The program cannot be previewed, so nothing was written.", ...problems].join("\n  "));
}

const objectsIn = (entries: readonly StoredResource[]) => entries.filter((entry) => classOf(entry) !== undefined);

const withResources = (state: Exported, resources: readonly StoredResource[]): Exported => ({
  ...state,
  deployment: { ...state.deployment, resources },
});

const isOfObject = ({ entry, before }: PlannedStep): boolean => {
  const either = entry ?? before;
  return either === undefined || !isBookkeeping(either);
};

const restOf = ({ steps }: Plan, entries: readonly StoredResource[]): PlannedStep[] =>
  steps.filter(({ op, urn }) => !["same", "read"].includes(op) && !entries.some((entry) => entry.urn === urn));

/** Takes entries out of the state as it is by now: runs that came after an interrupted command may have recorded something. */
async function restore(
  added: readonly StoredResource[],
  { pulumi, command, backup, notify }: Pick<EnterOptions, "pulumi" | "command" | "backup" | "notify">,
): Promise<void> {
  try {
    const text = await pulumi.exportState();
    const state = parseExport(text);
    const rest = withoutEntered(state.deployment.resources ?? [], added);
    await writeState(pulumi, text, withResources(state, rest), command);
    await backup.end();
    const stays = objectsIn(rest).filter(({ urn, id }) => added.some((each) => each.urn === urn && each.id === id));
    if (stays.length > 0)
      notify(
        `Not proven, but needed by what a later run recorded, so not taken back: ${stays.map(({ urn }) => titleOf(urn)).join(", ")}.`,
      );
  } catch (error) {
    throw new CommandError(
      `${unprovenText(objectsIn(added).length)} They could not be taken back: ${error instanceof Error ? unexplained(error.message) : String(error)} ` +
        `${again(command)} The earlier state is in ${backup.unproven}.${explainedBy("not-taken-back")}`,
      exitCodes.failed,
    );
  }
}

const unprovenText = (count: number): string => `The state may have ${counted(count, "object")} that no preview has proven.`;

const again = (command: string): string =>
  `Run the same \`${command}\` again, before any \`pulumi up\`: it proves them or takes them back.`;
