// Prints the digest that was reviewed in the request whose merge made a commit:
//   node ci/reviewed-digest.mjs <commit>
import { stackWithProject } from "./environment.mjs";
import { main } from "./platform.mjs";
import { digestIn, reviewMarker } from "./review-comment.mjs";

await main(async (platform, [commit]) => {
  if (!commit) throw new Error("usage: reviewed-digest.mjs <commit>");
  const request = await platform.requestMergedAs(commit);
  if (request === undefined)
    throw new Error(
      `No request was merged as commit ${commit}, so nobody has reviewed what it does. ` +
        "The review of the next request shows it together with that request's own changes.",
    );
  const marker = reviewMarker(await stackWithProject(process.env));
  // Anybody may comment. Only what this pipeline has written says what was reviewed.
  const [review] = (await platform.ownComments(request)).filter(({ text }) => text.startsWith(marker));
  const digest = review === undefined ? undefined : digestIn(review.text);
  if (digest === undefined)
    throw new Error(
      `Request ${request} has ${review === undefined ? `no review of stack ${process.env["STACK"]}` : "a review without a digest, because it failed"}. ` +
        "The review of the next request shows what is not applied yet.",
    );
  process.stdout.write(`${digest}\n`);
});
