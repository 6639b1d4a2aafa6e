import { execFile } from "node:child_process";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { promisify } from "node:util";

/** What measurements depend on in addition to the sources: the machine, its system, Node and the Pulumi CLI on the path. */
export async function machine(): Promise<string> {
  const { stdout } = await promisify(execFile)("pulumi", ["version"], {
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
  });
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return [
    `${availableParallelism()} × ${model}`,
    memory,
    `${type()} ${release()}`,
    `Node ${process.version}`,
    `Pulumi CLI ${stdout.trim()}`,
  ].join(", ");
}
