import { decisiveArguments } from "../../provider/definition/decisive.js";
import { openArguments } from "../../provider/values/reviewed.js";
import type { Story } from "../preview/events.js";
import { definitionFor } from "../stack/definitions.js";
import { titleOf } from "../stack/deployment.js";
import { callOf, declarationsIn, loginsIn, providerNameOf } from "./plan.js";

/** What `hosting apply` will refuse in the run, because a review cannot see it: a sentence each. */
export async function unboundIn({ planned, remarks }: Story): Promise<readonly string[]> {
  const declared = declarationsIn(remarks);
  const logins = loginsIn(remarks).map(({ provider }) => provider);
  const said = new Set<string>();
  for (const step of planned) {
    const { op, urn, new: after } = step;
    const call = callOf[op];
    const definition = await definitionFor(step);
    if (definition === undefined || after === undefined || call === undefined || call === "delete") continue;
    const provider = providerNameOf(after);
    if (logins.length > 0 && !logins.includes(provider))
      said.add(
        `${provider === undefined ? "The default provider" : `Provider ${provider}`}: whose login it uses is not known before the run, so ` +
          "`hosting apply` refuses what it manages",
      );
    const { declares = {}, sources = {} } = declared(urn);
    const open = openArguments(declares, decisiveArguments(definition, call, after.inputs)).filter(
      (argument) => sources[argument] === undefined,
    );
    if (open.length > 0)
      said.add(
        `${titleOf(urn)}: its ${open.join(", ")} ${open.length === 1 ? "is" : "are"} not known before the run, so \`hosting apply\` refuses it. ` +
          "Pass on an output of one resource as it is, or a value that is known",
      );
  }
  return [...said];
}
