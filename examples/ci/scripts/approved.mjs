// Fails unless enough people have approved the review of the request whose merge made a commit:
//   node ci/approved.mjs <commit> <least number of approvals>
// An approval counts if it is of the reviewed commit, was given after the review was last changed, and is not by the author.
import { main } from "./platform.mjs";
import { reviewOfMerged } from "./review-comment.mjs";

await main(async (platform, [commit, number = ""]) => {
  if (!commit || !/^\d+$/.test(number)) throw new Error("usage: approved.mjs <commit> <least number of approvals>");
  const least = Number(number);
  if (least === 0) return;
  const { request, ...review } = await reviewOfMerged(platform, commit);
  const opinions = await platform.opinions(request);
  const against = opinions.filter(({ isApproval }) => !isApproval).map(({ by }) => by);
  if (against.length > 0) throw new Error(`Request ${request} is not approved: ${against.join(", ")} asked for changes.`);

  const judged = opinions.map((opinion) => ({ by: opinion.by, fault: faultOf(opinion, review) }));
  const approvers = judged.filter(({ fault }) => fault === undefined).map(({ by }) => by);
  if (approvers.length < least) {
    const faults = judged.flatMap(({ by, fault }) => (fault === undefined ? [] : [` ${by} approved ${fault}.`]));
    throw new Error(
      `Request ${request} has ${approvers.length} of ${least} approvals of what was reviewed, so nothing is applied.${faults.join("")} ` +
        "The review of the next request shows what is not applied yet.",
    );
  }
  process.stdout.write(`Request ${request} was approved by ${approvers.join(", ")}.\n`);
});

/**
 * Why an approval does not cover the digest of a review; undefined if it does.
 *
 * @param {import("./platform.mjs").Opinion} opinion
 * @param {{ readonly of: string, readonly at: string }} review
 */
function faultOf({ commit, at }, review) {
  if (commit !== undefined && commit !== review.of) return `commit ${commit}, and commit ${review.of} was reviewed`;
  return Date.parse(at) > Date.parse(review.at) ? undefined : "before the review was last changed";
}
