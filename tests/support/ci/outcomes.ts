import assert from "node:assert/strict";
import { whileRunning } from "../killed.js";
import { descendants, kill } from "../processes.js";
import type { TestServer } from "../server.js";
import { contentsOf, type Ran } from "./machine.js";
import { planted, type Project } from "./project.js";
import type { RequestService } from "./request-service.js";

export const succeeded = (ran: Ran | undefined): Ran => {
  assert.ok(ran?.succeeded, ran?.output ?? "the job did not run");
  return ran;
};
export const failed = (ran: Ran | undefined, reason: RegExp): Ran => {
  assert.ok(ran !== undefined && !ran.succeeded, ran?.output ?? "the job did not run");
  assert.match(ran.output, reason);
  return ran;
};

/** Kills the engine of a job, and what it has started, once the sandbox meets a condition. */
export async function pulumiKilledOnce(job: Promise<Ran | undefined>, there: () => boolean): Promise<void> {
  await whileRunning(
    job.then((ran) => ({ output: ran?.output ?? "" })),
    () => !there(),
  );
  const engine = descendants(process.pid).find(({ command }) => /^\S*pulumi up /.test(command))!;
  for (const each of [engine, ...descendants(engine.pid)]) kill(each);
}

/** Nothing secret is in what jobs left, printed, wrote or sent to the service. */
export async function assertSecret(
  passwords: Iterable<string>,
  project: Project,
  ran: readonly Ran[],
  service: RequestService,
  server: TestServer,
): Promise<void> {
  const secrets = [...Object.values(planted), ...passwords];
  const written = [
    ...(await Promise.all((await project.jobs()).map(contentsOf))),
    ...ran.map(({ output }) => output),
    ...service.comments.map(({ text }) => text),
    ...service.issues.map(({ text }) => text),
    ...service.notes,
    ...server.received.map(({ url, body }) => url + body),
  ].join("\n");
  for (const secret of secrets) assert.ok(!written.includes(secret), `${secret} is not shown`);
}
