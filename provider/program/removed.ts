import { createRequire } from "node:module";
import * as pulumi from "@pulumi/pulumi";
import { messageOf } from "../values/errors.js";
import { attempt } from "../journal/journal-storage.js";
import { perRun } from "./per-run.js";
import { programError } from "./program-error.js";

/**
 * Pulumi calls a provider about no deletion in a preview. So the program's side says what becomes of the resources that have left the program, and
 * fails the preview if the run is known to fail at one of them.
 */

/** The resources that the program declares or reads, of any package. */
const present = perRun((): pulumi.ResourceTransformationArgs[] => []);

/** To be called for each resource of the program. */
export const watchDeclared = (declaration: pulumi.ResourceTransformationArgs): void => {
  if (pulumi.runtime.isDryRun()) present().push(declaration);
};

/** Loads what judges only now, because it would delay every program. Returns whether the program may signal its end. */
async function judge(): Promise<boolean> {
  // Once the engine is gone, nothing reads what a program says. Pulumi's SDK would report each failed write in another one, for ever.
  if (process.env["PULUMI_NODEJS_ENGINE"] !== undefined) process.stderr.on("error", () => undefined);
  const { removals } = await import("./removals.js");
  const { failures, remarks } = await removals(present());
  if (remarks !== undefined) await pulumi.log.warn(remarks);
  if (failures === undefined) return true;
  if (process.env["PULUMI_NODEJS_ENGINE"] === undefined) {
    await pulumi.log.error(failures);
    return true;
  }
  // A rejection that nobody handles ends a program in a process of its own; elsewhere, it would be that of every run in the process.
  void Promise.reject(programError(failures));
  return false;
}

interface Monitor {
  signalAndWaitForShutdown?(this: unknown, ...parameters: unknown[]): unknown;
}

/**
 * Judges before Pulumi's SDK signals the engine that the program has declared everything and nothing has failed. Only then does the engine come
 * to the deletions. The Automation API signals it too. Done when the package is loaded, because a program may have no resource left.
 */
function watchEnds(): void {
  const load = createRequire(__filename);
  const monitor = attempt(
    () =>
      (load("@pulumi/pulumi/proto/resource_grpc_pb.js") as { ResourceMonitorClient: { prototype: Monitor } })
        .ResourceMonitorClient.prototype,
  );
  const signal = monitor?.signalAndWaitForShutdown;
  if (monitor === undefined || signal === undefined) return;
  monitor.signalAndWaitForShutdown = function (...parameters) {
    const judged = pulumi.runtime.isDryRun() && !pulumi.log.hasErrors() ? judge() : Promise.resolve(true);
    void judged
      .catch(async (error: unknown) => {
        await pulumi.log.info(`What the removal of resources does is not known: ${messageOf(error)}`);
        return true;
      })
      .then((mayEnd) => {
        if (mayEnd) signal.apply(this, parameters);
      });
  };
}

watchEnds();
