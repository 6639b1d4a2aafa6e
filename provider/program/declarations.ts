import * as pulumi from "@pulumi/pulumi";
import { messageOf } from "../values/errors.js";
import { parentOf } from "../pulumi/resources.js";
import { knownValue } from "../pulumi/outputs.js";
import { beforeEnd, isMocked, isStartedByEngine, perRun, programError, transformDeclarations } from "../pulumi/runs.js";
import { writtenState } from "../pulumi/protocol.js";
import { watchOptions, watchOutputs, watchUnknown } from "../pulumi/registrations.js";
import { handOver } from "../values/remarks.js";
import { digestKeyVariable } from "../values/reviewed.js";
import { once } from "../../sdk/values/once.js";

/**
 * The options of resources that have `deletedWith` or `retainOnDelete`. In the engine, children inherit them, including children of a component. Pulumi does not
 * keep them on the resource object, so only a transformation can read them.
 */
const declaredOptions = new WeakMap<pulumi.Resource, pulumi.CustomResourceOptions>();

/** What the program declares or reads in a preview, of any package, and what the engine has in the state. */
const present = perRun(() => ({ declarations: [] as pulumi.ResourceTransformationArgs[], state: once(writtenState) }));

async function loadJudges() {
  const [{ removals }, { ordersText }] = await Promise.all([import("./removals.js"), import("./orders.js")]);
  return { removals, ordersText };
}

/** Reads, while the engine compares resources, what the end of a preview needs. */
async function readAhead(
  { resource, opts }: pulumi.ResourceTransformationArgs,
  { state }: ReturnType<typeof present>,
): Promise<void> {
  if (isMocked() || "id" in opts || (await knownValue((resource as pulumi.CustomResource).id)) === undefined) return;
  await Promise.all([state(), loadJudges()]);
}

const watch: pulumi.ResourceTransformation = (declaration) => {
  const { resource, opts } = declaration;
  if (pulumi.runtime.isDryRun()) {
    const run = present();
    // The resource has its id only once its constructor has ended. What fails here fails at the end again, and is told there.
    if (run.declarations.push(declaration) === 1) setImmediate(() => void readAhead(declaration, run).catch(() => undefined));
  }
  if ("deletedWith" in opts || opts.retainOnDelete !== undefined) declaredOptions.set(resource, opts);
  return undefined;
};

/** Watches all that the program declares from now on. */
export const watchDeclarations = (): void => transformDeclarations(watch);

/** `deletedWith` and `retainOnDelete` of a resource with these options, as the engine resolves them. */
export function effectiveOptions({ deletedWith, retainOnDelete, parent }: pulumi.CustomResourceOptions) {
  let named = deletedWith;
  let isRetained = retainOnDelete;
  for (let above = parent; above !== undefined; above = parentOf(above)) {
    const inherited = declaredOptions.get(above);
    named ??= inherited?.deletedWith;
    isRetained ??= inherited?.retainOnDelete;
  }
  return { deletedWith: named, isRetained: isRetained === true };
}

/**
 * Says what becomes of the resources that have left the program, because Pulumi calls a provider about no deletion in a preview, and what is
 * ordered in all. Fails the preview if the run is known to fail at a deletion. Loads what judges only now, because it would delay every program.
 *
 * @returns whether the program may signal its end
 */
async function judgeEnd(): Promise<boolean> {
  // Once the engine is gone, nothing reads what a program says. Pulumi's SDK would report each failed write in another one, for ever.
  if (isStartedByEngine()) process.stderr.on("error", () => undefined);
  const { declarations, state } = present();
  const { removals, ordersText } = await loadJudges();
  const { failures, remarks } = await removals(declarations, state);
  if (remarks !== undefined) await pulumi.log.warn(remarks);
  if (failures === undefined) {
    const orders = ordersText();
    if (orders !== undefined) await pulumi.log.info(orders);
    return true;
  }
  if (!isStartedByEngine()) {
    await pulumi.log.error(failures);
    return true;
  }
  // A rejection that nobody handles ends a program in a process of its own; elsewhere, it would be that of every run in the process.
  void Promise.reject(programError(failures));
  return false;
}

// A component may set options before the program declares the first resource of this package, and a program may have none left.
watchDeclarations();
// A command that shows others what the program would do has to show what a preview does not.
if (process.env[digestKeyVariable] && pulumi.runtime.isDryRun()) {
  watchOptions((urn, options) => handOver({ code: "options", urn, options, text: "" }, String));
  watchOutputs((plain) => handOver({ code: "outputs", plain, text: "" }, String));
  watchUnknown((place) => handOver({ code: "unseen", text: place }, String));
}
beforeEnd(async () => {
  if (!pulumi.runtime.isDryRun() || pulumi.log.hasErrors()) return true;
  return judgeEnd().catch(async (error: unknown) => {
    await pulumi.log.info(`What is removed and ordered is not known: ${messageOf(error)}`);
    return true;
  });
});
