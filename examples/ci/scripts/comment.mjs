// Shows a review in the request that it is about, as one comment that is edited in place:
//   node ci/comment.mjs review/review.md
import { readFile } from "node:fs/promises";
import { stackWithProject } from "./environment.mjs";
import { main } from "./platform.mjs";
import { reviewedLine, reviewMarker, withoutRun } from "./review-comment.mjs";

await main(async (platform, [file]) => {
  if (!file) throw new Error("usage: comment.mjs <file of the review>");
  const marker = reviewMarker(await stackWithProject(process.env));
  // An earlier review must not stand as if it were of this commit.
  const review = await readFile(file, "utf8").catch(() => `${marker}\n\n### The review failed\n\nThe log of the run says why.\n`);
  if (!review.startsWith(marker)) throw new Error(`${file} is no review of this stack: it does not begin with ${marker}`);
  const text = `${review}\n${reviewedLine(platform.commit(), platform.run())}\n`;

  const request = platform.request();
  const [earlier] = (await platform.ownComments(request)).filter((comment) => comment.text.startsWith(marker));
  if (earlier === undefined) await platform.addComment(request, text);
  // Approvals are of this comment: another run of the same commit with the same result leaves it as it is.
  else if (withoutRun(earlier.text) !== withoutRun(text)) await platform.editComment(request, earlier.id, text);
});
