import type { Command } from "commander";
import { runOptions } from "../review/run-options.js";
import { action, addCommand, collect, type CommandRow, reportOptions, stackOptions } from "../shared/command.js";

const help = `
Runs \`pulumi up\`, and holds it after its preview. The run goes on only if the preview has the digest that was reviewed, and
the state is the one that was previewed. The options of the run must be those of the review. A refresh writes what it reads
to the state before that. The program must be one for Node. A first Ctrl-C or SIGTERM lets the run end in order.

--approvers refuses a run without a valid --approval: a signature of the line "<digest> <project>/<stack>" by somebody
in this file of allowed signers, as git and ssh-keygen know it:
  echo "$DIGEST shop/production" | ssh-keygen -Y sign -n hosting -f ~/.ssh/id_ed25519 > approval.sig

Exit codes:
  0  applied, and only what the preview showed
  1  the run failed, or did something that its preview did not show
  2  the command line or the environment is wrong; nothing was run
  4  the run is not what was reviewed, or not approved; nothing was changed

Examples:
  $ hosting apply --digest "$DIGEST" --review review.json --record applied.jsonl
  $ hosting apply --digest "$DIGEST" --approvers .ci/approvers --approval approval.sig --not "$AUTHOR"
  $ hosting apply --digest "$DIGEST" --force "outage: the certificate must be replaced today"`;

const command: CommandRow = {
  name: "apply",
  summary: "run a program's up if it does what was reviewed",
  description: "Runs the `pulumi up` of a program if its preview is the one that was reviewed.",
  options: [
    ["--digest <digest>", "the digest that `hosting review` printed", { required: true }],
    ["--review <file>", "what `hosting review --json` printed, to say which resources differ"],
    ["--force <reason>", "apply it even if it is not what was reviewed"],
    ["--approvers <file>", "refuse what nobody in this file of allowed signers has approved"],
    ["--approval <file>", "the signature of an approver, by ssh-keygen"],
    ["--not <identity>", "an approver who does not count, such as the author; may be repeated", collect],
    ["--record <file>", "add a line of JSON to this file"],
    ...stackOptions,
    ...runOptions,
    ...reportOptions(),
  ],
  action: action(async () => (await import("./run.js")).runApply),
  help,
};

export const addApply = (program: Command): Command => addCommand(program, command);
