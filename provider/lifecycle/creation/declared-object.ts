import { lookFirst } from "../../../sdk/http/error-messages.js";
import { unexplained, explainedBy } from "../../../sdk/values/explained.js";
import type { Definition } from "../../definition/definition.js";
import { nameOfDeclared } from "../../definition/object-name.js";
import type { Source } from "../../values/unknown-values.js";
import type { Context } from "../../runtime/context.js";
import { messageOf, ProviderError, recordedText, UnclearError, UnfinishedError } from "../../values/errors.js";
import type { Properties } from "../../values/properties.js";
import { nameOf, unfinishedKey } from "../../values/reserved-properties.js";
import { isInNew } from "../find.js";
import { maybeGone } from "../../values/rejections.js";

/** A declared object. */
export class DeclaredObject {
  /** The object, for messages. */
  readonly name: string;

  constructor(
    readonly definition: Definition,
    readonly context: Context,
    readonly inputs: Properties,
  ) {
    this.name = nameOfDeclared(definition, inputs);
  }

  get resource(): Source {
    return { kind: this.definition.kind, name: nameOf(this.inputs) };
  }

  failure(error: unknown): ProviderError {
    const isEarly = maybeGone(error) && isInNew(this.definition, this.context, this.inputs);
    const advice = isEarly ? " This run has only just created what contains it: run again." : "";
    return new ProviderError(`${this.name} was not created. ${messageOf(error)}${advice}`, error);
  }

  /** It is not known whether the object exists. */
  unclear(finding: string, error: unknown): UnclearError {
    // The next run follows the client's advice to look.
    const failure = error === undefined ? "" : `${unexplained(messageOf(error)).replace(` ${lookFirst}`, "")} `;
    return new UnclearError(
      `${this.name} may have been created: ${finding}. ${failure}Run again, which looks first.${explainedBy("lost-answer")}`,
      error,
    );
  }

  /** The object exists, but a step after its creation failed. */
  unfinished({ id, state }: Created, what: string, error: unknown): UnfinishedError {
    const message = `${this.name} (${id}) ${what}: ${messageOf(error).replace(` ${lookFirst}`, "")} ${recordedText(error)}`;
    return new UnfinishedError(message, id, { ...this.inputs, ...state, [unfinishedKey]: what }, error);
  }
}

/** The result for Pulumi: the id and state of the resource's object. */
export interface Created {
  readonly id: string;
  readonly state: Properties;
}
