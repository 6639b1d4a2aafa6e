import { declaredInputs } from "../../definition/definition.js";
import type { Found } from "../../definition/found.js";
import { BeingDeleted } from "../../ownership/ownership.js";
import { messageOf, ProviderError } from "../../values/errors.js";
import { isWholeId } from "../../values/id.js";
import type { Properties } from "../../values/properties.js";
import { nameOf } from "../../values/reserved-properties.js";
import { adoption, announce, beingDeleted, unshownProblem, updateProblem } from "../adopt.js";
import { existsAlready } from "../existing.js";
import { nameIds } from "../find.js";
import { recordingChange } from "../shared-object.js";
import { deviation, deviations, hiddenArguments, writtenState } from "../state.js";
import { unfinished } from "./errors.js";
import type { CreationNote } from "./note.js";
import type { Sightings } from "./sightings.js";
import type { Created, Subject } from "./subject.js";

/** Records an existing object as the resource's. */
export class ExistingObject {
  readonly #subject: Subject;
  readonly #sightings: Sightings;
  readonly #note: CreationNote;

  constructor(subject: Subject, sightings: Sightings, note: CreationNote) {
    this.#subject = subject;
    this.#sightings = sightings;
    this.#note = note;
  }

  /** Adopts an existing object, as the program declares. */
  async adopt(): Promise<Created | undefined> {
    const { definition, context, inputs } = this.#subject;
    let found = await this.#adoptable("lately");
    const pause = found === undefined ? 0 : context.ownership.notes.unsettledFor(definition.kind, found.id);
    if (pause > 0) {
      await context.clock.sleep(pause);
      found = await this.#adoptable("now");
    }
    if (found === undefined) return undefined;
    const problem = updateProblem(definition, inputs, found) ?? unshownProblem(definition, inputs, found);
    if (problem !== undefined) throw new ProviderError(problem);
    const created = await this.#take(found);
    await announce(definition, context, inputs, found);
    return created;
  }

  async #adoptable(freshness: "now" | "lately"): Promise<Found | undefined> {
    const { definition, context, inputs } = this.#subject;
    const { adoptable } = await this.#sightings.look(freshness);
    const plan = adoption(definition, context, inputs, adoptable);
    if (plan.status === "found" && isWholeId(plan.found.id))
      context.ownership.run.recordDeclaration({ kind: definition.kind, name: nameOf(inputs) }, { adopts: plan.found.id });
    if (plan.status === "refused") throw new ProviderError(plan.problem);
    return plan.status === "found" ? plan.found : undefined;
  }

  /** Refuses to create an object that already exists, unless the kind uses an existing one without `adopt: true`. */
  async useOrRefuse(matching: readonly Found[]): Promise<Created | undefined> {
    const { definition, context, inputs, name } = this.#subject;
    const {
      kind,
      identity: { unique, singleton, usesExisting },
    } = definition;
    const [first] = matching;
    if (unique === false || first === undefined) return undefined;
    if (singleton === true || usesExisting?.(first, inputs)) {
      const change = await recordingChange(definition, context, inputs, first);
      const created = await this.#take(first);
      if (context.ownership.run.recordAnnouncement({ kind, name: nameOf(inputs) }, first.id) && change !== "")
        context.warn(`${name} (${nameIds([first])}) already exists and is used.${change}`);
      return created;
    }
    context.ownership.run.recordDeclaration({ kind, name: nameOf(inputs) }, { refusedFor: matching.map(({ id }) => id) });
    throw new ProviderError(await existsAlready(definition, context, inputs, matching));
  }

  /** Records an existing object. Writes a note, unless there is one already. */
  #take(found: Found): Promise<Created> {
    const settle = () => this.settle(found);
    // An unwritable journal is reported later, when the entry gets the object.
    return this.#note.isWritten ? settle() : this.#note.withJournal(this.#sightings.idsBefore, settle, () => undefined);
  }

  /** Updates an existing object to match the declaration, as far as the API can. */
  async settle(found: Found): Promise<Created> {
    const { definition, context, inputs } = this.#subject;
    const problem = updateProblem(definition, inputs, found);
    if (problem !== undefined) throw new ProviderError(problem);
    const owner = await this.#ownerOf(found);
    const taken = (shown: Found): Created => ({
      id: shown.id,
      state: { ...writtenState(definition, inputs, shown), ...owner },
    });
    const { update } = definition;
    const isDone = deviations(definition, inputs, found).length === 0 && hiddenArguments(definition, inputs, found).length === 0;
    if (isDone || update === undefined) return taken(found);
    try {
      const written = await update(context, found.id, declaredInputs(definition, inputs));
      const differing = deviation(definition, inputs, written);
      if (differing !== undefined) throw differing;
      return taken(written);
    } catch (error) {
      throw unfinished(this.#subject, taken(found), "was taken over, but not updated as declared", error);
    }
  }

  /**
   * The owner for the entry of an existing object. Other entries may have an adopted object too, so they must be able to find the
   * claim.
   */
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
    // If this run is cut off, the next one knows from this which entry is in no state.
    this.#note.answered(id, owner);
    try {
      await ownership.takes(kind, id, inputs, owner, (error) => {
        const why = `could not record that this resource has it (${messageOf(error)}).`;
        const what = "A run of another entry with the same object will not know this and may delete it.";
        const remedy = "Set HOSTING_JOURNAL to a writable folder";
        if (isAtRisk) throw new ProviderError(`${name} was not adopted: ${why} ${what} ${remedy}, and run again.`, error);
        context.warn(`${name}: ${why} ${what} ${remedy}.`);
      });
      return owner;
    } catch (error) {
      if (error instanceof BeingDeleted) throw new ProviderError(beingDeleted(name, error.deletion), error);
      throw error;
    }
  }
}
