import type { Definition, Replaced } from "../definition/definition.js";
import { nameOfObject } from "../definition/object-name.js";
import { attempt } from "../journal/journal-storage.js";
import type { Context } from "../runtime/context.js";
import type { Properties } from "../values/properties.js";
import { nameOf } from "../values/reserved-properties.js";

/** An entry of a state, in a run. `news` is the state itself if the program declares nothing else. */
export class Entry implements Replaced {
  readonly kind: string;
  readonly id: string;
  readonly state: Properties;
  readonly news: Properties;

  constructor(
    readonly definition: Definition,
    readonly context: Context,
    { id, state, news = state }: Omit<Replaced, "news"> & Partial<Replaced>,
  ) {
    this.kind = definition.kind;
    this.id = id;
    this.state = state;
    this.news = news;
  }

  /** Its object, for messages. */
  get title(): string {
    return nameOfObject(this.definition, this.id, this.state);
  }

  /** Name of its resource. */
  get resource(): string {
    return nameOf(this.news);
  }

  /** The account of this run, for messages. */
  get here(): string {
    return this.context.ownership.here;
  }

  /** What the ids of its contents begin with; undefined if its kind has none. An invalid id is refused elsewhere. */
  get path(): string | undefined {
    return attempt(() => this.definition.contents?.prefix(this.id));
  }
}
