import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { Stack, succeeded, withoutSettings } from "../support/engine.js";

/**
 * Measures what each way to run a large stack is worth: `node main.js --count 100 --latency 50`. Each row is a stack of its own,
 * which is brought up and then previewed, on the real CLI against the sandbox.
 */

interface Way {
  readonly name: string;
  readonly typescript?: boolean;
  readonly parallel?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

const skipped = { PULUMI_SKIP_CHECKPOINTS: "true" };

const ways: readonly Way[] = [
  { name: "TypeScript program", typescript: true },
  { name: "compiled program" },
  { name: "compiled, `--parallel 2`", parallel: 2 },
  { name: "compiled, `--parallel 32`", parallel: 32 },
  { name: "compiled, without intermediate checkpoints", environment: skipped },
];

/** Stacks that the fleet splits the resources among. */
const parts = 10;

const root = resolve(__dirname, "..", "..", "..");

const programFor = (count: number): string => `
for (let index = 0; index < ${count}; index++)
  new hosting.Webhook(\`hook-\${index}\`, {
    eventType: "DOMAIN_REGISTRATION_STATUS",
    method: "POST",
    url: \`https://agency.example/\${index}\`,
  });
`;

async function declare({ folder }: Stack, count: number, typescript: boolean): Promise<void> {
  const file = typescript ? "main.ts" : "main.js";
  const load = typescript ? 'import * as hosting from "pulumi-hosting";' : 'const hosting = require("pulumi-hosting");';
  const project = await readFile(join(folder, "Pulumi.yaml"), "utf8");
  await writeFile(join(folder, file), load + programFor(count));
  await writeFile(
    join(folder, "Pulumi.yaml"),
    project.replace("main: index.js", `main: ${file}`).replace("typescript: false", `typescript: ${typescript}`),
  );
  if (typescript)
    await writeFile(
      join(folder, "tsconfig.json"),
      '{ "compilerOptions": { "strict": true, "target": "es2022", "module": "nodenext", "skipLibCheck": true }, "files": ["main.ts"] }',
    );
}

/** Seconds of CPU of all processes that have ended below this one. */
async function processorTime(): Promise<number> {
  const stat = await readFile("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticksPerSecond = 100;
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

interface Spent {
  readonly seconds: number;
  readonly processor: number;
}

async function spent(work: () => Promise<unknown>): Promise<Spent> {
  const [start, before] = [Date.now(), await processorTime()];
  await work();
  return { seconds: (Date.now() - start) / 1000, processor: (await processorTime()) - before };
}

const shown = ({ seconds, processor }: Spent): string => `${seconds.toFixed(1)} s (${processor.toFixed(1)} s of CPU)`;

const row = (...cells: string[]): string => `| ${cells.join(" | ")} |`;

const tell = (line: string) => void process.stdout.write(`${line}\n`);

async function measure(way: Way, count: number, latency: number): Promise<string> {
  const stack = await Stack.create({ rateLimit: false }, way.environment, { timeout: 3_600_000 });
  try {
    await declare(stack, count, way.typescript === true);
    delay(stack, latency);
    const flags = way.parallel === undefined ? [] : ["--parallel", String(way.parallel)];
    const up = await spent(async () => succeeded(await stack.up(...flags)));
    const preview = await spent(async () => succeeded(await stack.pulumi("preview", "--expect-no-changes")));
    return row(way.name, shown(up), shown(preview));
  } finally {
    await stack.dispose();
  }
}

/** The same resources, split among the stacks of a fleet. */
async function measureFleet(count: number, latency: number): Promise<string> {
  const stack = await Stack.create({ rateLimit: false });
  try {
    const project = join(stack.folder, "fleet");
    const compiled = join(root, "dist", "examples", "fleet");
    await mkdir(project);
    const declared = await readFile(join(root, "examples", "fleet", "Pulumi.yaml"), "utf8");
    await writeFile(
      join(project, "Pulumi.yaml"),
      declared.replace(/^main: .*$/m, `main: ${relative(project, join(compiled, "program.js"))}`),
    );
    const urls = Array.from({ length: count }, (_, index) => `https://agency.example/${index}`);
    const customers = Array.from({ length: parts }, (_, part) => ({
      name: `customer-${part}`,
      account: "p100001",
      webhooks: urls.filter((_, index) => index % parts === part),
    }));
    await writeFile(join(project, "customers.json"), JSON.stringify(customers));
    delay(stack, latency);
    const run = async (command: string) => {
      const child = spawn(process.execPath, [join(compiled, "main.js"), command], {
        cwd: project,
        env: { ...withoutSettings(process.env), ...stack.environment },
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [output, [status]] = await Promise.all([text(child.stdout), once(child, "close") as Promise<[number | null]>]);
      if (status !== 0) throw new Error(output);
    };
    const up = await spent(() => run("up"));
    const preview = await spent(() => run("preview"));
    return row(`compiled, ${parts} stacks by the fleet example`, shown(up), shown(preview));
  } finally {
    await stack.dispose();
  }
}

const delay = ({ sandbox }: Stack, ms: number): unknown =>
  sandbox.control.faults.add({ operation: "*", occurrence: "always", effect: { kind: "delay", ms } });

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { count: { type: "string", default: "100" }, latency: { type: "string", default: "50" } },
  });
  const [count, latency] = [Number(values.count), Number(values.latency)];
  if (!(Number.isInteger(count) && count >= parts && Number.isInteger(latency) && latency >= 0))
    throw new Error(`--count takes a whole number from ${parts} on, and --latency one of milliseconds.`);
  tell(`${count} webhooks, ${latency} ms of latency\n`);
  tell(row("", "first `up`", "`preview` without changes"));
  tell(row("---", "---", "---"));
  for (const way of ways) tell(await measure(way, count, latency));
  tell(await measureFleet(count, latency));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
