import { digestKeyVariable } from "../../provider/values/reviewed.js";
import { countsOf } from "../preview/table.js";
import { noKey, readBefore } from "../review/before.js";
import { digestText, parseDigest } from "../review/digest.js";
import { stackTitle } from "../review/review.js";
import { type ApplyFlags, runFlags } from "../options.js";
import type { CommandContext } from "../shared/command.js";
import { printed } from "../shared/document.js";
import { CommandError, exitCodes, UsageError } from "../shared/exit.js";
import { parseExport, pendingIn } from "../stack/deployment.js";
import type { Pulumi } from "../stack/pulumi.js";
import { openSession } from "../stack/stack.js";
import { approverOf } from "./approval.js";
import { decide, type Decision, type Objection, readReview } from "./decision.js";
import { heldRun } from "./held-run.js";
import { appendRecord, checkRecordFile, commitOf } from "./record.js";
import { type Application, applicationAsJson, applicationOf, applicationSection, effectLabel, finishedIn } from "./report.js";

/** Runs `pulumi up` if its preview is the one that was reviewed. */
export async function runApply(flags: ApplyFlags, { environment: given, print }: CommandContext): Promise<number> {
  const digest = parseDigest("--digest", flags.digest);
  const force = reasonIn(flags.force);
  const review = flags.review === undefined ? undefined : await readReview(flags.review, flags.digest);
  const session = await openSession(flags, given);
  const { folder, environment, redact } = session;
  if (flags.record !== undefined) await checkRecordFile(flags.record);

  const tell = (message: string) => session.tell("progress", message);
  const options = runFlags(flags);
  const before = await readBefore(session, flags.stack);
  const { key, pulumi } = before;
  if (key === undefined) throw new UsageError(noKey);
  const approvedBy = await approverOf(flags, { digest: flags.digest.trim(), stack: stackTitle(before) }, environment);
  let decision = undefined as Decision | undefined;
  tell("Previewing.");
  const held = await heldRun({
    environment,
    start: (log, variables) =>
      pulumi.startUp(log, ["--message", messageOf(flags.digest, force && redact(force)), ...options], {
        ...variables,
        [digestKeyVariable]: key,
      }),
    allowed: async (preview, run) => {
      const expected = { digest, review, options, environment, force };
      const { objection, forced, allowed } = (decision = await decide({ ...before, key }, expected, { preview, run }));
      if (forced !== undefined) tell(`${objection!.message}\nApplying it nevertheless: ${forced}`);
      else if (allowed !== undefined) tell("The preview is what was reviewed. Applying it.");
      return allowed;
    },
    onEvents: async (lines) => (await finishedIn(lines)).forEach(tell),
  });

  const application = await applicationOf(held);
  const unsettled = application.result === "failed" ? await unsettledIn(pulumi).catch(() => undefined) : [];
  const { objection, forced, previewed } = decision ?? {};
  const reviewedText = flags.digest.trim();
  const previewedText = previewed && digestText(previewed);
  if (flags.record !== undefined)
    await appendRecord(flags.record, {
      at: new Date().toISOString(),
      stack: before.stack,
      digest: reviewedText,
      // Of what the run previewed, if that is another one.
      ...(previewedText === reviewedText ? {} : { previewed: previewedText }),
      commit: await commitOf(folder, environment),
      options,
      force: forced && redact(forced),
      approvedBy,
      result: application.result,
      changes: held.run === undefined ? {} : countsIn(application),
      orders: held.run === undefined ? 0 : application.resources.filter(({ isOrdered }) => isOrdered).length,
      unsettled: unsettled?.length ?? 0,
    });
  if (objection !== undefined && forced === undefined) throw refusal(redact, objection, review !== undefined);
  const report = {
    ...application,
    stack: before.stack,
    force: forced,
    unsettled: unsettled ?? [],
    advice: adviceAfter(application, unsettled),
  };
  print(flags.json ? JSON.stringify(applicationAsJson(report, redact)) : printed([applicationSection(report, redact)], flags));
  return application.result === "applied" ? exitCodes.done : exitCodes.failed;
}

function reasonIn(force: string | undefined): string | undefined {
  const reason = force?.trim();
  if (reason !== undefined && !/^\P{Cc}+$/u.test(reason)) throw new UsageError("--force must be a reason of one line");
  return reason;
}

function refusal(redact: (text: string) => string, { message, isForcible }: Objection, hasReview: boolean): CommandError {
  const again = "Review again with `hosting review`, or apply it nevertheless with --force and a reason.";
  const details = hasReview ? "" : " To see which resources differ, give the JSON of the review with --review.";
  const remedy = isForcible ? ` ${again}${details}` : "";
  return new CommandError(`${redact(message)}\nNothing was changed at the provider.${remedy}`, exitCodes.exceeded);
}

const countsIn = ({ resources }: Application): Readonly<Record<string, number>> =>
  Object.fromEntries(Array.from(countsOf(resources), ([effect, count]) => [effectLabel(effect), count]));

/** The history of the stack must not show a run as reviewed that somebody has forced. */
const messageOf = (digest: string, force: string | undefined): string =>
  `hosting apply ${digest.trim()}${force === undefined ? "" : `, or something else, because of: ${force}`}`;

const unsettledIn = async (pulumi: Pulumi): Promise<readonly string[]> =>
  pendingIn(parseExport(await pulumi.exportState()).deployment);

/** @param unsettled undefined if the state cannot be read */
function adviceAfter({ result }: Application, unsettled: readonly string[] | undefined): readonly string[] {
  if (result === "other") return ["Compare the result with the review. A value that only the run knows can change what it does."];
  if (result !== "failed") return [];
  const again = "The rest of the changes needs a new review: `hosting review`.";
  if (unsettled === undefined) return ["The state could not be read. See what the run left: `hosting recover`.", again];
  return unsettled.length > 0 ? ["The run left pending operations. Settle them first: `hosting recover`.", again] : [again];
}
