import { join } from "node:path";
import { Secrets } from "../../sdk/redaction/redaction.js";
import { Backup } from "../enter/backup.js";
import { enter, planToEnter } from "../enter/enter.js";
import { leavingIn, type PlannedStep } from "../enter/plan.js";
import type { Around } from "../shared/command.js";
import { withProfile } from "../shared/profiles.js";
import { notify } from "../shared/terminal.js";
import { parseExport, secretTexts } from "../stack/deployment.js";
import { openLogins } from "../stack/logins.js";
import { otherStacks, selectedStack, projectFolder } from "../stack/stack.js";
import { Pulumi } from "../stack/pulumi.js";
import { checkChoices, parseChoices, Judge, type Judged } from "./judge.js";
import { type Differing, differingIn, withDiffering } from "./differing.js";
import { type Adoption, asJson, asText, elsewhereText, exitCodeOf } from "./report.js";

export interface AdoptFlags {
  readonly stack?: string;
  readonly cwd?: string;
  readonly profile?: string;
  readonly take?: readonly string[];
  readonly yes?: true;
  readonly json?: true;
}

/**
 * Shows which objects exist that the next run would create, and enters them in the state if the user agrees.
 *
 * @returns the exit code
 */
export async function runAdopt(flags: AdoptFlags, { environment, print }: Around): Promise<number> {
  const choices = parseChoices(flags.take);
  const folder = await projectFolder(flags.cwd);
  const secrets = new Secrets();
  const tell = (message: string) => notify("adopt", secrets.redact(message), flags);
  const login = await withProfile(environment, flags.profile);
  const pulumi = new Pulumi(folder, flags.stack, secrets, login);
  const { deployment } = parseExport(await pulumi.exportState());
  for (const secret of secretTexts(deployment)) secrets.add(secret);
  const state = { resources: deployment.resources ?? [], configuration: () => pulumi.configuration() };
  const managed = await openLogins([state], { environment: login, secrets, notify: tell });
  try {
    const elsewhere = otherStacks(await selectedStack(pulumi, folder), folder, environment);
    let judged: readonly Judged[] = [];
    const warned = new Set<string>();
    let differing: Differing = new Map();
    const judge = async (creations: readonly PlannedStep[], leaving: ReadonlySet<string>) => {
      const created = creations.map(({ urn }) => urn);
      checkChoices(
        choices,
        created,
        state.resources.map(({ urn }) => urn),
      );
      judged = withDiffering(await new Judge(managed, elsewhere, leaving, choices).judgeAll(creations), differing);
      for (const each of judged) {
        const text = elsewhereText(each);
        if (flags.yes && text !== undefined && !warned.has(text)) tell(text);
        if (text !== undefined) warned.add(text);
      }
      return judged.flatMap(({ urn, definition, finding }) =>
        finding.status === "matches" ? [{ urn, definition, found: finding.found }] : [],
      );
    };
    let adoption: Adoption;
    const stack = flags.stack?.split("/").at(-1) ?? (await pulumi.stackName()).split("/").at(-1)!;
    if (flags.yes) {
      const backup = new Backup(join(folder, `${stack}.before-adopt.json`));
      const options = { pulumi, command: "hosting adopt", backup, isNothingNew: false, match: judge, notify: tell };
      const attempt = () => enter({ ...options, now: () => new Date() });
      let entered = await attempt();
      differing = differingIn(entered.difference);
      if (differing.size > 0) {
        tell(`The proof shows a difference in ${differing.size} of them. The others are entered without these.`);
        const { stays } = entered;
        entered = await attempt();
        entered = { ...entered, stays: [...stays, ...entered.stays] };
      }
      adoption = { stack, judged, entered, backup: backup.file };
    } else {
      tell("Pulumi previews the program, to see what it declares.");
      const plan = await planToEnter(pulumi);
      await judge(
        plan.steps.filter(({ op }) => op === "create"),
        leavingIn(plan),
      );
      adoption = { stack, judged, entered: undefined, backup: undefined };
    }
    const redact = (text: string) => secrets.redact(text);
    print(flags.json ? JSON.stringify(asJson(adoption, redact)) : asText(adoption, redact));
    return exitCodeOf(adoption);
  } finally {
    await managed.close();
  }
}
