import { spawnSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import type { Deployment, Exported, PendingOperation, StoredResource } from "../../cli/stack/deployment.js";
import { backendOf } from "../../provider/journal/backend.js";
import { type Claim, Claims } from "../../provider/journal/claims.js";
import type { Note } from "../../provider/journal/journal-events.js";
import { folderStorage } from "../../provider/journal/journal-storage.js";
import { Journal } from "../../provider/journal/journal.js";
import { stateOf, thisProcess } from "../../provider/journal/sender.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { systemClock } from "../../sdk/values/clock.js";
import { temporaryFolder, writeCommand } from "../support/folder.js";
import { loginAt } from "../support/hosting.js";

export const hour = 60 * 60_000;
const stackUrn = "urn:pulumi:test::project::pulumi:pulumi:Stack::project-test";
export const stackEntry: StoredResource = { urn: stackUrn, type: "pulumi:pulumi:Stack", custom: false };
export const provider: StoredResource = {
  urn: "urn:pulumi:test::project::pulumi:providers:pulumi-nodejs::default",
  type: "pulumi:providers:pulumi-nodejs",
  id: "provider-1",
};

export const own = (className: string, name: string, inputs: object, rest: Partial<StoredResource> = {}): StoredResource => ({
  urn: `urn:pulumi:test::project::pulumi-nodejs:dynamic/hosting:${className}::${name}`,
  type: `pulumi-nodejs:dynamic/hosting:${className}`,
  parent: stackUrn,
  provider: `${provider.urn}::${provider.id!}`,
  inputs: { __provider: "text", ...inputs },
  ...rest,
});
export const foreign: StoredResource = {
  urn: "urn:pulumi:test::project::aws:s3/bucket:Bucket::bucket",
  type: "aws:s3/bucket:Bucket",
  custom: true,
};

export const creating = (resource: StoredResource): PendingOperation => ({ type: "creating", resource });
export const deleting = (resource: StoredResource): PendingOperation => ({ type: "deleting", resource });
export const reading = (resource: StoredResource): PendingOperation => ({ type: "reading", resource });

export const hookArgs = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" } as const;
const hookTitle = "POST https://agency.example/hook on DOMAIN_REGISTRATION_STATUS";
export const hookNote = { kind: "webhook", name: "hook", title: hookTitle } as const;

const script = [
  'echo "$@" >> calls',
  'case "$1 $2" in',
  '  "stack export") if [ -e broken ]; then cat broken >&2; exit 255; fi; if [ -e changed ] && [ -e exported ]; then cat changed; else cat state; fi; touch exported;;',
  '  "stack import") cat > sent; if [ -e refusal ]; then cat refusal >&2; exit 1; fi; [ -s sent ] || exit 1; cp sent state; if [ -e beside ]; then cp beside history; fi;;',
  '  "cancel --yes") rm refusal;;',
  '  "stack ls") cat stacks;;',
  '  "stack history") cat history || echo "[]";;',
  '  "stack --show-name") cat name;;',
  '  "config --json") cat config;;',
  "esac",
].join("\n");
const leftBehind = ["beside", "broken", "calls", "changed", "exported", "history", "refusal", "sent", "journal", "Pulumi.yaml"];

/** The process that sent a request, and when; without a process it has ended. */
interface Sending {
  readonly at?: number;
  readonly ago?: number;
  readonly pid?: number;
  readonly isSent?: boolean;
  readonly answered?: string;
}

/** A `pulumi` that exports a state from a file and imports into it, a sandbox, and the journal of earlier runs. */
export function useRecovery() {
  const folder = temporaryFolder();
  const file = (name: string) => join(folder.path, name);
  let started: Sandbox;
  let path: string;
  before(async () => {
    started = await startSandbox();
    path = await writeCommand(file("bin"), "pulumi", script);
  });
  after(() => started.close());
  beforeEach(async () => {
    started.control.reset();
    await Promise.all(leftBehind.map((name) => rm(file(name), { recursive: true, force: true })));
    await writeFile(file("config"), "{}");
    await writeFile(file("stacks"), JSON.stringify([{ name: "agency/project/production" }, { name: "test" }]));
  });

  const sandbox = {
    get control() {
      return started.control;
    },
    get url() {
      return started.url;
    },
  };
  const where = { PULUMI_BACKEND_URL: "file:///srv/state" };
  const place = () => ({ project: "project", stack: "test", backend: backendOf({ environment: where, folder: folder.path }) });
  const sender = (pid = spawnSync("true").pid) => ({ engine: "earlier", self: { ...thisProcess(), pid }, stateOf });
  const storage = () => folderStorage(file("journal"));
  const claims = (pid?: number) => new Claims({ ...sender(pid), storage: storage().folder("claims"), clock: systemClock });
  const writeDeployment = (deployment: Deployment) => writeFile(file("state"), JSON.stringify({ version: 3, deployment }));

  return {
    folder,
    file,
    sandbox,
    place,
    writeDeployment,
    environment: (login: Record<string, string> = loginAt(started.url)): Record<string, string> => ({
      PATH: [path, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter),
      HOSTING_JOURNAL: file("journal"),
      ...where,
      ...login,
    }),
    writeState: (pending: readonly PendingOperation[], resources: readonly StoredResource[] = []) =>
      writeDeployment({
        manifest: { ...{ magic: "kept" }, time: "2020-01-01T00:00:00Z" },
        resources: [stackEntry, provider, ...resources],
        pending_operations: pending,
      }),
    state: async (): Promise<Deployment> => (JSON.parse(await readFile(file("state"), "utf8")) as Exported).deployment,
    insertHook: (id: string, args: object = {}) =>
      void started.control.store.webhooks.insert({ id, login: "reseller", ...hookArgs, ...args }),
    /** A creation that an earlier run has noted. */
    noted(note: Partial<Note> & Pick<Note, "kind" | "title">, { at, ago = 0, pid, isSent = true, answered }: Sending = {}): void {
      const clock = { ...systemClock, now: () => (at ?? Date.now()) - ago };
      const whole: Note = { ...place(), address: started.url, name: "it", scope: {}, fingerprints: {}, before: [], ...note };
      const creation = new Journal({ ...sender(pid), storage: storage(), clock }).note(whole, false);
      if (isSent) creation.sent();
      if (answered !== undefined) creation.answered(answered);
    },
    notes: () => new Journal({ ...sender(process.pid), engine: "later", storage: storage(), clock: systemClock }).creations(),
    claim: ({ pid, ...claim }: Partial<Claim> & Pick<Claim, "id" | "name"> & { readonly pid?: number }) =>
      claims(pid).make({ ...place(), kind: "webhook", address: started.url, entry: `entry of ${claim.name}`, ...claim }),
    claimants: (id: string) =>
      claims()
        .of({ kind: "webhook", address: started.url, id })
        .map(({ name, stack }) => `${name} of ${stack}`),
  };
}
