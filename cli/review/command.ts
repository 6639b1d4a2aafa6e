import { type Command, Option } from "commander";
import { action, addCommand, collect, type CommandRow, reportOptions, stackOptions } from "../shared/command.js";
import { runOptions } from "./run-options.js";

const help = `
Runs \`pulumi preview\`, which changes nothing. The digest names exactly what is shown: \`hosting apply --digest\` applies
nothing else. Prices are those that the API shows, for a period that it does not name. Secrets are masked.

--out also writes review.md for a comment, whole.md with all entries, review.json, and gitlab.json with the counts for a
merge request of GitLab (artifacts:reports:terraform).

--against sandbox runs the program as a new stack against the embedded sandbox, without login, backend and passphrase, as
for a request from a fork. Nothing of the account is known there: with --base, what differs from another program is shown.

Thresholds: a number for all kinds, or KIND=NUMBER for one. A deletion is whatever goes away, also by a replacement or
with its container. --rules FILE has more of them as JSON, for kinds, effects, customers, components and providers.

Exit codes:
  0  the run can begin
  1  it would fail, or could not be previewed
  2  the command line or the environment is wrong; nothing was run
  4  a threshold is exceeded

Examples:
  $ hosting review --stack production --out review
  $ hosting review --max-deletions domain=0 --max-deletions 5 --max-cost 50EUR
  $ hosting review --max-share 25% --share-from 20
  $ hosting review --against sandbox --base origin/main --markdown > comment.md`;

const events = new Option("--events <file>", "read the events of a preview from a file instead of running it");
events.conflicts(["against", "stack", "profile"]);
const against = new Option("--against <target>", "preview as a new stack against the embedded sandbox, without a login");
against.choices(["sandbox"]);

const command: CommandRow = {
  name: "review",
  summary: "show what a run would do, for those who decide about it",
  description: "Shows what the next run would do, with its costs and what cannot be undone. Changes nothing.",
  options: [
    ...stackOptions,
    events,
    against,
    ["--base <revision>", "with --against sandbox: compare with a git revision, or with a folder"],
    ["--from <file>", "with --against sandbox: a copy of accounts that `hosting snapshot` wrote"],
    ["--max-changes <number>", "threshold of changed resources; may be repeated", collect],
    ["--max-share <percent>", "threshold of changed resources, of all of them"],
    ["--share-from <number>", "with --max-share: only from so many changes on; default: 10"],
    ["--max-deletions <number>", "threshold of deletions and replacements; may be repeated", collect],
    ["--max-orders <number>", "threshold of orders; may be repeated", collect],
    ["--max-cost <amount>", "threshold of known prices with their currency; unknown ones exceed it; may be repeated", collect],
    ["--rules <file>", "thresholds as a file of rules; may be repeated", collect],
    ["--out <folder>", "write the review in all forms to this folder as well"],
    ["--limit <bytes>", "most bytes of the Markdown; default: all, and 65000 for review.md"],
    ["--whole <link>", "where all of a shortened review is, for its readers"],
    ...runOptions,
    ...reportOptions("a comment"),
  ],
  action: action(async () => (await import("./run.js")).runReview),
  help,
};

export const addReview = (program: Command): Command => addCommand(program, command);
