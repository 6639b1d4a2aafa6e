import type { Context } from "../../runtime/context.js";
import type { Definition } from "../../definition/definition.js";
import { nameOfDeclared, naturalKey, wholeTitle } from "../../definition/object-name.js";
import { type NotedTitle, notedTitle } from "../../journal/noted-title.js";
import type { Properties } from "../../values/properties.js";

/** What is to be created. */
export class Subject {
  readonly definition: Definition;
  readonly context: Context;
  readonly inputs: Properties;
  /** The object in a message. */
  readonly name: string;
  /** The title with its secrets: never to be shown or written down. */
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

  /** The title as the journal has it. */
  notedTitle(): NotedTitle {
    return notedTitle(this.definition.identity.title(this.inputs), this.wholeTitle);
  }
}

/** An object that has become the resource's: what Pulumi is told of it. */
export interface Created {
  readonly id: string;
  readonly state: Properties;
}
