import { remarksVariable } from "../../provider/values/remarks.js";
import { digestKeyVariable } from "../../provider/values/reviewed.js";
import { Secrets } from "../../sdk/redaction/redaction.js";
import { type ReviewFlags, runFlags } from "../options.js";
import type { CommandContext } from "../shared/command.js";
import { exitCodes, UsageError } from "../shared/exit.js";
import { writeAll } from "../shared/files.js";
import { parseInteger, readUtf8, reasonOf } from "../shared/input.js";
import { painter } from "../shared/terminal.js";
import { readEvents, type RunEvents } from "../stack/events.js";
import { checkJournal, openSession, projectFolder, type Session } from "../stack/stack.js";
import { previewAgainstSandbox } from "./against-sandbox.js";
import { noKey, readBefore } from "./before.js";
import { digestText, previewedBy } from "./digest.js";
import { gitlabReport, reviewAsJson } from "./json.js";
import { reviewAsMarkdown, reviewAsText } from "./render.js";
import { needsLook, type ReviewInput, reviewOf } from "./review.js";
import { rulesInFile, rulesOfFlags } from "./rules.js";

/** A comment on GitHub takes 65,536 characters, one on GitLab more. The rest is for what a pipeline adds. */
const usualLimit = 65_000;
/** For the verdict and the most important lines. */
const leastLimit = 2_000;

/** Shows what a run would do, for those who decide about it. */
export async function runReview(flags: ReviewFlags, { environment, print }: CommandContext): Promise<number> {
  checkFlags(flags);
  const rules = [...rulesOfFlags(flags), ...(await Promise.all((flags.rules ?? []).map(rulesInFile))).flat()];
  const limit = flags.limit === undefined ? undefined : parseInteger("--limit", flags.limit, leastLimit, Number.MAX_SAFE_INTEGER);
  const secrets = new Secrets();
  const redact = (text: string) => secrets.redact(text);
  const { preview, sources } = await previewed(flags, environment, secrets);
  const review = await reviewOf(preview, { ...sources, rules });
  const markdown = (most: number | undefined) => reviewAsMarkdown(review, redact, { limit: most, whole: flags.whole });
  const json = JSON.stringify(reviewAsJson(review, redact));
  if (flags.json) print(json);
  else if (flags.markdown) print(markdown(limit));
  else print(reviewAsText(review, redact, painter(process.stdout)));
  if (flags.out !== undefined)
    await writeAll(flags.out, [
      ["review.md", `${markdown(limit ?? usualLimit)}\n`],
      ["whole.md", `${markdown(undefined)}\n`],
      ["review.json", `${json}\n`],
      ["gitlab.json", `${JSON.stringify(gitlabReport(review))}\n`],
    ]);
  if (!review.isWhole) return exitCodes.failed;
  return needsLook(review) ? exitCodes.exceeded : exitCodes.done;
}

function checkFlags(flags: ReviewFlags): void {
  for (const name of ["from", "base"] as const)
    if (flags[name] !== undefined && flags.against === undefined) throw new UsageError(`--${name} requires --against sandbox`);
  const alone = flags.events === undefined ? flags.against && "--against" : "--events";
  const [option] = runFlags({ ...flags, refresh: false });
  if (alone !== undefined && option !== undefined) throw new UsageError(`${alone} and ${option} cannot be used together`);
}

async function previewed(flags: ReviewFlags, environment: NodeJS.ProcessEnv, secrets: Secrets): ReturnType<typeof inEvents> {
  if (flags.events !== undefined) return inEvents(flags.events);
  if (flags.against !== undefined) {
    const folder = await projectFolder(flags.cwd);
    checkJournal(environment);
    const { events: preview, ...shown } = await previewAgainstSandbox({ ...flags, folder, environment, secrets });
    return { preview, sources: { ...shown, digest: undefined } };
  }
  return ofStack(flags, await openSession(flags, environment, secrets));
}

async function ofStack(flags: ReviewFlags, session: Session) {
  const before = await readBefore(session, flags.stack);
  const { pulumi, project, stack, key, pending } = before;
  const options = runFlags(flags);
  const variables = key === undefined ? {} : { [digestKeyVariable]: key };
  const preview = await pulumi.preview(options, variables);
  const { digest, settings } = await previewedBy(preview, before, session.environment, options);
  const cautions = [...cautionsOf(flags), ...(key === undefined ? [`There is no digest: ${noKey}`] : [])];
  return { preview, sources: { project, stack, digest: digest && digestText(digest), key, settings, pending, cautions } };
}

/** What a preview does not show, or is allowed to do. */
const cautionsOf = ({ refresh, ignoreProtect, target, exclude }: ReviewFlags): readonly string[] => [
  ...(ignoreProtect ? ["--ignore-protect: protected resources can be deleted and replaced in this run"] : []),
  ...(target === undefined && exclude === undefined
    ? []
    : ["Only a part of the resources was previewed: the others change in none of this"]),
  ...(refresh ? [] : ["--no-refresh: what was changed outside the program is not shown here, and the run overwrites it"]),
];

/** A preview that was run elsewhere. */
async function inEvents(file: string): Promise<{ readonly preview: RunEvents; readonly sources: Omit<ReviewInput, "rules"> }> {
  const log = await readUtf8(file).catch((error: unknown) => {
    throw new UsageError(`--events ${file}: the file cannot be read: ${reasonOf(error)}`);
  });
  const preview = readEvents(log);
  const [first] = preview.planned;
  if (first === undefined)
    throw new UsageError(`--events ${file}: no events of a preview, as \`pulumi preview --event-log\` writes them`);
  const [stack = "", project] = first.urn.replace("urn:pulumi:", "").split("::");
  const cautions = [
    "The preview was run elsewhere, so there is no digest: `hosting apply` needs one that `hosting review` has previewed itself",
    ...(preview.remarks.length > 0
      ? []
      : [
          `The file has no remarks of this package (${remarksVariable}): prices and what is overwritten are at most in what was said`,
        ]),
  ];
  return { preview, sources: { project, stack, digest: undefined, cautions } };
}
