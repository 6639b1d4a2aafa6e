import type { Context } from "../../runtime/context.js";
import type { Definition } from "../../definition/definition.js";
import { nameOfDeclared, naturalKey, shownTitle, wholeTitle } from "../../definition/object-name.js";
import { type NotedTitle, notedTitle } from "../../journal/noted-title.js";
import type { Properties } from "../../values/properties.js";

/** The object to create. */
export class Subject {
  readonly definition: Definition;
  readonly context: Context;
  readonly inputs: Properties;
  /** The object, for messages. */
  readonly name: string;
  /** The title with its secrets. Must never be shown or written. */
  readonly wholeTitle: string;
  /** The whole title in one spelling. */
  readonly naturalKey: string;

  constructor(definition: Definition, context: Context, inputs: Properties) {
    this.definition = definition;
    this.context = context;
    this.inputs = inputs;
    this.name = nameOfDeclared(definition, inputs);
    this.wholeTitle = wholeTitle(definition, inputs);
    this.naturalKey = naturalKey(definition, inputs);
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
