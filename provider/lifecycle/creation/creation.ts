import { once } from "../../../sdk/values/once.js";
import { creationRows } from "../../decisions/creation.js";
import { decide } from "../../decisions/decide.js";
import type { Definition } from "../../definition/definition.js";
import type { Found } from "../../definition/found.js";
import { isWholeId } from "../../values/id.js";
import type { Properties } from "../../values/properties.js";
import type { Context } from "../../runtime/context.js";
import { leftOut } from "../expected.js";
import type { Candidates } from "../find.js";
import { type Leftover, leftover } from "../interrupted-creations.js";
import { announceAdoption } from "./announcements.js";
import { FailedAttempts } from "./attempts.js";
import { confirm } from "./confirmation.js";
import { heedLeftover, takeOver } from "./continuation.js";
import { ExistingObject, refusedCreation } from "./existing-object.js";
import { creationFacts, type Looks, noLeftover } from "./facts.js";
import { CreationNote, heedUnreadable } from "./note.js";
import { CreateRequest } from "./request.js";
import { Sightings } from "./sightings.js";
import { type Created, Subject } from "./subject.js";

/**
 * Provides exactly one object for the arguments: decides which one, creates it if there is none, and looks again before anything is sent a
 * second time.
 */
export async function create(definition: Definition, context: Context, inputs: Properties): Promise<Created> {
  const subject = new Subject(definition, context, inputs);
  const created = await context.serialize(`${definition.kind} ${subject.naturalKey}`, () =>
    provide(subject).finally(() => context.listings.invalidate(definition.kind, subject.naturalKey)),
  );
  if (definition.identity.hasNaturalId === true)
    await context.ownership.notes.settleOrders(inputs, definition.kind, subject.wholeTitle).catch(() => undefined);
  return created;
}

async function provide(subject: Subject): Promise<Created> {
  const { definition, context } = subject;
  const sightings = new Sightings(subject);
  const note = new CreationNote(subject);
  const existingObject = new ExistingObject(subject, sightings, note);
  const looks = new RunLooks(subject, sightings);
  const facts = creationFacts(subject, looks, { misplaced: () => leftOut(definition, context.ownership.run, subject.inputs) });
  const verdict = await decide(creationRows, "create", facts);
  if (looks.left !== undefined) heedLeftover(subject, sightings, looks.left);
  if (verdict?.act === "refuse") throw refusedCreation(subject, verdict, looks.objects);
  if (verdict?.code === "adopt") {
    const created = await existingObject.take(verdict.about);
    await announceAdoption(subject, verdict.about);
    return created;
  }
  if (verdict?.code === "take over") return takeOver(subject, verdict.about, looks.left!, existingObject);
  if (verdict?.code === "use") return existingObject.use(verdict.about);

  const looked = await looks.listing();
  heedUnreadable(subject);
  sightings.startFrom(looked);
  await sightings.learnClaims();
  return note.withJournal(sightings.idsBefore, async () => {
    const failures = new FailedAttempts(subject, sightings, existingObject);
    const outcome = await new CreateRequest(subject, sightings, note, failures).send();
    return outcome.status === "existing" ? outcome.created : confirm(subject, sightings, note, outcome.object);
  });
}

/** Looks right before something is sent. */
class RunLooks implements Looks {
  readonly #subject: Subject;
  readonly #sightings: Sightings;
  /** What earlier runs left behind, and the objects in question, once that was asked. */
  left: Leftover | undefined;
  objects: readonly Found[] = [];
  /** An earlier listing may have come from a cache; a second order costs money. */
  readonly listing: () => Promise<Candidates>;

  constructor(subject: Subject, sightings: Sightings) {
    this.#subject = subject;
    this.#sightings = sightings;
    this.listing = once(() => sightings.look(subject.definition.costly === true ? "now" : "lately"));
  }

  async adoptable(): Promise<readonly Found[]> {
    const { definition, context } = this.#subject;
    const look = async (freshness: "now" | "lately") => (this.objects = (await this.#sightings.look(freshness)).adoptable);
    const ids = (await look("lately")).map(({ id }) => id).filter(isWholeId);
    const pause = Math.max(0, ...ids.map((id) => context.ownership.notes.unsettledFor(definition.kind, id)));
    if (pause === 0) return this.objects;
    await context.clock.sleep(pause);
    return look("now");
  }

  async leftover(): Promise<Leftover> {
    const { definition, context, inputs } = this.#subject;
    if (definition.create === undefined) return noLeftover;
    return (this.left ??= await leftover(definition, context, inputs));
  }

  async matching(): Promise<readonly Found[]> {
    return (this.objects = (await this.listing()).matching);
  }
}
