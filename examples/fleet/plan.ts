import type { LocalWorkspace } from "@pulumi/pulumi/automation";
import { type Command, isPreviewed, requestsOf, requestsOfChanges, type Size } from "./command.js";
import { type Customer, sizeOf } from "./customers.js";
import type { Planned } from "./fleet.js";
import { type Invocation, UsageError } from "./invocation.js";
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

function work({ command, customers, names, part, requests }: Invocation, stray: readonly StrayStack[]): Plan {
  const unknown = names.filter((name) => !customers.some((customer) => customer.name === name));
  if (unknown.length > 0) {
    const left = unknown.filter((name) => stray.some((stack) => stack.name === name));
    const hint = left.length > 0 ? ` A stack is left of ${left.join(", ")}: npm run fleet -- retire ${left.join(" ")}` : "";
    throw new UsageError(`There is no customer ${unknown.join(", ")}.${hint}`);
  }
  const chosen = names.length === 0 ? customers : customers.filter(({ name }) => names.includes(name));
  const question =
    command === "destroy"
      ? `This deletes everything of ${chosen.length === 1 ? "the customer" : `${chosen.length} customers:`} ${chosen.map(({ name }) => name).join(", ")}. A stack with protected domains fails before anything of it is deleted.`
      : undefined;
  const stacks = stacksOf(command, chosen);
  return { stacks: fitting(part === undefined ? stacks : partOf(stacks, part), requests), question };
}

/** The stacks of customers, with the requests that each may need. */
export const stacksOf = (command: Command, customers: readonly Customer[]): readonly Planned[] =>
  customers.map((customer) => plannedFor(command, customer.name, sizeOf(customer)));

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
  const kept = names.filter((name) => customers.some((customer) => customer.name === name));
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

const inWords = ({ kind, name, id, isProtected }: Managed): string =>
  `${kind} ${name}${id === name ? "" : ` (${id})`}${isProtected ? ", protected" : ""}`;
