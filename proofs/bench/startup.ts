import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs, promisify } from "node:util";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { CheckRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import { providerKey, providerText } from "../../provider/values/reserved-properties.js";
import { startSandbox } from "../../sandbox/index.js";
import { credentials, StructClass } from "../../tests/support/protocol.js";
import { processorTimeOf } from "../usage.js";
import { numberOption } from "./options.js";
import { commandWith, markdownTable, sectionText } from "./section.js";
import { median } from "./statistics.js";

const help = `npm run bench -- --startup [options]

Measures the start of the provider process, and the import of the package in a program.

  --runs 31   how many times; the report shows medians
`;

/** The cost of starting the processes, in milliseconds. */
export interface StartupSample {
  /** CPU of a provider process until it has answered its first check: of a provider that does nothing, and of this package. */
  readonly bareProviderCpu: number;
  readonly providerCpu: number;
  /** Loading the package in a program that has loaded the Pulumi SDK. */
  readonly importTime: number;
  readonly importCpu: number;
  /** CPU of loading the first resource class after that, including what all classes need. */
  readonly classCpu: number;
}

/** The checkout: programs that start there find the package by its name. */
const root = join(__dirname, "..", "..", "..");

const environmentFor = (url: string) => ({
  PATH: process.env["PATH"],
  HOSTING_BASE_URL: url,
  HOSTING_USERNAME: "reseller",
  HOSTING_PASSWORD: "sandbox-password",
});

const doesNothing = "exports.handler=()=>({})";

const inputs = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };

function check(port: string, text: string): Promise<void> {
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  const request = new CheckRequest();
  request.setUrn("urn:pulumi:bench::bench::pulumi-nodejs:dynamic/hosting:Webhook::bench");
  request.setNews(StructClass.fromJavaScript({ ...inputs, [providerKey]: text }));
  request.setOlds(StructClass.fromJavaScript({}));
  return new Promise((done, fail) => {
    client.check(request, (error, response) => {
      client.close();
      const reasons = response?.getFailuresList().map((failure) => failure.getReason()) ?? [];
      if (error !== null) fail(error);
      else if (reasons.length > 0) fail(new Error(reasons.join(" ")));
      else done();
    });
  });
}

/** CPU in milliseconds until the first check is answered. */
async function providerCpu(text: string, env: NodeJS.ProcessEnv): Promise<number> {
  const main = require.resolve("@pulumi/pulumi/cmd/dynamic-provider/index.js");
  const child = spawn(process.execPath, [main, "127.0.0.1:0"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  try {
    const ended = exit.then(() => Promise.reject(new Error("The provider process ended before it listened.")));
    const [port] = (await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended])) as [string];
    ended.catch(() => undefined);
    await check(port, text);
    return 1000 * (await processorTimeOf(child.pid!));
  } finally {
    child.kill("SIGKILL");
    await exit;
  }
}

const importing = `
  require("@pulumi/pulumi");
  const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  const before = cpu(), begun = performance.now();
  const hosting = require("pulumi-hosting");
  const importTime = performance.now() - begun, loaded = cpu();
  hosting.Webhook;
  console.log(JSON.stringify({ importTime, importCpu: loaded - before, classCpu: cpu() - loaded }));
`;

async function sampleStartup(): Promise<StartupSample> {
  // The first check of a new resource lists what exists.
  const sandbox = await startSandbox();
  const env = environmentFor(sandbox.url);
  try {
    const bareProviderCpu = await providerCpu(doesNothing, env);
    const ofPackage = await providerCpu(providerText("webhook"), env);
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", importing], { cwd: root, env });
    const imported = JSON.parse(stdout) as Omit<StartupSample, "bareProviderCpu" | "providerCpu">;
    return { bareProviderCpu, providerCpu: ofPackage, ...imported };
  } finally {
    await sandbox.close();
  }
}

/** Medians of all samples. */
export function startupTable(samples: readonly StartupSample[]): string {
  const rows: Readonly<Record<string, (sample: StartupSample) => number>> = {
    "provider process until its first check is answered, CPU": ({ providerCpu }) => providerCpu,
    "the same of a provider that does nothing, CPU": ({ bareProviderCpu }) => bareProviderCpu,
    "what this package adds to it, CPU": ({ bareProviderCpu, providerCpu }) => providerCpu - bareProviderCpu,
    "loading the package in a program, CPU": ({ importCpu }) => importCpu,
    "loading the package in a program, time": ({ importTime }) => importTime,
    "loading the first resource class after that, CPU": ({ classCpu }) => classCpu,
  };
  return markdownTable(
    ["", "median"],
    Object.entries(rows).map(([title, of]) => [title, `${Math.round(median(samples.map(of)))} ms`]),
  );
}

/** Measures and reports the start of the processes. */
export async function runStartup(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", default: false },
      startup: { type: "boolean", default: false },
      runs: { type: "string", default: "31" },
    },
  });
  if (values.help) return print(help);
  const runs = numberOption("runs", values.runs, 1);
  const samples: StartupSample[] = [];
  for (let run = 1; run <= runs; run++) {
    samples.push(await sampleStartup());
    print(`start of the processes, run ${run} of ${runs}`);
  }
  const table = startupTable(samples);
  const command = commandWith("npm run bench", args);
  print(`\n${await sectionText({ caption: `Medians of ${runs} runs.`, table, command })}`);
}
