import type { HostingError } from "../../../sdk/values/errors.js";
import { decide } from "../../decisions/decide.js";
import { type OutcomeQuestion, outcomeRows, type OutcomeVerdict } from "../../decisions/outcome.js";
import type { Found } from "../../definition/found.js";
import { messageOf, ProviderError } from "../../values/errors.js";
import { isWholeId } from "../../values/id.js";
import { waitFor } from "../../values/poll.js";
import { candidates, nameIds } from "../find.js";
import { settlingTime } from "../interrupted-creations.js";
import { refusalReason } from "../preview-checks.js";
import { failed, unclear } from "./errors.js";
import type { ExistingObject } from "./existing-object.js";
import type { Sightings } from "./sightings.js";
import type { Created, Subject } from "./subject.js";

/** Outcome of an attempt: a new object to confirm, an existing object that is recorded instead, or permission to send again. */
export type AttemptOutcome =
  | { readonly status: "created"; readonly object: Found }
  | { readonly status: "existing"; readonly created: Created }
  | { readonly status: "to be sent" };

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
    const results = this.#sightings.results(looked.all);
    const verdict = await this.#decide("waited", results);
    if (verdict?.act === "unclear")
      throw unclear(this.#subject, `an object has appeared that could be the result (${nameIds(results)})`, lost);
    if (verdict?.code === "result") return { status: "created", object: verdict.about };
    const existing = await this.#existingObject.decideAgain(looked.matching);
    this.#sightings.startFrom(looked);
    return existing === undefined ? { status: "to be sent" } : { status: "existing", created: existing };
  }

  /** The attempt had no effect, but an earlier one may have had one. */
  async notCarriedOut(error: unknown): Promise<ProviderError> {
    if ((await this.#decide("failed", [])) === undefined) return failed(this.#subject, error);
    const failure = `it was sent twice, the second request failed (${messageOf(error)}), and the first has shown no effect so far`;
    return unclear(this.#subject, failure, this.#lost);
  }

  /**
   * The provider refused the attempt. Perhaps the object exists by now, created by an unanswered request of this creation or by
   * somebody else. If the kind takes such an object over, this waits for it, because it may be missing from the listing for a
   * moment.
   */
  async refused(error: HostingError): Promise<AttemptOutcome> {
    const { definition, context, inputs } = this.#subject;
    const { usesExisting, unique } = definition.identity;
    const limit = usesExisting === undefined ? 0 : settlingTime(definition);
    const listed = await waitFor(context.clock, limit, async () => {
      const { matching } = await candidates(definition, context, inputs);
      return matching.length > 0 ? matching : undefined;
    }).catch(() => undefined);
    const results = this.#sightings.results(listed ?? []);
    const matching = unique === false ? results : (listed ?? []);
    const verdict = await this.#decide("refused", results, { isThere: matching.length > 0 });
    if (verdict?.code === "result") return { status: "created", object: verdict.about };
    if (verdict?.code === "appeared")
      throw unclear(this.#subject, `the provider refused the request, and ${nameIds(results)} has appeared since`, error);
    const created = verdict?.act === "look" ? await this.#existingObject.decideAgain(matching) : undefined;
    if (created !== undefined) return { status: "existing", created };
    if (verdict?.act === "unclear") throw await this.notCarriedOut(error);
    const reason = await refusalReason(definition, context, inputs);
    const { message } = failed(this.#subject, error);
    throw new ProviderError(reason === undefined ? message : `${message} ${reason}`, error);
  }

  /**
   * The answer leaves the outcome open. Allows at most one more send, and only if the operation permits it and no object has appeared,
   * or if the one that has appeared is of no use without the answer. Such an object may be another's, so it is named and left alone.
   */
  async unanswered(error: HostingError): Promise<AttemptOutcome> {
    const results = await this.#sightings.appeared(error);
    const verdict = await this.#decide("unanswered", results, { mayRepeat: error.repeat === "ambiguous" });
    if (verdict?.code === "result") return { status: "created", object: verdict.about };
    if (verdict?.code === "not identified")
      throw unclear(
        this.#subject,
        results.length > 1
          ? `several objects could be the result (${nameIds(results)})`
          : "the provider shows it without its identifier",
        error,
      );
    this.#sightings.nameSurplus(results);
    const seen = results.length === 0 ? "is not listed yet" : `${nameIds(results)} has appeared since`;
    if (verdict !== undefined) throw unclear(this.#subject, `it was sent${this.#isRepeated ? " twice" : ""}, and ${seen}`, error);
    this.#isRepeated = true;
    this.#lost = results.length === 0 ? error : undefined;
    return { status: "to be sent" };
  }

  #decide(
    question: OutcomeQuestion,
    results: readonly Found[],
    { isThere = false, mayRepeat = false } = {},
  ): Promise<OutcomeVerdict | undefined> {
    const { identity, recovery } = this.#subject.definition;
    const [result, ...others] = results;
    return decide(outcomeRows, question, {
      results: () => results,
      result: () => (result !== undefined && others.length === 0 && isWholeId(result.id) ? result : undefined),
      isSecretLost: () => recovery?.revealed !== undefined,
      isSentTwice: () => this.#isRepeated,
      isLost: () => this.#lost !== undefined,
      mayRepeat: () => mayRepeat,
      isThere: () => isThere,
      usesExisting: () => identity.usesExisting !== undefined,
    });
  }
}
