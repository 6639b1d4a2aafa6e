import type { Resource } from "./history.js";
import { allHoldings, holdingsOf, isLive } from "./invariants/holders.js";
import { keyOf } from "./objects.js";
import { nameOfUrn } from "./program.js";
import type { Failure, Stack, World } from "./world.js";

/** A way on that a message names. `false`: it cannot be gone here. */
interface Remedy {
  readonly says: RegExp;
  follow(world: World, stack: Stack, failure: Failure): boolean;
}

const change = (stack: Stack, name: string, to: Partial<Resource>): boolean => {
  const resource = stack.program.get(name);
  if (resource !== undefined) stack.program.set(name, { ...resource, ...to });
  return resource !== undefined;
};

/** The ids of objects of the failure's kind that its message names. */
const named = (world: World, { call, message }: Failure): string[] =>
  [...world.ledger.made.keys()]
    .filter((key) => key.startsWith(`${call.kind}/`) && world.exists(key))
    .map((key) => key.slice(call.kind.length + 1))
    .filter((id) => message.includes(id));

const isHeld = (world: World, { call }: Failure, id: string): boolean =>
  allHoldings(world).some((each) => isLive(each) && each.object === keyOf(call.kind, id));

const isHeldBy = (world: World, stack: Stack, { call }: Failure, id: string): boolean =>
  holdingsOf(world, stack).some(({ object, entry }) => object === keyOf(call.kind, id) && nameOfUrn(entry.urn) === call.name);

/** In the order in which they are tried. */
const remedies: readonly Remedy[] = [
  {
    // What nobody has is taken over; what is another resource's the program did not mean to declare a second time.
    says: /`adopt: true`/,
    follow(world, stack, failure) {
      const { name } = failure.call;
      if (/Remove `adopt: true`/.test(failure.message)) return change(stack, name, { adopt: false });
      const ids = named(world, failure);
      if (ids.some((id) => isHeldBy(world, stack, failure, id))) return world.edit(stack, name, "untaint");
      if (ids.some((id) => isHeld(world, failure, id))) return stack.program.delete(name);
      return stack.program.get(name)?.adopt !== true && change(stack, name, { adopt: true });
    },
  },
  {
    says: /[Rr]emove (?:the object there|the others at the provider|one of them|it at the provider)/,
    follow(world, stack, failure) {
      const ids = named(world, failure);
      const [free] = ids.filter((id) => !isHeld(world, failure, id));
      // One of them is another resource's, which this one then would take over.
      if (free === undefined || ids.some((id) => isHeld(world, failure, id))) return stack.program.delete(failure.call.name);
      world.removeByHand(keyOf(failure.call.kind, free));
      return true;
    },
  },
  {
    says: /pulumi state untaint/,
    follow: (world, stack, { call }) => world.edit(stack, call.name, "untaint"),
  },
  {
    says: /pulumi state delete/,
    follow: (world, stack, { call }) => world.edit(stack, call.name, "delete"),
  },
];

/** Does what the messages of the stack's last command say. Whether there was anything to do. */
export function followRemedy(world: World, stack: Stack): boolean {
  const ended = stack.ended.at(-1);
  if (ended === undefined || ended.result === "succeeded") return false;
  const followed = ended.failures.map((failure) =>
    remedies.some(({ says, follow }) => says.test(failure.message) && follow(world, stack, failure)),
  );
  const unprotected = holdingsOf(world, stack).filter(
    ({ entry }) => entry.protect === true && ended.messages.some((message) => message.includes(entry.urn) && /protect/.test(message)),
  );
  for (const { entry } of unprotected) world.edit(stack, nameOfUrn(entry.urn), "unprotect");
  for (const { entry } of unprotected) change(stack, nameOfUrn(entry.urn), { protect: false });
  return followed.includes(true) || unprotected.length > 0;
}
