import { size } from "./agency.mjs";
import { declaredBy, objectsOf, without } from "./objects.mjs";
import { expect } from "./stack.mjs";

/**
 * @typedef {object} Life
 * @property {string} folder of the project
 * @property {import("./stack.mjs").Stack} stack
 * @property {import("../../../sandbox/index.js").Sandbox} sandbox
 * @property {import("./objects.mjs").Objects} others what the account has without the program
 */

/**
 * Runs something that may only read.
 *
 * @template T
 * @param {Life} life
 * @param {() => Promise<T>} command
 */
export async function readingOnly({ sandbox }, command) {
  const writes = () =>
    sandbox.control.journal.requests({ effect: true }).filter(({ operation }) => operation !== "authenticate").length;
  const earlier = writes();
  const result = await command();
  expect(writes() === earlier, "a command that only reads changes something at the provider");
  return result;
}

/**
 * @param {readonly string[]} present
 * @param {readonly string[]} wanted
 * @param {string} what
 */
export function expectSame(present, wanted, what) {
  const list = (/** @type {readonly string[]} */ all) => JSON.stringify(all.toSorted());
  expect(list(present) === list(wanted), `${what}: ${list(present)} instead of ${list(wanted)}`);
}

/**
 * The provider has these objects of the program, and still all that it had without it.
 *
 * @param {Life} life
 * @param {readonly string[]} wanted
 */
export function expectObjects({ sandbox, others }, wanted) {
  const present = objectsOf(sandbox);
  expectSame(without(present, others), wanted, "the provider has");
  expectSame(without(others, present), [], "the provider has lost");
}

/**
 * @param {Life} life
 * @param {number} wanted
 */
export async function expectInState({ stack }, wanted) {
  const present = await stack.size();
  expect(present === wanted, `the state has ${present} resources instead of ${wanted}`);
}

/**
 * The provider has exactly one object for each declared resource, the state has each of them, and nothing is left to do.
 *
 * @param {Life} life
 * @param {import("./agency.mjs").Agency} agency
 */
export async function expectSettled(life, agency) {
  expectObjects(life, declaredBy(agency));
  await expectInState(life, size);
  const left = await readingOnly(life, () => life.stack.changes("--refresh", "--expect-no-changes"));
  expectSame(left, [], "left to do");
}
