import { once } from "../../../sdk/values/once.js";
import { creationRows } from "../../decisions/creation.js";
import { decide } from "../../decisions/decide.js";
import type { Definition, Found } from "../../definition/definition.js";
import { naturalKey, wholeTitle } from "../../definition/object-name.js";
import type { Context } from "../../runtime/context.js";
import { Refusal } from "../../values/errors.js";
import { isWholeId } from "../../values/id.js";
import type { Properties } from "../../values/properties.js";
import { leftOut } from "../expected.js";
import type { Candidates } from "../find.js";
import { type Leftover, leftover } from "../interrupted-creations.js";
import { announceAdoption } from "./announcements.js";
import { Creation } from "./creation.js";
import { creationFacts, type Looks, noLeftover } from "./facts.js";
import { recordRefusal } from "./messages.js";
import { CreateRequest } from "./request.js";
import type { Created } from "./subject.js";
import { heedLeftover, take, takeOver, use } from "./take.js";

/**
 * Provides exactly one object for the arguments: decides which one, creates it if there is none, and looks again before anything is sent a
 * second time.
 */
export async function create(definition: Definition, context: Context, inputs: Properties): Promise<Created> {
  const creation = new Creation(definition, context, inputs);
  const key = naturalKey(definition, inputs);
  const created = await context.serialize(`${definition.kind} ${key}`, () =>
    provide(creation).finally(() => context.listings.invalidate(definition.kind, key)),
  );
  if (definition.identity.hasNaturalId === true)
    await context.ownership.notes.settleOrders(inputs, definition.kind, wholeTitle(definition, inputs)).catch(() => undefined);
  return created;
}

async function provide(creation: Creation): Promise<Created> {
  const looks = new RunLooks(creation);
  const facts = creationFacts(creation, looks, { misplaced: () => leftOut(creation) });
  const verdict = await decide(creationRows, "create", facts);
  if (looks.left !== undefined) heedLeftover(creation, looks.left);
  if (verdict?.act === "refuse") throw new Refusal(recordRefusal(creation, verdict, looks.objects).join(" "), verdict.code);
  if (verdict?.code === "adopt") {
    const created = await take(creation, verdict.about);
    await announceAdoption(creation, verdict.about);
    return created;
  }
  if (verdict?.code === "take over") return takeOver(creation, verdict.about, looks.left!);
  if (verdict?.code === "use") return use(creation, verdict.about);

  const looked = await looks.listing();
  creation.heedUnreadable();
  creation.startFrom(looked);
  await creation.learnClaims();
  return creation.withNote(() => new CreateRequest(creation).send());
}

/** Looks right before something is sent. */
class RunLooks implements Looks {
  /** What earlier runs left behind, and the objects in question, once that was asked. */
  left: Leftover | undefined;
  objects: readonly Found[] = [];
  /** An earlier listing may have come from a cache; a second order costs money. */
  readonly listing: () => Promise<Candidates>;

  constructor(private readonly creation: Creation) {
    this.listing = once(() => creation.look(creation.definition.costly === true ? "now" : "lately"));
  }

  async adoptable(): Promise<readonly Found[]> {
    const { definition, context } = this.creation;
    const look = async (freshness: "now" | "lately") => (this.objects = (await this.creation.look(freshness)).adoptable);
    const ids = (await look("lately")).map(({ id }) => id).filter(isWholeId);
    const pause = Math.max(0, ...ids.map((id) => context.ownership.notes.unsettledFor(definition.kind, id)));
    if (pause === 0) return this.objects;
    await context.clock.sleep(pause);
    return look("now");
  }

  async leftover(): Promise<Leftover> {
    if (this.creation.definition.create === undefined) return noLeftover;
    return (this.left ??= await leftover(this.creation));
  }

  async matching(): Promise<readonly Found[]> {
    return (this.objects = (await this.listing()).matching);
  }
}
