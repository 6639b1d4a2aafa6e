// Keeps one issue about drift:
//   node ci/issue.mjs open drift.md    opens it with this report, or puts the report in place of the earlier one
//   node ci/issue.mjs close drift.md   closes it, if it is open, with this report as a comment
import { readFile } from "node:fs/promises";
import { stackWithProject } from "./environment.mjs";
import { main } from "./platform.mjs";

/** Characters. An issue on GitHub takes 65,536, one on GitLab more. */
const limit = 65_000;

await main(async (platform, [action, file]) => {
  if (!file || (action !== "open" && action !== "close")) throw new Error("usage: issue.mjs open|close <file of the report>");
  const stack = await stackWithProject(process.env);
  const marker = `<!-- hosting drift of ${stack} -->`;
  const report = shortened(await readFile(file, "utf8"));
  const text = `${report.trimEnd()}\n\nFound in [this run](${platform.run()}).\n`;
  const issues = (await platform.ownOpenIssues()).filter((issue) => issue.text.startsWith(marker));

  if (action === "close") {
    for (const { id } of issues) await platform.closeIssue(id, text);
    return;
  }
  const body = `${marker}\n\n${text}`;
  const [earlier] = issues;
  if (earlier === undefined) await platform.openIssue(`Drift of stack ${stack}`, body);
  else await platform.editIssue(earlier.id, body);
});

/** @param {string} report */
function shortened(report) {
  if (report.length <= limit) return report;
  const whole = report.slice(0, report.lastIndexOf("\n", limit - 500));
  return `${whole}\n\n**The report is cut off here: it is too long for an issue. All of it is among the files of the run.**`;
}
