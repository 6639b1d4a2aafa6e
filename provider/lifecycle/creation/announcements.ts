import { declaredInputs } from "../../definition/definition.js";
import type { Found } from "../../definition/found.js";
import { willBeManaged } from "../../definition/overwritten.js";
import { nameOf } from "../../values/reserved-properties.js";
import { containsUnknown } from "../../values/unknown-values.js";
import { nameIds } from "../find.js";
import { announceTaking, recordingChange } from "../shared-object.js";
import { concernsOf } from "./facts.js";
import type { Subject } from "./subject.js";

/** What an adoption neither checks nor sets, although the program declares it: a sentence after a space, or an empty text. */
function unchecked({ definition: { fields }, inputs }: Subject): string {
  const names = Object.entries(fields)
    .filter(([, { readable, policy, absent }]) => !readable && policy !== "update" && absent === "anything")
    .map(([name]) => name)
    .filter((name) => inputs[name] !== undefined);
  if (names.length === 0) return "";
  const [are, show] = names.length === 1 ? ["is", "it"] : ["are", "them"];
  return ` Its ${names.join(", ")} ${are} neither checked nor set, only recorded in the state: the API neither shows nor changes ${show}.`;
}

const isFirst = ({ definition: { kind }, context, inputs }: Subject, { id }: Found): boolean =>
  context.ownership.run.recordAnnouncement({ kind, name: nameOf(inputs) }, id);

/** Says, once in each process, that a resource adopts an object. */
export async function announceAdoption(subject: Subject, found: Found): Promise<void> {
  const { definition, context, inputs, name } = subject;
  if (!isFirst(subject, found)) return;
  const concern = concernsOf(subject, [found]);
  announceTaking(definition, context, inputs, {
    text: `adopt: the existing ${name} (${nameIds([found])}) is adopted; no new one is created.`,
    change: await recordingChange(definition, context, inputs, found),
    rest: unchecked(subject) + (concern === undefined ? "" : ` However, ${concern}`),
  });
}

/** Says what a new resource changes in an object that always exists, and who else has it. @param found undefined: it could not be looked up */
export async function announceUse(subject: Subject, found: Found | undefined): Promise<void> {
  const { definition, context, inputs, name } = subject;
  const text = `the existing ${name}${willBeManaged}`;
  const isOpen = containsUnknown(declaredInputs(definition, inputs));
  if (found === undefined)
    announceTaking(definition, context, inputs, {
      text: isOpen
        ? `${text} What will be changed is not known yet.`
        : `${text} It could not be looked up, so what will be changed and who else has it is not known yet.`,
    });
  else if (isFirst(subject, found))
    announceTaking(definition, context, inputs, { text, change: await recordingChange(definition, context, inputs, found) });
}
