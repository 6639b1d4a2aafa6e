import type { dynamic } from "@pulumi/pulumi";
import type { Properties } from "../../../provider/values/properties.js";
import { noteRecorded } from "../../../provider/journal/recorded.js";
import { providerKey } from "../../../provider/values/reserved-properties.js";
import { unmarked } from "../../../tests/support/provider-calls.js";
import type { CallName, CommandName, Managed, Task, TaskResult } from "../parts/commands.js";

/*
 * A provider process without Pulumi's part in it: the handlers of webhooks with all that they need, called as the engine does in
 * one command. Its first argument is the address of the engine, its task a message of the parent.
 */

type Handler = Required<dynamic.ResourceProvider<Properties, Properties>>;

// By the package's name, as the state of a stack names it.
// eslint-disable-next-line @typescript-eslint/no-require-imports
const { webhook: handler } = require("pulumi-hosting/provider") as { readonly webhook: Handler };

/** The engine checks and compares one resource after the other, and does several of all others at a time. */
const atATime: Readonly<Record<CallName, number>> = { check: 1, diff: 1, read: 8, write: 8 };

const cpu: Partial<Record<CallName, number>> = {};

/** Calls the provider for all items, and takes the CPU. Results in the order of the items. */
async function measured<T, R>(name: CallName, items: readonly T[], call: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await call(item);
  };
  const before = process.cpuUsage();
  await Promise.all(Array.from({ length: atATime[name] }, worker));
  const { user, system } = process.cpuUsage(before);
  cpu[name] = (user + system) / 1000;
  return results;
}

/** Properties as the engine sends them back. Pulumi's process adds the text that finds the provider. */
const returned = (values: Properties | undefined, { declared }: Managed): Properties => ({
  ...(unmarked(values ?? {}) as Properties),
  [providerKey]: declared[providerKey],
});

async function check(resource: Managed): Promise<Managed> {
  const { inputs, failures = [] } = await handler.check(resource.inputs, resource.declared);
  if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join(" "));
  return { ...resource, inputs: returned(inputs, resource) };
}

/** @param isChanged what the result must be */
const diff =
  (isChanged: boolean) =>
  async ({ id, state, inputs }: Managed): Promise<void> => {
    const { changes, replaces = [] } = await handler.diff(id, state, inputs);
    // Without an answer, the engine compares the inputs itself.
    if ((changes !== false) !== isChanged || replaces.length > 0)
      throw new Error(`${id}: changes is ${String(changes)}, and ${replaces.join(", ") || "nothing"} replaces it.`);
  };

async function create(resource: Managed): Promise<Managed> {
  const { id, outs } = await handler.create(resource.inputs);
  return { ...resource, id, state: returned(outs, resource) };
}

async function update(resource: Managed): Promise<Managed> {
  const { outs } = await handler.update(resource.id, resource.state, resource.inputs);
  return { ...resource, state: returned(outs, resource) };
}

async function read(resource: Managed): Promise<Managed> {
  const { id, props } = await handler.read(resource.id, resource.state);
  if (id !== resource.id) throw new Error(`${resource.id}: not found.`);
  return { ...resource, state: returned(props, resource) };
}

const commands: Readonly<Record<CommandName, (resources: readonly Managed[]) => Promise<readonly Managed[]>>> = {
  apply: async (resources) => measured("write", await measured("check", resources, check), create),
  preview: async (resources) => {
    await measured("diff", await measured("check", resources, check), diff(false));
    return resources;
  },
  refresh: async (resources) => {
    const found = await measured("read", resources, read);
    await measured("diff", found, diff(false));
    return found;
  },
  change: async (resources) => {
    const checked = await measured("check", resources, check);
    await measured("diff", checked, diff(true));
    return measured("write", checked, update);
  },
  destroy: async (resources) => {
    await measured("write", resources, ({ id, state }) => handler.delete(id, state));
    return [];
  },
};

async function run({ command, resources }: Task): Promise<TaskResult> {
  const get = (): undefined => undefined;
  const require = (key: string): never => {
    throw new Error(`${key} is not configured.`);
  };
  await handler.configure({ config: { get, require } });
  const managed = await commands[command](resources);
  // As a program does once the engine tells it of an object. Otherwise the next command takes the run for one that was cut off.
  const environment = { ...process.env, PULUMI_NODEJS_ENGINE: process.argv[2] };
  const files = new Map<string, boolean>();
  if (command !== "preview") for (const { id } of managed) noteRecorded("webhook", id, environment, files);
  return { resources: managed, cpu };
}

const fail = (error: unknown): void => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
};

process.once("disconnect", () => process.exit(1));
process.once("message", (task: Task) => {
  run(task).then((result) => process.send!(result), fail);
});
