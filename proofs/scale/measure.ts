import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { PulumiCommand } from "@pulumi/pulumi/automation";
import type { Command } from "../../examples/fleet/command.js";
import { type Customer, customersVariable } from "../../examples/fleet/customers.js";
import { runStack } from "../../examples/fleet/stack.js";
import { Stack, withoutSettings } from "../../tests/support/engine.js";
import { delay } from "../large/stack.js";
import { spent } from "../usage.js";
import { changed, customerOf, seedOf } from "./customers.js";
import type { CaseName, Measured, SentRequest } from "./measured.js";

const root = resolve(__dirname, "..", "..", "..");
const hosting = join(root, "dist", "cli", "main.js");
const name = "shared";
const resourcesAtATime = 8;

/**
 * Runs each case once on a stack of that many customers, on the real engine, at a provider that has the other customers too.
 *
 * @throws Error if a command fails
 */
export async function measure(
  customers: number,
  all: number,
  latency: number,
  tell: (line: string) => void,
): Promise<Measured[]> {
  const stack = await Stack.create({ seed: seedOf(all, false), rateLimit: false });
  try {
    const project = join(stack.folder, "shared");
    const file = join(project, "customers.json");
    await mkdir(project);
    const declared = await readFile(join(root, "examples", "fleet", "Pulumi.yaml"), "utf8");
    const program = relative(project, join(root, "dist", "proofs", "scale", "program.js"));
    await writeFile(join(project, "Pulumi.yaml"), declared.replace(/^main: .*$/m, `main: ${program}`));
    const declare = (those: readonly Customer[]) => writeFile(file, JSON.stringify(those));
    const own = Array.from({ length: customers }, (_, index) => customerOf(index));
    plantOthers(stack, customers, all);
    delay(stack, latency);

    const pulumi = await PulumiCommand.get();
    const environment = { ...stack.environment, [customersVariable]: file };
    const { journal } = stack.sandbox.control;
    const measured: Measured[] = [];
    const record = async (title: CaseName, work: () => Promise<void>): Promise<void> => {
      journal.clear();
      const began = Date.now();
      const { seconds, processor } = await spent(work);
      const requests = journal
        .requests()
        .filter(({ operation }) => operation !== "authenticate")
        .map(({ operation, method, path, status, at, request: { body } }): SentRequest => ({
          operation: operation!,
          method,
          path,
          status: status!,
          after: at - began,
          ...(body === undefined ? {} : { body }),
        }));
      measured.push({ case: title, customers, seconds, processor, requests });
      tell(
        `${customers} customers, ${title}: ${requests.length} requests, ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of CPU`,
      );
    };
    const run = async (command: Command): Promise<void> => {
      const { end, reasons } = await runStack(name, {
        command,
        pulumi,
        project,
        environment,
        parallel: resourcesAtATime,
        expectNoChanges: command === "refresh",
        signal: new AbortController().signal,
      });
      if (end !== "done") throw new Error(`${command}: ${reasons.join("\n")}`);
    };
    const started = async (program: string, args: readonly string[], expected = 0): Promise<void> => {
      const child = spawn(program, args, {
        cwd: project,
        env: { ...withoutSettings(process.env), ...environment },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const [output, errors, [status]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "close") as Promise<[number | null]>,
      ]);
      if (status !== expected) throw new Error(`${args.join(" ")}: ${errors}${output}`);
    };

    await declare(own);
    await record("create", () => run("up"));
    await record("unchanged", () => run("up"));
    await record("refresh", () => run("refresh"));
    await record("drift", () => started(process.execPath, [hosting, "drift", "--stack", name]));
    await started("pulumi", ["state", "delete", "--all", "--force", "--yes", "--stack", name]);
    // Tokens cannot be adopted, so the next `up` would create them.
    await record("adopt", () => started(process.execPath, [hosting, "adopt", "--stack", name, "--yes"], 1));
    await declare(own.map(changed));
    await record("change", () => run("up"));
    return measured;
  } finally {
    await stack.dispose();
  }
}

/** All logins see the webhooks and tokens of all customers in one listing. */
function plantOthers({ sandbox }: Stack, first: number, all: number): void {
  const { webhooks, applicationTokens } = sandbox.control.store;
  for (let index = first; index < all; index++) {
    const { webhooks: urls, tokens } = customerOf(index);
    for (const url of urls)
      webhooks.insert({
        id: String(1_000_000 + index),
        login: "reseller",
        eventType: "DOMAIN_REGISTRATION_STATUS",
        method: "POST",
        url,
      });
    for (const description of tokens)
      applicationTokens.insert({ id: `token-${index}`, login: "reseller", description, secretHash: "", created: 0 });
  }
}
