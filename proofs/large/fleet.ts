import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { Stack, withoutSettings } from "../../tests/support/engine.js";
import { spent } from "../usage.js";
import { delay, measuredRow } from "./stack.js";

/** Number of stacks that the fleet splits the resources into. */
export const parts = 10;

const root = resolve(__dirname, "..", "..", "..");

/** Measures the resources split into the stacks of a fleet. */
export async function measureFleet(count: number, latency: number): Promise<string> {
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
    return measuredRow(`compiled, ${parts} stacks by the fleet example`, up, preview);
  } finally {
    await stack.dispose();
  }
}
