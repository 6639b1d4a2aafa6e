import type { Context } from "../../runtime/context.js";
import { type Definition, isAdoptable, missingToCreate } from "../../definition/definition.js";
import { ProviderError } from "../../values/errors.js";
import type { Properties } from "../../values/properties.js";
import { FailedAttempts } from "./attempts.js";
import { confirm } from "./confirmation.js";
import { continueInterrupted } from "./continuation.js";
import { CreationNote, heedUnreadable } from "./note.js";
import { CreateRequest } from "./request.js";
import { Sightings } from "./sightings.js";
import { type Created, Subject } from "./subject.js";
import { ExistingObject } from "./existing-object.js";

/**
 * Provides exactly one object for the arguments. Looks it up first. Adopts it if that is declared, takes it over if an
 * interrupted run created it, and creates it otherwise. If an answer leaves the outcome open, looks it up again before anything
 * is retried.
 */
export async function create(definition: Definition, context: Context, inputs: Properties): Promise<Created> {
  const subject = new Subject(definition, context, inputs);
  return context.serialize(`${definition.kind} ${subject.naturalKey}`, () =>
    new Creation(subject).run().finally(() => context.listings.invalidate(definition.kind, subject.naturalKey)),
  );
}

/** One creation, from the first lookup to the state of the object. */
class Creation {
  readonly #subject: Subject;
  readonly #sightings: Sightings;
  readonly #note: CreationNote;
  readonly #existingObject: ExistingObject;

  constructor(subject: Subject) {
    this.#subject = subject;
    this.#sightings = new Sightings(subject);
    this.#note = new CreationNote(subject);
    this.#existingObject = new ExistingObject(subject, this.#sightings, this.#note);
  }

  async run(): Promise<Created> {
    const { definition, context, inputs, wholeTitle } = this.#subject;
    const created = (await this.#existing()) ?? (await this.#new());
    if (definition.identity.hasNaturalId === true)
      await context.ownership.notes.settleOrders(inputs, definition.kind, wholeTitle).catch(() => undefined);
    return created;
  }

  /** The object that the program adopts or that an interrupted run created. */
  async #existing(): Promise<Created | undefined> {
    const { definition, inputs } = this.#subject;
    const isAdopted = inputs["adopt"] === true && isAdoptable(definition);
    const adopted = isAdopted ? await this.#existingObject.adopt() : undefined;
    return adopted ?? (await continueInterrupted(this.#subject, this.#sightings, this.#note, this.#existingObject));
  }

  async #new(): Promise<Created> {
    // An earlier listing may have come from a cache; a second order costs money.
    const looked = await this.#sightings.look(this.#subject.definition.costly === true ? "now" : "lately");
    const existing = await this.#existingObject.useOrRefuse(looked.matching);
    if (existing !== undefined) return existing;
    heedUnreadable(this.#subject);
    this.#sightings.startFrom(looked);
    await this.#sightings.learnClaims();
    this.#sightings.nameForgotten(looked.matching);
    return this.#note.withJournal(this.#sightings.idsBefore, () => this.#send());
  }

  async #send(): Promise<Created> {
    if (this.#subject.definition.create === undefined)
      throw new ProviderError(`${this.#subject.name} does not exist, and the API cannot create it.`);
    const missing = missingToCreate(this.#subject.definition, this.#subject.inputs);
    if (missing.length > 0)
      throw new ProviderError(
        `${this.#subject.name} was not created, and nothing was sent: a new one needs ${missing.join(", ")}.`,
      );
    const failures = new FailedAttempts(this.#subject, this.#sightings, this.#existingObject);
    const outcome = await new CreateRequest(this.#subject, this.#sightings, this.#note, failures).send();
    return outcome.status === "existing" ? outcome.created : confirm(this.#subject, this.#sightings, this.#note, outcome.object);
  }
}
