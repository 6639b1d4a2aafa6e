import { type CreationVerdict, creationRows } from "../../decisions/creation.js";
import { decide } from "../../decisions/decide.js";
import { declaredInputs } from "../../definition/definition.js";
import type { Found } from "../../definition/found.js";
import { BeingDeleted } from "../../ownership/ownership.js";
import { messageOf, ProviderError, Refusal } from "../../values/errors.js";
import type { Properties } from "../../values/properties.js";
import { nameOf } from "../../values/reserved-properties.js";
import { nameIds } from "../find.js";
import { announceTaking, recordingChange } from "../shared-object.js";
import { deviation, deviations, hiddenArguments, writtenState } from "../state.js";
import { unfinished } from "./errors.js";
import { creationFacts, onlyMatching } from "./facts.js";
import { beingDeleted, creationProblems } from "./messages.js";
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

  /**
   * Decides once more, about the objects that match by now.
   *
   * @returns undefined if nothing stands against the creation
   */
  async decideAgain(matching: readonly Found[]): Promise<Created | undefined> {
    const verdict = await decide(creationRows, "again", creationFacts(this.#subject, onlyMatching(matching)));
    if (verdict === undefined) return undefined;
    if (verdict.act === "refuse") throw refusedCreation(this.#subject, verdict, matching);
    return this.use(matching[0]!);
  }

  /** Uses an object that exists without `adopt: true`. */
  async use(found: Found): Promise<Created> {
    const { definition, context, inputs, name } = this.#subject;
    const change = await recordingChange(definition, context, inputs, found);
    const created = await this.take(found);
    const resource = { kind: definition.kind, name: nameOf(inputs) };
    const isNews = change.changed + change.others !== "";
    if (context.ownership.run.recordAnnouncement(resource, found.id) && isNews)
      announceTaking(definition, context, inputs, { text: `${name} (${nameIds([found])}) already exists and is used.`, change });
    return created;
  }

  /** Records an existing object. Writes a note, unless there is one already. An unwritable journal is reported later, when the entry gets the object. */
  take(found: Found): Promise<Created> {
    return this.#note.isWritten ? this.settle(found) : this.#noted(found, () => undefined);
  }

  /**
   * Records what an interrupted run created.
   *
   * @throws if the journal cannot be written and the object is costly
   */
  takeOver(found: Found): Promise<Created> {
    return this.#noted(found);
  }

  #noted(found: Found, onUnwritable?: () => void): Promise<Created> {
    return this.#note.withJournal(this.#sightings.idsBefore, () => this.settle(found), onUnwritable);
  }

  /** Updates an existing object to match the declaration, as far as the API can. */
  async settle(found: Found): Promise<Created> {
    const { definition, context, inputs } = this.#subject;
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

/** A creation that a table refuses. */
class RefusedCreation extends Refusal {
  /** @param problems sentences */
  constructor(
    readonly problems: readonly string[],
    code: string,
  ) {
    super(problems.join(" "), code);
  }
}

/** Records that a resource is refused because of objects, so that this run deletes none of them for another entry. */
export function refusedCreation(subject: Subject, verdict: CreationVerdict, objects: readonly Found[]): RefusedCreation {
  const { definition, context, inputs } = subject;
  const resource = { kind: definition.kind, name: nameOf(inputs) };
  const because = verdict.code === "cannot become" || verdict.code === "unshown" ? [verdict.about.object] : objects;
  if (because.length > 0) context.ownership.run.recordDeclaration(resource, { refusedFor: because.map(({ id }) => id) });
  return new RefusedCreation(creationProblems(verdict, subject, because), verdict.code);
}
