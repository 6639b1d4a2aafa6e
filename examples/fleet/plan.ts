import type { LocalWorkspace } from "@pulumi/pulumi/automation";
import { type Command, isPreviewed, requestsOf, requestsOfApply, requestsOfChanges, type Size } from "./command.js";
import { type Customer, type CustomersStack, sizeOf, stacksIn } from "./customers.js";
import type { Planned } from "./fleet.js";
import type { FleetReview } from "./fleet-review.js";
import { UsageError } from "./arguments.js";
import type { Invocation } from "./invocation.js";
import { partOf } from "./part.js";
import { contentsOf, type Managed, type StrayStack } from "./stacks.js";

/** What a command will do. */
export interface Plan {
  readonly stacks: readonly Planned[];
  /** What the user must agree to; undefined if everything to be deleted is no longer in the customers' file. */
  readonly question: string | undefined;
}

/** @throws UsageError */
export const planOf = (invocation: Invocation, stray: readonly StrayStack[], workspace: LocalWorkspace): Promise<Plan> | Plan =>
  invocation.command === "retire" ? retirement(invocation, stray, workspace) : work(invocation, stray);

function work(invocation: Invocation, stray: readonly StrayStack[]): Plan {
  const { command, customers, names, part, requests, reviewed } = invocation;
  const all = stacksIn(customers);
  const unknown = names.filter((name) => !all.some((stack) => stack.name === name));
  if (unknown.length > 0) {
    for (const name of unknown) refuseMoved(name, customers);
    const left = unknown.filter((name) => stray.some((stack) => stack.name === name));
    const hint = left.length > 0 ? ` A stack is left of ${left.join(", ")}: npm run fleet -- retire ${left.join(" ")}` : "";
    throw new UsageError(`There is no customer ${unknown.join(", ")}.${hint}`);
  }
  const chosen = names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
  const planned = reviewed === undefined ? stacksOf(command, chosen) : toApply(reviewed.review, all, chosen);
  const stacks = fitting(part === undefined ? planned : partOf(planned, part), requests);
  const ran = chosen.filter(({ name }) => stacks.some((stack) => stack.name === name));
  return { stacks, question: command === "destroy" ? questionOf(ran.flatMap((stack) => stack.customers)) : undefined };
}

/** @throws UsageError if a reviewed stack is not in the file */
function toApply({ stacks }: FleetReview, all: readonly CustomersStack[], chosen: readonly CustomersStack[]): readonly Planned[] {
  const strange = Object.keys(stacks).filter((name) => !all.some((stack) => stack.name === name));
  if (strange.length > 0) throw new UsageError(`The review is of another customers' file: it has ${strange.join(", ")}.`);
  return chosen.flatMap(({ name, customers }) => {
    const { digest, counts } = stacks[name] ?? { digest: undefined, counts: {} };
    if (digest === undefined) return [];
    const changes = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return [{ name, requests: requestsOfApply(changes, sizeOf(customers)) }];
  });
}

function questionOf(customers: readonly Customer[]): string {
  const names = customers.map(({ name }) => name).join(", ");
  const whose = customers.length === 1 ? "the customer" : `${customers.length} customers:`;
  return `This deletes everything of ${whose} ${names}. A stack with protected domains fails before anything of it is deleted.`;
}

/** @throws UsageError if the customer with that name is in another stack */
function refuseMoved(name: string, customers: readonly Customer[]): void {
  const stack = customers.find((customer) => customer.name === name)?.stack;
  if (stack !== undefined && stack !== name)
    throw new UsageError(`The customer ${name} is in the stack ${stack}. The names in a command are those of stacks.`);
}

/** The stacks with the requests that each may need. */
export const stacksOf = (command: Command, stacks: readonly CustomersStack[]): readonly Planned[] =>
  stacks.map(({ name, customers }) => plannedFor(command, name, sizeOf(customers)));

/** A stack of that size. */
export const plannedFor = (command: Command, name: string, size: Size): Planned => ({
  name,
  requests: requestsOf(command, size),
  ...(isPreviewed(command, size)
    ? {
        preview: {
          requests: requestsOf("preview", size),
          requestsOfChanges: (changes: number) => requestsOfChanges(changes, size),
        },
      }
    : {}),
});

/** @throws UsageError if a stack may need more than the whole run may send */
function fitting(stacks: readonly Planned[], most: number | undefined): readonly Planned[] {
  const large = stacks.find(({ requests }) => requests > (most ?? Infinity));
  if (large === undefined) return stacks;
  throw new UsageError(`${large.name} may need ${large.requests} requests: --requests ${most} is too few.`);
}

async function retirement(
  { command, customers, names, requests }: Invocation,
  stray: readonly StrayStack[],
  workspace: LocalWorkspace,
): Promise<Plan> {
  const kept = names.filter((name) => customers.some(({ stack }) => stack === name));
  if (kept.length > 0)
    throw new UsageError(`${kept.join(", ")}: still in the customers' file. Remove customers who have left, or use destroy.`);
  const unknown = names.filter((name) => !stray.some((stack) => stack.name === name));
  if (unknown.length > 0) throw new UsageError(`There is no stack ${unknown.join(", ")}, or it is empty.`);
  const contents = await Promise.all(names.map(async (name) => ({ name, ...(await contentsOf(workspace, name)) })));
  const pending = contents.filter(({ isPending }) => isPending).map(({ name }) => name);
  if (pending.length > 0)
    throw new UsageError(
      [
        "A killed run left operations pending, and what they created would be forgotten. Settle them first:",
        ...pending.map((name) => `  npx hosting recover --stack ${name}`),
      ].join("\n"),
    );
  for (const { name, objects } of contents) if (objects.length > 0) refuseStranded(name, customers);
  return {
    stacks: fitting(
      contents.map(({ name, objects: { length } }) => ({
        name,
        requests: requestsOf(command, { resources: length, listings: length }),
      })),
      requests,
    ),
    question: [
      "This deletes the following at the provider, including protected objects, and then the stacks:",
      ...contents.flatMap(({ name, objects }) => [`  ${name}`, ...objects.map((object) => `    ${inWords(object)}`)]),
    ].join("\n"),
  };
}

/** @throws UsageError if the customer with that name has moved without its objects */
function refuseStranded(name: string, customers: readonly Customer[]): void {
  const stack = customers.find((customer) => customer.name === name)?.stack;
  if (stack !== undefined)
    throw new UsageError(`The customer ${name} is in the stack ${stack} now, but its objects are not: move them there first.`);
}

const inWords = ({ kind, name, id, isProtected }: Managed): string =>
  `${kind} ${name}${id === name ? "" : ` (${id})`}${isProtected ? ", protected" : ""}`;
