import { isDeepStrictEqual } from "node:util";
import { storyOf } from "../preview/events.js";
import { type ChangeHash, type Digest, digestOf } from "../review/digest.js";
import { reviewedFiles } from "../review/files.js";
import type { Pulumi } from "../stack/pulumi.js";
import type { Before } from "../review/before.js";
import { type Objection, objectionTo } from "./judge.js";

export interface Reviewed {
  readonly digest: Digest;
  /** Undefined if only the digest is known. */
  readonly changes: readonly ChangeHash[] | undefined;
  /** Flags of the run. */
  readonly options: readonly string[];
  /** Settings of the run in its environment. */
  readonly variables: Readonly<Record<string, string>>;
  /** Why it is applied even if something else was reviewed. */
  readonly force: string | undefined;
}

/** Decides about a run that waits after its preview. */
export class Decision {
  #objection: Objection | undefined;
  #previewed: Digest | undefined;

  constructor(
    private readonly pulumi: Pulumi,
    private readonly folder: string,
    private readonly before: Before,
    private readonly reviewed: Reviewed,
  ) {}

  /** Why the run must not go on as it is. */
  get objection(): Objection | undefined {
    return this.#objection;
  }

  /** What it would do; undefined before its preview has ended. */
  get previewed(): Digest | undefined {
    return this.#previewed;
  }

  /** Why it goes on although it is not what was reviewed. */
  get forced(): string | undefined {
    return this.#objection?.isForcible === true ? this.reviewed.force : undefined;
  }

  /** With event logs of the preview, and of the run so far. */
  async mayGoOn(previewLog: string, runLog: string): Promise<boolean> {
    const { stack, state, files: before } = this.before;
    const preview = storyOf(previewLog);
    const files = await reviewedFiles(this.folder, stack);
    this.#previewed = digestOf(preview, { ...files, variables: this.reviewed.variables, options: this.reviewed.options });
    const proposed = {
      preview,
      digest: this.#previewed,
      begun: storyOf(runLog),
      isSameState: (await this.pulumi.exportState()) === state,
      areSameFiles: isDeepStrictEqual(files, before),
    };
    this.#objection = objectionTo(proposed, this.reviewed.digest, this.reviewed.changes);
    return this.#objection === undefined || this.forced !== undefined;
  }
}
