import type { FiledClaim } from "../../provider/journal/claims.js";
import type { NotedCreation } from "../../provider/journal/noted.js";
import { addressedKey } from "../../provider/values/ids.js";
import { explainedBy } from "../../sdk/values/explained.js";
import type { CommandContext } from "../shared/command.js";
import { CommandError, UsageError } from "../shared/exit.js";
import type { Deployment } from "../stack/deployment.js";
import { StackLocked } from "../stack/engine-message.js";
import type { Pulumi } from "../stack/pulumi.js";
import { writeState } from "../stack/stack.js";
import { abandonedClaims, claimTakenOver, orphansOf, settledObjects, withoutAnswers } from "./claims.js";
import type { RecoverFlags } from "../options.js";
import { type OpenCreation, openCreations, shownCreations } from "./creations.js";
import { judgeAll, type Judged } from "./judge.js";
import { type Evidence, gatherEvidence } from "./evidence.js";
import { exitCodeOf, type Finding, findingAsJson, findingAsText, outcomeOf } from "./report.js";
import { danglingIn, misplacedIn, settled } from "./state.js";

export interface RecoverContext extends CommandContext {
  /** Milliseconds since the epoch. Default: of this machine. */
  readonly now?: () => number;
}

/** Shows how the operations ended that an interrupted run left pending, and settles them if the user agrees. */
export async function runRecover(flags: RecoverFlags, context: RecoverContext): Promise<number> {
  if (flags.forgetRest && !flags.yes) throw new UsageError("--forget-rest requires --yes");
  if (flags.cancelLock !== undefined && !flags.yes) throw new UsageError("--cancel-lock requires --yes");
  const evidence = await gatherEvidence(flags, context.environment, context.now ?? Date.now);
  try {
    const plan = await planFor(flags, evidence);
    await apply(plan, flags, evidence);
    const { redact } = evidence.session;
    const finding: Finding = {
      ...plan,
      stack: evidence.stack,
      dangling: danglingIn(evidence.resources),
      // What settles operations also puts the state in order.
      misplaced: plan.judged.length > 0 ? [] : misplacedIn(evidence.resources),
      isForgotten: flags.yes === true && plan.outcome !== "withheld",
      isReleased: flags.yes === true,
      place: flags,
      now: evidence.now,
    };
    context.print(flags.json ? JSON.stringify(findingAsJson(finding, redact)) : redact(findingAsText(finding)));
    return exitCodeOf(finding, flags);
  } finally {
    evidence.journal.endNormally();
    await evidence.accounts.close();
  }
}

interface Plan extends Pick<Finding, "judged" | "openCreations" | "orphans" | "outcome"> {
  /** The state once the operations are settled. */
  readonly deployment: Deployment;
  /** Of entries that the state does not have. */
  readonly abandoned: readonly FiledClaim[];
}

/** What `--yes` would do. */
async function planFor(flags: RecoverFlags, evidence: Evidence): Promise<Plan> {
  const { deployment, claimed, stack, now } = evidence;
  const judged = await judgeAll(evidence);
  const open = await openCreations(evidence, judged);
  const isSettling = outcomeOf(judged, { ...flags, yes: true }) === "settled";
  const after = isSettling ? settled(deployment, judged, new Date(now)) : deployment;
  const resources = after.resources ?? [];
  // What a killed run created is kept while its creation is open, because a state will still get it.
  const abandoned = withoutAnswers(abandonedClaims(claimed, stack, resources), continuedCreations(judged, open));
  const inTable = isSettling ? await settledObjects(judged, evidence) : new Set<string>();
  const shown = [
    ...(isSettling ? judged.filter(({ change }) => change.action === "drop").flatMap(({ notes }) => notes) : []),
    ...open.filter(({ isSettled }) => isSettled).map(({ creation }) => creation),
  ];
  const notShown = withoutAnswers(abandoned, shown).filter((claim) => !inTable.has(addressedKey(claim)));
  const orphans = await orphansOf(notShown, { ...evidence, resources });
  return { judged, openCreations: open, orphans, outcome: outcomeOf(judged, flags), deployment: after, abandoned };
}

/** Writes the state and closes what is settled in the journal, as far as the user agrees. */
async function apply(plan: Plan, flags: RecoverFlags, evidence: Evidence): Promise<void> {
  const { judged, outcome, deployment, abandoned } = plan;
  const { pulumi, text, exported, journal, claims, accounts, session } = evidence;
  const write = () => writeState(pulumi, text, { ...exported, deployment }, "hosting recover");
  const tell = (message: string) => session.tell("progress", message);
  // Only a write of the state meets the lock: a run may have been killed between two operations.
  if (outcome === "settled" || (outcome === "nothing" && flags.cancelLock !== undefined))
    await writtenDespiteLock(pulumi, flags.cancelLock, { write, tell });
  if (outcome === "settled") {
    await claimTakenOver(judged, accounts);
    for (const note of judged.flatMap(({ settles = [] }) => settles)) journal.settle(note);
  }
  if (!flags.yes) return;
  if (outcome !== "withheld") for (const { creation, isSettled } of plan.openCreations) if (isSettled) journal.settle(creation);
  // What the state has needs no note, and runs would recommend this command as long as there is one.
  for (const note of shownCreations({ ...evidence, resources: deployment.resources ?? [] })) journal.settle(note);
  // Whatever is left, the state does not have these entries.
  for (const claim of abandoned) claims.release(claim, claim.entry);
}

/**
 * Writes the state. If the stack is locked, and the user has named exactly this lock, the lock is cancelled first.
 * @param named what the user has read about the lock: {@link StackLocked.lock}
 * @throws CommandError if another lock is there, or if none was named; nothing is written or cancelled then
 */
async function writtenDespiteLock(
  pulumi: Pulumi,
  named: string | undefined,
  { write, tell }: { readonly write: () => Promise<void>; readonly tell: (message: string) => void },
): Promise<void> {
  try {
    await write();
    if (named !== undefined) tell("The stack was not locked, so no lock was cancelled.");
  } catch (error) {
    if (!(error instanceof StackLocked)) throw error;
    const { holder = "a run that Pulumi does not name", lock } = error;
    if (named !== lock)
      throw new CommandError(
        `The stack is locked by ${holder}${named === undefined ? "" : `, not since ${named}`}. Nothing was written. ` +
          `If that run has certainly ended, cancel its lock: \`hosting recover --yes --cancel-lock ${lock}\`.${explainedBy("stack-locked")}`,
      );
    tell(`Cancelling the lock that is held by ${holder}.`);
    await pulumi.cancel();
    await write();
  }
}

/** Creations that this command or the next run continues. */
const continuedCreations = (judged: readonly Judged[], open: readonly OpenCreation[]): NotedCreation[] => [
  ...judged.filter(({ change: { action } }) => action === "take-over" || action === "leave").flatMap(({ notes }) => notes),
  ...open.filter(({ isTakenOver }) => isTakenOver === true).map(({ creation }) => creation),
];
