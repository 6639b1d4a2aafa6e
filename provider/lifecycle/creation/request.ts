import { AnswerError, HostingError } from "../../../sdk/values/errors.js";
import { declaredInputs } from "../../definition/definition.js";
import type { Found } from "../../definition/found.js";
import { secretValues } from "../../definition/secrets.js";
import type { Context, SendHooks } from "../../runtime/context.js";
import { HeldBack } from "../../values/errors.js";
import { isWholeId } from "../../values/id.js";
import { isRejected } from "../../values/rejections.js";
import { nameIds, onceVisible } from "../find.js";
import type { FailedAttempts, AttemptOutcome } from "./attempts.js";
import type { CreationNote } from "./note.js";
import type { Sightings } from "./sightings.js";
import type { Subject } from "./subject.js";

/** How long a creation may wait before its send needs another lookup, in milliseconds. */
const lookLasts = 10_000;

/** How many times a creation may look again before it is sent. */
const mostHeldBack = 3;

/** The request that creates the object, with all its sends. */
export class CreateRequest {
  readonly #subject: Subject;
  readonly #sightings: Sightings;
  readonly #note: CreationNote;
  readonly #failures: FailedAttempts;
  /** Whether the attempt was sent and may have had an effect. */
  #isSent = false;
  /** How many times a request was held back for another lookup. */
  #heldBack = 0;

  constructor(subject: Subject, sightings: Sightings, note: CreationNote, failures: FailedAttempts) {
    this.#subject = subject;
    this.#sightings = sightings;
    this.#note = note;
    this.#failures = failures;
  }

  /** Sends it until its outcome is known. */
  async send(): Promise<Exclude<AttemptOutcome, { readonly status: "to be sent" }>> {
    for (;;) {
      const outcome = await this.#attempt();
      if (outcome.status !== "to be sent") return outcome;
    }
  }

  async #attempt(): Promise<AttemptOutcome> {
    this.#isSent = false;
    try {
      return { status: "created", object: await this.#sendCreate() };
    } catch (error) {
      if (error instanceof HeldBack) {
        this.#heldBack += 1;
        return this.#failures.heldBack();
      }
      if (this.#isSent) this.#sightings.lost();
      if (error instanceof HostingError && isRejected(error)) return this.#failures.refused(error);
      if (!(error instanceof HostingError) || error.effect === "none") throw await this.#failures.notCarriedOut(error);
      return this.#failures.unanswered(error);
    }
  }

  async #sendCreate(): Promise<Found> {
    const { definition, context, inputs } = this.#subject;
    const send = () => definition.create!(this.#context(), declaredInputs(definition, inputs));
    const created = await (definition.costly === true ? send() : onceVisible(definition, context, inputs, send));
    if (!isWholeId(created.id))
      throw new AnswerError("The answer does not show the object's identifier.", { effect: "possible" });
    // Secrets that only the creation shows become known here.
    for (const secret of secretValues(definition, { ...created.inputs, ...created.outputs })) context.client.secrets.add(secret);
    if (await this.#sightings.isAnother(created))
      throw new AnswerError(`The answer shows the identifier of another object (${nameIds([created])}), which existed before.`, {
        effect: "possible",
      });
    return created;
  }

  /**
   * The context for the definition's `create`: it notes each send in the journal, and holds back a request that waited too long.
   */
  #context(): Context {
    const { definition, context } = this.#subject;
    const sendHooks: SendHooks = {
      beforeSend: (mayHaveActed) => {
        const isOld = context.clock.now() - this.#sightings.lookedAt > lookLasts;
        if (isOld && definition.identity.unique !== false && !mayHaveActed && this.#heldBack < mostHeldBack)
          throw new HeldBack("The request had to wait, and others may have created the object in the meantime.");
        if (!mayHaveActed) this.#isSent = false;
      },
      sent: () => {
        this.#note.sent();
        this.#isSent = true;
      },
    };
    const onSend = (mayHaveActed: boolean) => {
      sendHooks.beforeSend(mayHaveActed);
      sendHooks.sent();
    };
    return { ...context, client: context.client.with({ onSend }), sendHooks };
  }
}
