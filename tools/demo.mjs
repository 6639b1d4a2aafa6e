import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "./process.mjs";
import { SetupError } from "./report.mjs";
import { root } from "./root.mjs";
import { setUp } from "./setup.mjs";

/**
 * Runs the quickstart project with the real Pulumi CLI against the embedded sandbox, from the first preview to the
 * last destroy. State and login are in a separate folder; nothing is left behind.
 */

const colour = process.stdout.isTTY ? "always" : "never";

/** Commands of the CLI that run the program or change the stack. */
const operations = ["preview", "up", "destroy"];

const stackName = "rehearsal";

/** Where the CLI stores the stack's configuration: next to the project, whatever folder its state is in. */
const configuration = join(root, `Pulumi.${stackName}.yaml`);

/** @param {string} line */
const print = (line) => process.stdout.write(`${line}\n`);

/** @param {string} text */
const headline = (text) => print(`\n━━ ${text}`);

/** @typedef {{ fails?: boolean, quiet?: boolean }} Expectation */

/**
 * Runs the CLI in the quickstart project and shows what the user would see.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} args
 * @param {Expectation} [expectation]
 * @returns {Promise<string>} what it printed
 */
async function pulumi(env, args, { fails = false, quiet = false } = {}) {
  const shown = args.join(" ");
  if (!quiet) print(`$ pulumi ${shown}`);
  const flags = operations.includes(args[0] ?? "") ? ["--suppress-progress"] : [];
  const { status, output } = await run("pulumi", [...args, "--non-interactive", "--color", colour, ...flags], {
    cwd: root,
    env,
    ...(quiet ? {} : { onLine: (/** @type {string} */ line) => print(`  ${line}`) }),
  });
  if ((status !== 0) !== fails)
    throw new SetupError(
      `\`pulumi ${shown}\` ended with ${status}, which is not what this demo expects.${quiet ? `\n${output}` : ""}`,
    );
  return output;
}

/**
 * @param {string} output
 * @param {string} text
 */
function expectText(output, text) {
  if (!output.includes(text)) throw new SetupError(`The output above should say "${text}".`);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {import("../sandbox/index.js").Sandbox} sandbox
 */
async function rehearse(env, sandbox) {
  /** @type {(key: string, value: string, ...flags: string[]) => Promise<string>} */
  const configure = (key, value, ...flags) => pulumi(env, ["config", "set", ...flags, key, value], { quiet: true });

  headline("A new stack, with its state in a folder, against the sandbox");
  await pulumi(env, ["stack", "init", stackName]);
  await configure("accountPassword", "a-password-of-the-agency", "--secret");
  await configure("webhookSecret", "a-secret-of-the-agency", "--secret");

  headline("What will be created");
  await pulumi(env, ["preview"]);

  headline("Creating it");
  await pulumi(env, ["up", "--yes", "--skip-preview"]);

  headline("Nothing left to do");
  await pulumi(env, ["preview", "--expect-no-changes"]);

  headline("One edit: the webhook gets another address");
  await configure("registrationUrl", "https://agency.example/hooks/v2/registration");
  await pulumi(env, ["preview", "--diff"]);
  await pulumi(env, ["up", "--yes", "--skip-preview"]);

  headline("Someone changes the webhook at the provider; the nightly check finds it");
  changeBehindPulumi(sandbox);
  const drift = await pulumi(env, ["preview", "--refresh", "--diff", "--expect-no-changes"], {
    fails: true,
  });
  expectText(drift, "somebody-else");

  headline("Repairing it");
  await pulumi(env, ["up", "--refresh", "--yes", "--skip-preview"]);
  await pulumi(env, ["preview", "--refresh", "--expect-no-changes"]);

  headline("An edit that the API cannot make is refused before anything happens");
  await configure("articleNumber", "1102");
  const refusal = await pulumi(env, ["preview"], { fails: true });
  expectText(refusal, "articleNumber: the API cannot change it");
  await configure("articleNumber", "1101");

  headline("Destroying: what was paid for is protected");
  const refused = await pulumi(env, ["destroy", "--yes"], { fails: true });
  expectText(refused, "protect");

  headline("Unprotected, it is deleted");
  await pulumi(env, ["state", "unprotect", "--all", "--yes"]);
  await pulumi(env, ["destroy", "--yes", "--skip-preview"]);
}

/** @param {import("../sandbox/index.js").Sandbox} sandbox */
function changeBehindPulumi({ control }) {
  const webhooks = control.store.webhooks;
  for (const webhook of webhooks.all())
    if (webhook.url.startsWith("https://agency.example/")) webhooks.update(webhook.id, { url: "https://somebody-else.example/" });
}

async function main() {
  const { env } = await setUp({ cli: true });
  /** @type {typeof import("../sandbox/index.js")} */
  const { startSandbox } = createRequire(import.meta.url)(join(root, "dist", "sandbox", "index.js"));
  const folder = await mkdtemp(join(tmpdir(), "pulumi-hosting-demo-"));
  const sandbox = await startSandbox();
  try {
    const state = join(folder, "state");
    await mkdir(state);
    await rm(configuration, { force: true });
    const variables = {
      ...env,
      PULUMI_BACKEND_URL: `file://${state}`,
      PULUMI_HOME: join(folder, "home"),
      PULUMI_CONFIG_PASSPHRASE: "demo",
      HOSTING_BASE_URL: sandbox.url,
      HOSTING_USERNAME: "reseller",
      HOSTING_PASSWORD: "sandbox-password",
    };
    await rehearse(variables, sandbox);
    headline("Done: seven kinds of resources created, changed, checked, repaired and deleted");
  } finally {
    await sandbox.close();
    await rm(configuration, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`\n${error.message}\n`);
  process.exitCode = 1;
}
