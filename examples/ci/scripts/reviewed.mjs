// Prints what was reviewed in the request whose merge made a commit: a line with `digest=` and, for `actions/download-artifact`, one with `run=`:
//   node ci/reviewed.mjs <commit> [file]
// On GitLab, the file gets all of the review as JSON, unless its artifact has expired.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { main } from "./platform.mjs";
import { reviewOfMerged } from "./review-comment.mjs";

await main(async (platform, [commit, file]) => {
  if (!commit) throw new Error("usage: reviewed.mjs <commit> [file]");
  const { digest, run } = await reviewOfMerged(platform, commit);
  process.stdout.write(`digest=${digest}\nrun=${run}\n`);
  if (file === undefined || platform.reviewBy === undefined) return;
  try {
    const review = await platform.reviewBy(run);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify(review));
  } catch (error) {
    // It only explains a refusal.
    process.stderr.write(`Only the digest of the review is known: ${/** @type {Error} */ (error).message}\n`);
  }
});
