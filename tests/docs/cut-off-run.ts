import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Journal } from "../../provider/journal/journal.js";
import type { Note } from "../../provider/journal/journal-events.js";
import { folderStorage } from "../../provider/journal/journal-storage.js";
import { stateOf, thisProcess } from "../../provider/journal/sender.js";
import type { Sandbox } from "../../sandbox/index.js";
import { systemClock } from "../../sdk/values/clock.js";
import { entry, stackEntries } from "../support/drifted-stack.js";
import { writeCommand } from "../support/folder.js";

const place = { project: "agency", stack: "production", backend: "file:///srv/state" };
const domain = { accountIdentifier: "p100001", sld: "example", tld: "de" };
const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };
const token = { id: "5f1e0c52-8f0a-4a3e-9d10-1c4e8a7b2f60", login: "reseller", description: "deploy", secretHash: "" };

/**
 * A project in which a run was killed while it created a token and a domain and deleted a webhook, all of which took effect; and
 * a `pulumi` that knows nothing else.
 *
 * @returns the variables that identify that run
 */
export async function cutOff({ url, control }: Sandbox, folder: string): Promise<Record<string, string>> {
  const { domains, applicationTokens } = control.store;
  const now = Date.now();
  const storage = folderStorage(join(folder, "journal"));
  // The process that sent it has ended.
  const sender = { engine: "earlier", self: { ...thisProcess(), pid: spawnSync("true").pid }, stateOf };
  const noted = (note: Pick<Note, "kind" | "name" | "title"> & Partial<Note>) =>
    new Journal({ ...sender, storage, clock: systemClock })
      .note({ ...place, address: url, scope: {}, fingerprints: {}, before: [], ...note }, false)
      .sent();
  domains.insert({ ...domains.all()[0]!, ...domain, id: "example.de", account: "p100001" });
  noted({ kind: "domain", name: "shop", title: "example.de of account p100001", scope: { accountIdentifier: "p100001" } });
  applicationTokens.insert({ ...token, created: now });
  noted({ kind: "applicationToken", name: "deploy", title: '"deploy"' });

  const webhook = entry("Webhook", "registration", "7", hook, { outputs: { __provider: "text", ...hook, uid: "7" } });
  const deployment = {
    manifest: { time: new Date(now).toISOString() },
    resources: [...stackEntries, webhook],
    pending_operations: [
      { type: "creating", resource: entry("ApplicationToken", "deploy", undefined, { description: "deploy" }) },
      { type: "creating", resource: entry("Domain", "shop", undefined, domain) },
      { type: "deleting", resource: webhook },
    ],
  };
  const state = join(folder, "stack.json");
  await writeFile(state, JSON.stringify({ version: 3, deployment }));
  const answers = [
    `"stack export") cat "${state}"`,
    `"stack import") cat > "${state}.new"`,
    `"stack ls"|"stack history") echo "[]"`,
    `"cancel --yes") :`,
  ];
  await writeCommand(folder, "pulumi", `case "$1 $2" in ${answers.join(";; ")};; *) exit 1;; esac`);
  return { HOSTING_JOURNAL: join(folder, "journal"), PULUMI_BACKEND_URL: place.backend };
}
