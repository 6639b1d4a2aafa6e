import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Snapshot } from "../../sandbox/index.js";
import { Stack, succeeded } from "../support/engine.js";
import { releases, writeRecorded } from "./format.js";
import { everything, planted, readings } from "./program.js";

/** Records the state that the current release leaves behind: `node record.js`. */

/** Members of an export that say when and where it was created, and nothing about the stack. */
const ofTheRun = ["created", "modified", "time", "sourcePosition", "stackTrace"];

const withoutRun = (state: string): string =>
  JSON.stringify(
    JSON.parse(state, (key, value: unknown) => (ofTheRun.includes(key) ? undefined : value)),
    undefined,
    2,
  );

/** What nobody manages: open sessions, and what has been sent to people and addresses. */
const withoutTraffic = (snapshot: Snapshot): Snapshot => ({
  ...snapshot,
  collections: { ...snapshot.collections, sessions: [], challenges: [], deliveries: [], mails: [] },
});

/** One line for each value that the state should have encrypted but has not. */
const inClear = (state: string): string[] =>
  Object.entries(planted)
    .filter(([, value]) => state.includes(value))
    .map(([name]) => `The ${name} stands in the state in clear.`);

async function record(): Promise<string> {
  const manifest = await readFile(join(resolve(__dirname, "..", "..", ".."), "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  if (releases().includes(version))
    throw new Error(`${version} is already recorded, and a published release is never recorded again. Raise the version.`);
  const stack = await Stack.create({ readings }, { HOSTING_BASE_URL: "", HOSTING_USERNAME: "", HOSTING_PASSWORD: "" });
  try {
    const { sandbox, folder } = stack;
    sandbox.control.store.foreignDomains.insert({ id: "recorded-moved.com", authcode: planted.authcode });
    const settings = { baseUrl: sandbox.url, username: "reseller", subdomainDeletion: "body" };
    for (const [name, value] of Object.entries(settings))
      succeeded(await stack.pulumi("config", "set", `hosting:${name}`, value));
    succeeded(await stack.pulumi("config", "set", "--secret", "hosting:password", "sandbox-password"));
    const program = everything(sandbox);
    await stack.declare(program);
    // One after another, so that the provider assigns the same numbers each time.
    succeeded(await stack.up("--parallel", "1"));
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
    const { text } = await stack.export();
    const problems = inClear(text);
    if (problems.length > 0) throw new Error(problems.join("\n"));
    return await writeRecorded(sandbox.url, {
      release: version,
      program,
      state: withoutRun(text),
      configuration: await readFile(join(folder, "Pulumi.test.yaml"), "utf8"),
      sandbox: { readings, snapshot: withoutTraffic(sandbox.control.snapshot()) },
    });
  } finally {
    await stack.dispose();
  }
}

record().then(
  (target) => process.stdout.write(`Recorded in ${target}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
