import { stackWithProject } from "./environment.mjs";

/**
 * The first line of what `hosting review --markdown` writes about a stack.
 *
 * @param {string} stack with its project
 */
export const reviewMarker = (stack) => `<!-- hosting review of ${stack} -->`;

/**
 * The last line of the comment: what was reviewed, and where.
 *
 * @param {string} commit
 * @param {string} run its address
 */
export const reviewedLine = (commit, run) => `Of commit \`${commit}\`, in [this run](${run}).`;

/**
 * The comment without the run, which tells whether another run of the same commit had another result.
 *
 * @param {string} text
 */
export const withoutRun = (text) =>
  text
    .replaceAll("\r", "")
    .trimEnd()
    .replace(/\(\S+\)\.$/, "");

/**
 * The digest in a review.
 *
 * @param {string} text
 */
export const digestIn = (text) => /^Digest: `([\w.]+)`\r?$/m.exec(text)?.[1];

/**
 * The review in the request whose merge made a commit. What a review repeats of the program is escaped, so nothing else can look like these lines.
 *
 * @param {import("./platform.mjs").Platform} platform
 * @param {string} commit
 * @returns {Promise<{ request: number, digest: string, of: string, run: string, at: string }>} `of`: the commit that was reviewed; `run`: the id
 *   of the run (on GitLab: of the job) that did it; `at`: when the comment was last changed, in ISO 8601
 */
export async function reviewOfMerged(platform, commit) {
  const next = "The review of the next request shows what is not applied yet.";
  const request = await platform.requestMergedAs(commit);
  if (request === undefined)
    throw new Error(`No request was merged as commit ${commit}, so nobody has reviewed what it does. ${next}`);
  // A run that is repeated after a revert must not order again what nothing has applied yet.
  if ((await platform.head()) !== commit)
    throw new Error(
      `Commit ${commit} is not the last one of its branch any more. The review of a later request shows what is not applied yet.`,
    );
  const marker = reviewMarker(await stackWithProject(process.env));
  // Anybody may comment. Only what this pipeline has written says what was reviewed.
  const [review] = (await platform.ownComments(request)).filter(({ text }) => text.startsWith(marker));
  if (review === undefined) throw new Error(`Request ${request} has no review of stack ${process.env["STACK"]}. ${next}`);
  const digest = digestIn(review.text);
  const [, of, run] = /\nOf commit `(\w[\w-]*)`, in \[this run\]\(\S+\/(\d+)\)\.\s*$/.exec(review.text) ?? [];
  if (digest === undefined || of === undefined || run === undefined)
    throw new Error(`Request ${request} has a review without a digest, because it failed. ${next}`);
  return { request, digest, of, run, at: review.at };
}
