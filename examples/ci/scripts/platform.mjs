import { github } from "./github.mjs";
import { gitlab } from "./gitlab.mjs";

/**
 * A comment or an issue that the pipeline itself has written.
 *
 * @typedef {{ readonly id: number, readonly text: string }} Own
 */

/**
 * @typedef {Own & { readonly at: string }} OwnComment `at`: when it was last changed, in ISO 8601
 */

/**
 * What somebody who may approve a request, and is not its author, thinks of it now.
 *
 * @typedef {object} Opinion
 * @property {string} by
 * @property {boolean} isApproval false: asks for changes
 * @property {string} [commit] that was approved, on GitHub
 * @property {string} at in ISO 8601
 */

/**
 * What the scripts need of the service that runs the pipeline. A request is a pull or a merge request.
 *
 * @typedef {object} Platform
 * @property {() => number} request of this run
 * @property {() => string} commit of this run
 * @property {() => string} run address of this run
 * @property {() => Promise<string>} head the last commit of the branch of this run
 * @property {(commit: string) => Promise<number | undefined>} requestMergedAs the request whose merge made a commit
 * @property {(request: number) => Promise<readonly OwnComment[]>} ownComments the earliest first
 * @property {(request: number, text: string) => Promise<unknown>} addComment
 * @property {(request: number, id: number, text: string) => Promise<unknown>} editComment
 * @property {(request: number) => Promise<readonly Opinion[]>} opinions
 * @property {(run: string) => Promise<unknown>} [reviewBy] the JSON of the review by a run; on GitHub, an action fetches it
 * @property {() => Promise<readonly Own[]>} ownOpenIssues the earliest first
 * @property {(title: string, text: string) => Promise<unknown>} openIssue
 * @property {(id: number, text: string) => Promise<unknown>} editIssue
 * @property {(id: number, note: string) => Promise<unknown>} closeIssue
 */

/**
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Platform}
 */
function platformOf(environment) {
  if (environment["GITHUB_ACTIONS"] === "true") return github(environment);
  if (environment["GITLAB_CI"] === "true") return gitlab(environment);
  throw new Error("this is neither a job of GitHub Actions nor one of GitLab CI");
}

/**
 * Runs a script, whose failure is one line.
 *
 * @param {(platform: Platform, args: readonly string[]) => Promise<void>} script
 */
export async function main(script) {
  try {
    await script(platformOf(process.env), process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
