import type { Context } from "../../runtime/context.js";
import type { Definition } from "../../definition/definition.js";
import { nameOfDeclared, naturalKey, shownTitle, wholeTitle } from "../../definition/object-name.js";
import { type NotedTitle, notedTitle } from "../../journal/noted-title.js";
import type { Properties } from "../../values/properties.js";

/** A declared object. */
export class Subject {
  readonly definition: Definition;
  readonly context: Context;
  readonly inputs: Properties;
  /** The object, for messages. */
  readonly name: string;

  constructor(definition: Definition, context: Context, inputs: Properties) {
    this.definition = definition;
    this.context = context;
    this.inputs = inputs;
    this.name = nameOfDeclared(definition, inputs);
  }

  /** The title with its secrets. Must never be shown or written. */
  get wholeTitle(): string {
    return wholeTitle(this.definition, this.inputs);
  }

  /** The whole title in one spelling. */
  get naturalKey(): string {
    return naturalKey(this.definition, this.inputs);
  }

  /** The title for the journal. */
  notedTitle(): NotedTitle {
    return notedTitle(shownTitle(this.definition, this.inputs), this.wholeTitle);
  }
}

/** The result for Pulumi: the id and state of the resource's object. */
export interface Created {
  readonly id: string;
  readonly state: Properties;
}
