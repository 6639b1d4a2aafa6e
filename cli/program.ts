import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { commands, failing } from "./commands.js";
import { addCompletion } from "./completion/command.js";
import { addExplain } from "./explain/command.js";
import { addSandbox } from "./sandbox/command.js";
import { addCommand, refuseRepeated } from "./shared/command.js";
import { hasColours, painter } from "./shared/terminal.js";

const epilogue = `
Environment of calls:
  HOSTING_BASE_URL       address of the API, such as https://api.example.com
  HOSTING_USERNAME       login, or the uuid of an application token
  HOSTING_PASSWORD       password of the login, or the secret of the application token
  HOSTING_ACCESS_TOKEN   an access token, instead of username and password
  HOSTING_PROFILE        the profile that has address and login, instead of these variables; also --profile
  HOSTING_PROFILES       the file of profiles; default: ~/.config/hosting/profiles.json
  NO_COLOR               no colours, even on a terminal

Exit codes:
  0    done
  1    the call failed: refused by the provider, no connection, or an answer that cannot be read or written; or
       recover could not settle everything, drift compare everything, snapshot read everything, import import
       everything, or adopt enter everything; or a rehearsed run would fail, or apply fails
  2    the command line, its input or the environment is wrong, and nothing was sent; or drift found drift, which
       reports a wrong command line with 1
  3    --yes is missing: the call costs money, deletes what was paid for or contacts a person, or operations are
       pending, or adopt can enter objects; nothing was sent or written
  4    a threshold of review is exceeded, or apply found another run than was reviewed; nothing was changed
  130  ended by Ctrl-C (143: by SIGTERM) during a call; the message says whether it may have taken effect

Examples:
  $ hosting sandbox                                       an emulator of the API, for experiments
  $ hosting operations domains.register                   what one operation takes and answers
  $ hosting call domains.list --param accountIdentifier=p100001 --all
  $ hosting review --stack production                     what the next up would do, for those who decide
  $ hosting import --customer 100001 --stack production   program and state for what exists
  $ hosting explain exists-elsewhere                      the page behind a message`;

const version = (): string => {
  const text = readFileSync(join(__dirname, "..", "..", "package.json"), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
};

/** The command line. Each command loads what it needs when it runs. */
export function createProgram(): Command {
  const program = new Command("hosting")
    .description(
      "Calls the API of the hosting provider, emulates it, imports what exists, reviews, rehearses and applies runs, finds drift, and settles what a killed run of Pulumi left pending.",
    )
    .version(version(), "--version", "print the version")
    .helpOption("-h, --help", "print this help, or that of a command")
    .helpCommand("help [command]", "print the help of a command")
    .exitOverride()
    .configureOutput({
      // `report` prints all failures in the same way.
      outputError: () => undefined,
      getOutHasColors: () => hasColours(process.stdout),
      getErrHasColors: () => hasColours(process.stderr),
    })
    .configureHelp({ styleTitle: (title) => painter(process.stdout)("bold", title) })
    .addHelpText("after", epilogue);
  addSandbox(program);
  for (const row of Object.values(commands)) {
    const command = addCommand(program, row);
    if (row === commands.drift) command.exitOverride(failing);
  }
  addExplain(program);
  addCompletion(program);
  refuseRepeated(program);
  return program;
}
