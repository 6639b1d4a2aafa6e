import { join } from "node:path";
import type { DriftComparison } from "../drift/compare.js";
import { Backup } from "../enter/backup.js";
import { enter, planToEnter } from "../enter/enter.js";
import { leavingIn, type PlannedStep } from "../enter/plan.js";
import type { CommandContext } from "../shared/command.js";
import { openLogins } from "../stack/logins.js";
import { openSession, otherStacks, readState, selectedStack } from "../stack/stack.js";
import type { AdoptFlags } from "../options.js";
import { checkChoices, type Differs, Judge, type Judged, parseChoices } from "./judge.js";
import { type Adoption, asJson, asText, elsewhereText, exitCodeOf } from "./report.js";

type Differing = ReadonlyMap<string, readonly Differs[]>;

/** What only the proof has shown to differ, by URN: Pulumi masks secrets in a preview. */
const differingIn = (difference: DriftComparison | undefined): Differing =>
  new Map(
    (difference?.drift ?? [])
      .filter(({ properties }) => properties.length > 0)
      .map(({ urn, properties }) => [urn, properties.map(({ path, program, provider }) => ({ path, program, provider }))]),
  );

const withDiffering = (judged: readonly Judged[], differing: Differing): Judged[] =>
  judged.map((each) => {
    const [properties, { finding }] = [differing.get(each.urn), each];
    if (properties === undefined || finding.status !== "matches") return each;
    return { ...each, finding: { ...finding, status: "differs", properties } };
  });

/** Shows which objects exist that the next run would create, and enters them in the state if the user agrees. */
export async function runAdopt(flags: AdoptFlags, { environment: given, print }: CommandContext): Promise<number> {
  const choices = parseChoices(flags.take);
  const session = await openSession(flags, given);
  const { folder, environment, secrets, redact } = session;
  const tell = (message: string) => session.tell("adopt", message);
  const pulumi = session.pulumi(flags.stack);
  const { resources } = await readState(pulumi, secrets);
  const managed = await openLogins([{ resources, configuration: () => pulumi.configuration() }], {
    environment,
    secrets,
    notify: tell,
  });
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
        resources.map(({ urn }) => urn),
      );
      judged = withDiffering(await new Judge(managed, elsewhere, leaving, choices).judgeAll(creations), differing);
      for (const each of judged) {
        const text = elsewhereText(each);
        if (flags.yes && text !== undefined && !warned.has(text)) tell(text);
        if (text !== undefined) warned.add(text);
      }
      return judged.flatMap(({ urn, definition, finding }) =>
        finding.status === "matches" ? [{ urn, definition, found: finding.found! }] : [],
      );
    };
    let adoption: Adoption;
    const stack = flags.stack?.split("/").at(-1) ?? (await pulumi.stackName()).split("/").at(-1)!;
    if (flags.yes) {
      const backup = new Backup(join(folder, `${stack}.before-adopt.json`));
      const options = { pulumi, command: "hosting adopt", backup, isNothingNew: false, match: judge, notify: tell };
      let entered = await enter(options);
      differing = differingIn(entered.difference);
      if (differing.size > 0) {
        tell(`The proof shows a difference in ${differing.size} of them. The others are entered without these.`);
        entered = await enter(options);
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
    print(flags.json ? JSON.stringify(asJson(adoption, redact)) : asText(adoption, redact));
    return exitCodeOf(adoption);
  } finally {
    await managed.close();
  }
}
