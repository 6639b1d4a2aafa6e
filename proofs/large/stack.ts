import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Stack, succeeded } from "../../tests/support/engine.js";
import { type Spent, spent } from "../usage.js";
import type { Way } from "./ways.js";

export const row = (...cells: string[]): string => `| ${cells.join(" | ")} |`;

/** The times of the commands of a way. */
export const measuredRow = (name: string, ...costs: Spent[]): string =>
  row(name, ...costs.map(({ seconds }) => `${seconds.toFixed(1)} s`));

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

/** Delays each answer of the sandbox. */
export const delay = ({ sandbox }: Stack, ms: number): unknown =>
  sandbox.control.faults.add({ operation: "*", occurrence: "always", effect: { kind: "delay", ms } });

/** Runs `up` and a preview on a separate stack, and then removes it from the backend. */
export async function measureStack(way: Way, count: number, latency: number): Promise<string> {
  const stack = await Stack.create({ rateLimit: false }, way.environment, { timeout: 3_600_000 });
  try {
    await declare(stack, count, way.typescript === true);
    delay(stack, latency);
    const flags = way.parallel === undefined ? [] : ["--parallel", String(way.parallel)];
    const up = await spent(async () => succeeded(await stack.up(...flags)));
    const preview = await spent(async () => succeeded(await stack.pulumi("preview", "--expect-no-changes")));
    return measuredRow(way.name, up, preview);
  } finally {
    await stack.pulumi("stack", "rm", "--force", "--yes");
    await stack.dispose();
  }
}
