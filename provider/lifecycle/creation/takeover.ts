import { declaredInputs } from "../../definition/definition.js";
import type { Found } from "../../definition/found.js";
import { BeingDeleted } from "../../ownership/ownership.js";
import { messageOf, ProviderError } from "../../values/errors.js";
import type { Properties } from "../../values/properties.js";
import { nameOf } from "../../values/reserved-properties.js";
import { adoption, announce, beingDeleted, takeoverProblem } from "../adopt.js";
import { existsAlready } from "../existing.js";
import { nameIds } from "../find.js";
import { readoptionProblem } from "../readopt.js";
import { adoptedChange } from "../shared-object.js";
import { deviations, unseen, writtenState } from "../state.js";
import { unfinished } from "./errors.js";
import type { CreationNote } from "./note.js";
import type { Sightings } from "./sightings.js";
import type { Created, Subject } from "./subject.js";

/** How an object that exists becomes the resource's. */
export class Takeover {
  readonly #subject: Subject;
  readonly #sightings: Sightings;
  readonly #note: CreationNote;

  constructor(subject: Subject, sightings: Sightings, note: CreationNote) {
    this.#subject = subject;
    this.#sightings = sightings;
    this.#note = note;
  }

  /** What exists, where the program asks for it. */
  async adopt(): Promise<Created | undefined> {
    const { definition, context, inputs, name } = this.#subject;
    const { recovery: { revealed = [] } = {} } = definition;
    let found = await this.#adoptable("lately");
    const pause = found === undefined ? 0 : context.ownership.notes.unsettledFor(definition.kind, found.id);
    if (pause > 0) {
      await context.clock.sleep(pause);
      found = await this.#adoptable("now");
    }
    if (found === undefined) return undefined;
    const again = await readoptionProblem(definition, context, inputs, found);
    if (again !== undefined) throw new ProviderError(again);
    const created = await this.#take(found);
    await announce(definition, context, inputs, found);
    if (revealed.length > 0)
      context.warn(
        `${name} was adopted: ${revealed.join(", ")} is shown at creation only and stays unknown. To get a new one, remove \`adopt: true\` and run ` +
          "`pulumi up --replace <urn>`.",
      );
    return created;
  }

  async #adoptable(freshness: "now" | "lately"): Promise<Found | undefined> {
    const { definition, context, inputs } = this.#subject;
    const { adoptable } = await this.#sightings.look(freshness);
    const plan = adoption(definition, context, inputs, adoptable);
    if (plan.status === "refused") throw new ProviderError(plan.problem);
    return plan.status === "found" ? plan.found : undefined;
  }

  /** Refuses to create what exists already, unless the kind takes it over by itself. */
  async takeOverOrRefuse(matching: readonly Found[]): Promise<Created | undefined> {
    const { definition, context, inputs, name } = this.#subject;
    const {
      kind,
      identity: { unique, singleton, takesOver },
    } = definition;
    const [first] = matching;
    if (unique === false || first === undefined) return undefined;
    if (singleton === true || takesOver?.(first, inputs)) {
      const change = await adoptedChange(definition, context, inputs, first);
      const created = await this.#take(first);
      if (change !== "") context.warn(`${name} (${nameIds([first])}) was taken over.${change}`);
      return created;
    }
    for (const { id } of matching) context.ownership.run.wants(kind, id, nameOf(inputs));
    throw new ProviderError(await existsAlready(definition, context, inputs, matching));
  }

  /** Takes over what exists, which is noted unless that has happened already. */
  #take(found: Found): Promise<Created> {
    const settle = () => this.settle(found);
    // That no other run will know of it is said where the entry gets it.
    return this.#note.isWritten ? settle() : this.#note.withJournal(this.#sightings.idsBefore, settle, () => undefined);
  }

  /** Brings an existing object to what is declared, as far as the API can. */
  async settle(found: Found): Promise<Created> {
    const { definition, context, inputs } = this.#subject;
    const problem = takeoverProblem(definition, inputs, found);
    if (problem !== undefined) throw new ProviderError(problem);
    const owner = await this.#ownerOf(found);
    const taken = (shown: Found): Created => ({
      id: shown.id,
      state: { ...writtenState(definition, inputs, shown), ...owner },
    });
    const { update } = definition;
    const isDone = deviations(definition, inputs, found).length === 0 && unseen(definition, inputs).length === 0;
    if (isDone || update === undefined) return taken(found);
    try {
      const written = await update(context, found.id, declaredInputs(definition, inputs));
      const left = deviations(definition, inputs, written);
      if (left.length > 0) throw new ProviderError(`The provider shows something else than declared in ${left.join(", ")}.`);
      return taken(written);
    } catch (error) {
      throw unfinished(this.#subject, taken(found), "was taken over, but not brought to what is declared", error);
    }
  }

  /** What the entry of an object that was there before says of itself. Of an adopted one others may have entries, which have to know. */
  async #ownerOf({ id }: Found): Promise<Properties> {
    const { definition, context, inputs, name } = this.#subject;
    const {
      kind,
      deletion: { delete: remove },
      identity: { singleton = false },
    } = definition;
    const { ownership } = context;
    const isAtRisk = inputs["adopt"] === true && remove !== undefined && !singleton;
    const owner = ownership.newEntry();
    // Where this run is cut off, the next one knows by that which entry no state has.
    this.#note.answered(id, owner);
    try {
      await ownership.takes(kind, id, inputs, owner, (error) => {
        const why = `could not note that this resource has it (${messageOf(error)}).`;
        const what = "A run of another entry that has it will not know, and may delete it.";
        const wayOn = "Set HOSTING_JOURNAL to a folder that can be written";
        if (isAtRisk) throw new ProviderError(`${name} was not adopted: ${why} ${what} ${wayOn}, and run again.`, error);
        context.warn(`${name}: ${why} ${what} ${wayOn}.`);
      });
      return owner;
    } catch (error) {
      if (error instanceof BeingDeleted) throw new ProviderError(beingDeleted(name, error.deletion), error);
      throw error;
    }
  }
}
