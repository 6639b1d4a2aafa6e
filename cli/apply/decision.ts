import { isDeepStrictEqual } from "node:util";
import type { Reviewed } from "../../provider/values/reviewed.js";
import { storyOf } from "../preview/events.js";
import { type Before, contentOf } from "../review/before.js";
import { type Digest, previewedBy } from "../review/digest.js";
import { reviewedFiles } from "../review/files.js";
import { reviewedRun } from "../review/plan.js";
import { parseExport } from "../stack/deployment.js";
import type { Pulumi } from "../stack/pulumi.js";
import { type Objection, objectionTo } from "./judge.js";
import type { ReviewFile } from "./review-file.js";

export interface Expected {
  readonly digest: Digest;
  /** Undefined if only the digest is known. */
  readonly review: ReviewFile | undefined;
  /** Flags of the run. */
  readonly options: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Why it is applied even if something else was reviewed. */
  readonly force: string | undefined;
}

/** Decides about a run that waits after its preview. */
export class Decision {
  #objection: Objection | undefined;
  #previewed: Digest | undefined;

  constructor(
    private readonly pulumi: Pulumi,
    private readonly before: Before & { readonly key: string },
    private readonly expected: Expected,
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
    return this.#objection?.isForcible === true ? this.expected.force : undefined;
  }

  /**
   * With event logs of the preview, and of the run so far.
   *
   * @returns what the run may do; undefined if it must not go on
   */
  async allowed(previewLog: string, runLog: string): Promise<Reviewed | undefined> {
    const { folder, stack, content, key, files: before } = this.before;
    const { digest: reviewed, review, options, environment } = this.expected;
    const preview = storyOf(previewLog);
    const files = await reviewedFiles(folder, stack);
    const { digest, settings } = await previewedBy(preview, this.before, environment, options);
    this.#previewed = digest!;
    const proposed = {
      preview,
      key,
      digest: digest!,
      settings,
      begun: storyOf(runLog),
      isSameState: isDeepStrictEqual(content, contentOf(parseExport(await this.pulumi.exportState()))),
      areSameFiles: isDeepStrictEqual(files, before),
    };
    this.#objection = await objectionTo(proposed, reviewed, review);
    return this.#objection === undefined || this.forced !== undefined ? reviewedRun(preview) : undefined;
  }
}
