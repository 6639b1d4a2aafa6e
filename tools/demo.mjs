import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { run } from "./process.mjs";
import { SetupError } from "./report.mjs";
import { root } from "./root.mjs";
import { setUp } from "./setup.mjs";

/**
 * Runs the quickstart project with the real Pulumi CLI against the embedded sandbox, from the first preview to the
 * destruction of everything, in parts that each prove something. State and login are in a separate folder; nothing is left behind.
 */

const colour = process.stdout.isTTY ? "always" : "never";

/** Commands of the CLI that run the program or change the stack. */
const operations = ["preview", "up", "destroy"];

/** Lines without news: a step whose end is printed too, or nothing. */
const withoutNews = /^\s*$|(creating|updating|deleting|refreshing) \(0s\)\s*$/;

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
  const show = (/** @type {string} */ line) => {
    if (!withoutNews.test(stripVTControlCharacters(line))) print(`  ${line}`);
  };
  const { status, output } = await run("pulumi", [...args, "--non-interactive", "--color", colour, ...flags], {
    cwd: root,
    env,
    ...(quiet ? {} : { onLine: show }),
  });
  if ((status !== 0) !== fails)
    throw new SetupError(
      `\`pulumi ${shown}\` ended with ${status}, which is not what this demo expects.${quiet ? `\n${output}` : ""}`,
    );
  return stripVTControlCharacters(output);
}

/**
 * @param {string} output
 * @param {string[]} texts
 */
function expectTexts(output, ...texts) {
  for (const text of texts) if (!output.includes(text)) throw new SetupError(`The output above should say "${text}".`);
}

/**
 * @param {boolean} condition
 * @param {string} claim
 */
function expect(condition, claim) {
  if (!condition) throw new SetupError(`The sandbox shows that this is not true: ${claim}.`);
}

/** @param {import("../sandbox/index.js").Sandbox} sandbox */
const writesTo = ({ control }) =>
  control.journal.requests({ effect: true }).filter(({ operation }) => operation !== "authenticate").length;

/**
 * @typedef {object} Part
 * @property {string} title
 * @property {string} proves
 * @property {(env: NodeJS.ProcessEnv, sandbox: import("../sandbox/index.js").Sandbox) => Promise<void>} show
 */

/** @type {readonly Part[]} */
const parts = [
  {
    title: "Preview: what a reviewer sees",
    proves: "The preview asks the API and names what costs money, with its price. It changes nothing, and shows no secret.",
    async show(env, sandbox) {
      expectTexts(await pulumi(env, ["preview"]), "domain sommer-gartenpflege.de", "will be ordered", "+ 11 to create");
      expect(writesTo(sandbox) === 0, "the preview changes nothing");
    },
  },
  {
    title: "Up: two customers of an agency",
    proves: "Accounts, a domain, subdomains, a webhook, a token, a contract and a preset are created, each of them once.",
    async show(env, sandbox) {
      expectTexts(await pulumi(env, ["up", "--yes", "--skip-preview"]), "+ 11 created");
      const orders = sandbox.control.journal.requests({ operation: "registerDomain" });
      expect(orders.length === 1, "the domain is ordered once");
    },
  },
  {
    title: "Drift: someone changes the webhook at the provider",
    proves: "The nightly check fails, and shows which property differs and how.",
    async show(env, sandbox) {
      changeBehindPulumi(sandbox);
      const output = await pulumi(env, ["preview", "--refresh", "--diff", "--expect-no-changes"], { fails: true });
      expectTexts(output, "somebody-else", "~ 1 to update");
    },
  },
  {
    title: "Repair: the program decides",
    proves: "The webhook becomes what the program declares. Nothing else is touched.",
    async show(env, sandbox) {
      const before = writesTo(sandbox);
      expectTexts(
        await pulumi(env, ["up", "--refresh", "--diff", "--suppress-outputs", "--yes", "--skip-preview"]),
        "~ 1 updated",
        "10 unchanged",
      );
      expect(writesTo(sandbox) === before + 1, "one request repairs the webhook");
    },
  },
  {
    title: "Refusal: an edit that the API cannot make",
    proves: "The preview fails before anything happens. It names the property, the cost of a replacement, and what to do.",
    async show(env) {
      const output = await pulumi(env, ["preview", "--config", "articleNumber=1102"], { fails: true });
      expectTexts(output, "articleNumber: the API cannot change it");
    },
  },
  {
    title: "Destroy: what costs money is protected",
    proves: "Nothing is deleted before it is unprotected. Then all is deleted, and what the API cannot delete is named.",
    async show(env, { control }) {
      expectTexts(await pulumi(env, ["destroy", "--yes"], { fails: true }), "because it is protected");
      const { domains } = control.store;
      expect(domains.get("sommer-gartenpflege.de") !== undefined, "the protected domain is still there");
      await pulumi(env, ["state", "unprotect", "--all", "--yes"]);
      expectTexts(await pulumi(env, ["destroy", "--yes", "--skip-preview"]), "- 11 deleted", "it stays at the provider");
    },
  },
];

/** Says what will be shown, before the first command. */
function introduce() {
  print(
    "The real Pulumi CLI runs examples/quickstart against the sandbox. Nothing leaves this machine, and nothing is left behind.",
  );
  print(`It takes about a minute, and has ${parts.length} parts:`);
  for (const [index, { title }] of parts.entries()) print(`  ${index + 1}. ${title}`);
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {import("../sandbox/index.js").Sandbox} sandbox
 */
async function rehearse(env, sandbox) {
  await pulumi(env, ["stack", "init", stackName], { quiet: true });
  const secrets = ["accountPassword=a-password-of-the-agency", "webhookSecret=a-secret-of-the-agency"];
  await pulumi(env, ["config", "set-all", ...secrets.flatMap((each) => ["--secret", each])], { quiet: true });
  for (const [index, { title, proves, show }] of parts.entries()) {
    headline(`${index + 1}. ${title}`);
    print(proves);
    await show(env, sandbox);
  }
}

/** @param {import("../sandbox/index.js").Sandbox} sandbox */
function changeBehindPulumi({ control }) {
  const webhooks = control.store.webhooks;
  for (const webhook of webhooks.all())
    if (webhook.url.startsWith("https://agency.example/")) webhooks.update(webhook.id, { url: "https://somebody-else.example/" });
}

async function main() {
  const { env } = await setUp({ cli: true });
  introduce();
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
    headline("Done: seven kinds of resources were previewed, created, checked, repaired and deleted.");
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
