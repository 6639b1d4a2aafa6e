import { parseArgs } from "node:util";
import { installDependencies } from "./dependencies.mjs";
import { problemsOf } from "./new/check.mjs";
import { newOperations } from "./new/operation.mjs";
import { newResource } from "./new/resource.mjs";
import { logToStderr, runTool, SetupError } from "./report.mjs";
import { root } from "./root.mjs";
import { checkNode } from "./setup.mjs";

const usage = `Begins what CONTRIBUTING.md describes, and lists what it lacks:

  npm run new -- operation CronJob --area accounts --path "/v1/accounts/{accountIdentifier}/cronjobs" --crud list,create,delete \\
    --sent "schedule, retries:integer, note?, password:secret" --shown "uid, lastRun:integer" [--label "cron job"] [--source interface.md]
  npm run new -- operation restartServer --area accounts --method POST --path "/v1/…" --purpose "restart a server" [--sent … --shown … --source …]
  npm run new -- resource CronJob [--list ID] [--get ID] [--create ID] [--update ID] [--delete ID]
  npm run new -- check
`;

await runTool(async () => {
  await checkNode();
  await installDependencies(root, logToStderr);
  const text = { type: /** @type {const} */ ("string") };
  const names = "area method path purpose crud sent shown label source list get create update delete".split(" ");
  const { positionals, values, tokens } = parseArgs({
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: Object.fromEntries(names.map((name) => [name, text])),
  });
  const [what, name = ""] = positionals;
  if (values["help"] !== undefined) {
    process.stdout.write(usage);
    return 0;
  }
  const wrong = tokens.find((each) => each.kind === "option" && (!names.includes(each.name) || each.value === undefined));
  if (wrong !== undefined || !["operation", "resource", "check"].includes(what ?? "")) throw new SetupError(usage);
  const options = /** @type {Record<string, string | undefined>} */ (values);
  if (what === "operation") await newOperations(root, name, options);
  else if (what === "resource") await newResource(root, name, options);
  const problems = await problemsOf(root);
  process.stdout.write(problems.length === 0 ? "Nothing is missing.\n" : `Missing:\n${problems.join("\n")}\n`);
  return what === "check" && problems.length > 0 ? 1 : 0;
});
