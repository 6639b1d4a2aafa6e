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
  const { stack, sandbox, others } = life;
  expectSame(without(objectsOf(sandbox), others), declaredBy(agency), "the provider has");
  await expectInState(life, size);
  const left = await readingOnly(life, () => stack.changes("--refresh", "--expect-no-changes"));
  expectSame(left, [], "left to do");
}
