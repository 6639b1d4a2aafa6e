import { run, reasonOf } from "../../process.mjs";
import { timeout } from "../install.mjs";

/** Something that a step expects and that is not so. */
export class Unexpected extends Error {}

/**
 * @param {boolean} condition
 * @param {string} problem
 */
export function expect(condition, problem) {
  if (!condition) throw new Unexpected(problem);
}

/** Below a component, its type precedes that of the resource. */
const ofThePackage = (/** @type {string} */ urn) => urn.includes("pulumi-nodejs:dynamic/hosting:");

/**
 * @typedef {object} Plan What a preview prints with `--json`.
 * @property {{ op: string, urn: string }[]} steps
 * @property {{ message: string }[]} [diagnostics]
 */

/**
 * The commands that a user gives.
 *
 * @param {import("../install.mjs").Place} place
 */
export function stackIn({ folder, env }) {
  const command = (/** @type {readonly string[]} */ args) =>
    run("pulumi", [...args, "--non-interactive", "--color", "never"], { cwd: folder, env, timeout });
  /**
   * @param {readonly string[]} args
   * @param {{ fails?: RegExp }} [expectation] why it fails; without it, it succeeds
   */
  const pulumi = async (args, { fails } = {}) => {
    const result = await command(args);
    const shown = `pulumi ${args.join(" ")}`;
    if (fails === undefined) expect(result.status === 0, `${shown} fails: ${reasonOf(result.output)}`);
    else {
      expect(result.status !== 0, `${shown} does not fail`);
      expect(fails.test(result.output), `${shown} fails for another reason: ${reasonOf(result.output)}`);
    }
    return result;
  };
  return {
    pulumi,
    /**
     * @param {readonly string[]} flags
     * @returns {Promise<string[]>} the steps that change a resource of the package, as `op name`, sorted
     */
    async changes(...flags) {
      const { status, stdout, output } = await command(["preview", "--json", ...flags]);
      // A command that fails early prints no plan.
      const { steps, diagnostics = [] } = /** @type {Plan} */ (stdout.startsWith("{") ? JSON.parse(stdout) : { steps: [] });
      const messages = diagnostics.map(({ message }) => message).join("");
      expect(status === 0, `pulumi preview ${flags.join(" ")} fails: ${reasonOf(messages || output)}`);
      return steps
        .filter(({ op, urn }) => ofThePackage(urn) && !["same", "refresh", "read"].includes(op))
        .map(({ op, urn }) => `${op} ${urn.split("::").at(-1)}`)
        .sort();
    },
    /** @returns {Promise<number>} resources of the package in the state */
    async size() {
      const { stdout } = await pulumi(["stack", "export"]);
      const { deployment } = /** @type {{ deployment: { resources?: { urn: string }[] } }} */ (JSON.parse(stdout));
      return (deployment.resources ?? []).filter(({ urn }) => ofThePackage(urn)).length;
    },
  };
}

/** @typedef {ReturnType<typeof stackIn>} Stack */
