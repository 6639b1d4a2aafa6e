import { explainedBy } from "../../sdk/values/explained.js";
import { CommandError, UsageError } from "../shared/exit.js";
import { StackLocked } from "../stack/engine-message.js";
import type { Pulumi } from "../stack/pulumi.js";
import { backendOf } from "../../provider/journal/backend.js";
import { openRunRecords } from "../../provider/journal/journal.js";
import type { Creation } from "../../provider/journal/noted.js";
import { addressedKey } from "../../provider/values/ids.js";
import { systemClock } from "../../sdk/values/clock.js";
import type { Around, StackFlags } from "../shared/command.js";
import { openSession, readState, writeState, organizationIn, selectedStack } from "../stack/stack.js";
import { Accounts } from "./accounts.js";
import { settled, danglingIn, misplacedIn } from "./state.js";
import { letGo, withoutAnswers, claimTakenOver, settledObjects, straysOf } from "./claims.js";
import { stackOf } from "../stack/deployment.js";
import { type Judged, judgeAll } from "./judge.js";
import { exitCodeOf, type Finding, outcomeOf, findingAsJson, findingAsText } from "./report.js";
import { shownCreations, type Unseen, unseenCreations } from "./creations.js";

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

export interface RecoverFlags extends StackFlags {
  readonly yes?: true;
  readonly cancelLock?: string;
  readonly forgetRest?: true;
}

export interface AroundRecovery extends Around {
  /** Milliseconds since the epoch. Default: of this machine. */
  readonly now?: () => number;
}

/** Shows how the operations ended that an interrupted run left pending, and settles them if the user agrees. */
export async function runRecover(
  flags: RecoverFlags,
  { environment: given, print, now = Date.now }: AroundRecovery,
): Promise<number> {
  if (flags.forgetRest && !flags.yes) throw new UsageError("--forget-rest requires --yes");
  if (flags.cancelLock !== undefined && !flags.yes) throw new UsageError("--cancel-lock requires --yes");
  const session = await openSession(flags, given);
  const { folder, environment, secrets, redact } = session;
  const pulumi = session.pulumi(flags.stack);
  const records = openRunRecords(environment, "hosting recover", { ...systemClock, now });
  const { journal, claims } = records;
  const claimed = claims.all();
  const { text, exported: state, resources: before } = await readState(pulumi, secrets);
  const { manifest, pending_operations: pending } = state.deployment;
  const known = stackOf(state.deployment);
  const stack = {
    ...(known ?? (await selectedStack(pulumi, folder))),
    ...(known && { organization: organizationIn(state.deployment) }),
    backend: backendOf({ environment, folder }),
  };
  const accounts = new Accounts({
    environment,
    configuration: () => pulumi.configuration(),
    resources: before,
    records,
    stack,
    secrets,
    notify: (message) => session.tell("wait", message),
  });
  try {
    const evidence = { resources: before, accounts, journal, stack, now: now() };
    const judged = await judgeAll(pending ?? [], { ...evidence, writtenAt: Date.parse(manifest.time) });
    const unseen = await unseenCreations({ ...evidence, judged, stackNames: () => pulumi.stackNames() });
    const outcome = outcomeOf(judged, flags);
    // The dry run shows what --yes would do.
    const isSettling = outcomeOf(judged, { ...flags, yes: true }) === "settled";
    const after = isSettling ? settled(state.deployment, judged, new Date(now())) : state.deployment;
    const tell = (message: string) => session.tell("progress", message);
    const write = () => writeState(pulumi, text, { ...state, deployment: after }, "hosting recover");
    // Only a write of the state meets the lock: a run may have been killed between two operations.
    if (outcome === "settled" || (outcome === "nothing" && flags.cancelLock !== undefined))
      await writtenDespiteLock(pulumi, flags.cancelLock, { write, tell });
    if (outcome === "settled") {
      await claimTakenOver(judged, accounts);
      for (const note of judged.flatMap(({ settles = [] }) => settles)) journal.settle(note);
    }
    const resources = after.resources ?? [];
    const open = openCreations(judged, unseen);
    // What a killed run created is kept while its creation is open, because a state will still get it.
    const former = withoutAnswers(letGo(claimed, stack, resources), open);
    const inTable = isSettling ? await settledObjects(judged, before, accounts) : new Set<string>();
    // The table or the creation already shows those.
    const shown = [
      ...(isSettling ? judged.filter(({ change }) => change.action === "drop").flatMap(({ notes }) => notes) : []),
      ...unseen.filter(({ isSettled }) => isSettled).map(({ creation }) => creation),
    ];
    const untold = withoutAnswers(former, shown).filter((claim) => !inTable.has(addressedKey(claim)));
    const stray = await straysOf(untold, { accounts, claims, resources });
    const isForgotten = flags.yes === true && outcome !== "withheld";
    if (isForgotten) for (const { creation, isSettled } of unseen) if (isSettled) journal.settle(creation);
    // What the state has needs no note, and runs would recommend this command as long as there is one.
    if (flags.yes) for (const note of shownCreations({ journal, stack, resources })) journal.settle(note);
    // Whatever is left, the state does not have these entries.
    if (flags.yes) for (const claim of former) claims.release(claim, claim.entry);
    const finding: Finding = {
      stack,
      judged,
      dangling: danglingIn(before),
      // What settles operations also puts the state in order.
      misplaced: judged.length > 0 ? [] : misplacedIn(before),
      unseen,
      letGo: stray,
      isForgotten,
      isLetGo: flags.yes === true,
      outcome,
      place: flags,
      now: now(),
    };
    if (flags.json) print(JSON.stringify(findingAsJson(finding, redact)));
    else print(redact(findingAsText(finding)));
    return exitCodeOf(finding, flags);
  } finally {
    journal.endNormally();
    await accounts.close();
  }
}

/** Creations that this command or the next run continues. */
const openCreations = (judged: readonly Judged[], unseen: readonly Unseen[]): Creation[] => [
  ...judged.filter(({ change: { action } }) => action === "take-over" || action === "leave").flatMap(({ notes }) => notes),
  ...unseen.filter(({ isTakenOver }) => isTakenOver === true).map(({ creation }) => creation),
];
