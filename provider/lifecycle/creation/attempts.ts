import type { HostingError } from "../../../sdk/values/errors.js";
import type { Found } from "../../definition/found.js";
import { messageOf, ProviderError } from "../../values/errors.js";
import { isWholeId } from "../../values/id.js";
import { waitFor } from "../../values/poll.js";
import { candidates, nameIds } from "../find.js";
import { refusalReason } from "../preview-checks.js";
import { settlingTime } from "../interrupted-creations.js";
import { failed, unclear } from "./errors.js";
import type { Sightings } from "./sightings.js";
import type { Created, Subject } from "./subject.js";
import type { ExistingObject } from "./existing-object.js";

/** Outcome of an attempt: a new object to confirm, an existing object that is recorded instead, or permission to send again. */
export type AttemptOutcome =
  | { readonly status: "created"; readonly object: Found }
  | { readonly status: "existing"; readonly created: Created }
  | { readonly status: "to be sent" };

const toBeSent: AttemptOutcome = { status: "to be sent" };
const createdAs = (object: Found): AttemptOutcome => ({ status: "created", object });
const existingAs = (created: Created): AttemptOutcome => ({ status: "existing", created });

/** Handles attempts whose answer does not show the object. */
export class FailedAttempts {
  readonly #subject: Subject;
  readonly #sightings: Sightings;
  readonly #existingObject: ExistingObject;
  /** Error of the earlier attempt, which may still take effect. */
  #lost: HostingError | undefined;
  #isRepeated = false;

  constructor(subject: Subject, sightings: Sightings, existingObject: ExistingObject) {
    this.#subject = subject;
    this.#sightings = sightings;
    this.#existingObject = existingObject;
  }

  /** Looks again as before the first send, after a wait in which somebody else may have created the object. */
  async heldBack(): Promise<AttemptOutcome> {
    const lost = this.#lost;
    const looked = await this.#sightings.look("now").catch((error: unknown) => {
      throw lost === undefined ? error : unclear(this.#subject, `looking it up again failed (${messageOf(error)})`, lost);
    });
    const [first, ...others] = this.#sightings.results(looked.all);
    if (first !== undefined && others.length === 0 && isWholeId(first.id)) return createdAs(first);
    if (first !== undefined)
      throw unclear(this.#subject, `an object has appeared that could be the result (${nameIds([first, ...others])})`, lost);
    const existing = await this.#existingObject.decideAgain(looked.matching);
    this.#sightings.startFrom(looked);
    return existing === undefined ? toBeSent : existingAs(existing);
  }

  /** The attempt had no effect, but an earlier one may have had one. */
  notCarriedOut(error: unknown): ProviderError {
    return this.#lost === undefined
      ? failed(this.#subject, error)
      : unclear(
          this.#subject,
          `it was sent twice, the second request failed (${messageOf(error)}), and the first has shown no effect so far`,
          this.#lost,
        );
  }

  /**
   * The provider refused the attempt. Perhaps the object exists by now, created by an unanswered request of this creation or by
   * somebody else. If the kind takes such an object over, this waits for it, because it may be missing from the listing for a
   * moment.
   */
  async refused(error: HostingError): Promise<AttemptOutcome> {
    const { definition, context, inputs } = this.#subject;
    const {
      identity: { usesExisting, unique },
      recovery: { revealed } = {},
    } = definition;
    const limit = usesExisting === undefined ? 0 : settlingTime(definition);
    const matching = await waitFor(context.clock, limit, async () => {
      const { matching } = await candidates(definition, context, inputs);
      return matching.length > 0 ? matching : undefined;
    }).catch(() => undefined);
    const fresh = this.#sightings.results(matching ?? []);
    if (matching === undefined || (unique === false && fresh.length === 0)) throw await this.#explained(error);
    const [own, ...others] = fresh;
    const isOwn = this.#isRepeated && own !== undefined && others.length === 0 && isWholeId(own.id);
    if (isOwn && revealed === undefined) return createdAs(own);
    const taken = usesExisting === undefined ? undefined : await this.#existingObject.decideAgain(matching);
    if (taken !== undefined) return existingAs(taken);
    if (fresh.length > 0)
      throw unclear(this.#subject, `the provider refused the request, and ${nameIds(fresh)} has appeared since`, error);
    throw await this.#existingObject.decideAgain(matching).then(
      () => this.#explained(error),
      (refusal: unknown) => refusal,
    );
  }

  /** Error of a refused creation, with a reason if the provider's answer does not show one. */
  async #explained(error: HostingError): Promise<ProviderError> {
    if (this.#lost !== undefined) return this.notCarriedOut(error);

    const { definition, context, inputs } = this.#subject;
    const reason = await refusalReason(definition, context, inputs);
    const { message } = failed(this.#subject, error);
    return new ProviderError(reason === undefined ? message : `${message} ${reason}`, error);
  }

  /**
   * The answer leaves the outcome open. Allows at most one more send, and only if the operation permits it and no object has appeared,
   * or if the one that has appeared is of no use without the answer. Such an object may be another's, so it is named and left alone.
   */
  async unanswered(error: HostingError): Promise<AttemptOutcome> {
    const { recovery: { revealed } = {} } = this.#subject.definition;
    const fresh = await this.#sightings.appeared(error);
    const [first, ...others] = fresh;
    if (first !== undefined && revealed === undefined) {
      if (!isWholeId(first.id)) throw unclear(this.#subject, "the provider shows it without its identifier", error);
      if (others.length > 0) throw unclear(this.#subject, `several objects could be the result (${nameIds(fresh)})`, error);
      return createdAs(first);
    }
    this.#sightings.nameSurplus(fresh);
    const seen = first === undefined ? "is not listed yet" : `${nameIds(fresh)} has appeared since`;
    if (this.#isRepeated) throw unclear(this.#subject, `it was sent twice, and ${seen}`, error);
    if (first === undefined && error.repeat !== "ambiguous") throw unclear(this.#subject, `it was sent, and ${seen}`, error);
    this.#isRepeated = true;
    this.#lost = first === undefined ? error : undefined;
    return toBeSent;
  }
}
