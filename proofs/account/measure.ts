import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { Stack, withoutSettings } from "../../tests/support/engine.js";
import { everyKind } from "../../tests/support/kinds.js";
import { delay, row } from "../large/stack.js";
import { largestProcess, spent } from "../usage.js";

const main = resolve(__dirname, "..", "..", "cli", "main.js");

/** Customers of the seed `large`. */
const firstNumber = 200_001;

/** Runs each command once, one after the other, and yields a row for each. */
export async function* measureAccount(customers: number, latency: number): AsyncGenerator<string> {
  const stack = await Stack.create({ seed: "large", rateLimit: false }, {}, { timeout: 3_600_000 });
  try {
    const out = join(stack.folder, "imported");
    const numbers = Array.from({ length: customers }, (_, index) => ["--customer", String(firstNumber + index)]).flat();
    const { journal } = stack.sandbox.control;
    delay(stack, latency);
    const run = async (title: string, [command, ...args]: readonly [string, ...string[]], cwd = out): Promise<string> => {
      journal.clear();
      const work = async () => {
        const child = spawn(command, args, {
          cwd,
          env: { ...withoutSettings(process.env), ...stack.environment },
          stdio: ["ignore", "pipe", "pipe"],
        });
        const [output, errors, [status]] = await Promise.all([
          text(child.stdout),
          text(child.stderr),
          once(child, "close") as Promise<[number | null]>,
        ]);
        if (status !== 0) throw new Error(`${title}: ${errors}${output}`);
      };
      let memory = 0;
      const { seconds } = await spent(async () => (memory = await largestProcess(work)));
      const requests = journal.requests().length;
      return row(title, String(requests), `${seconds.toFixed(1)} s`, `${(memory / 2 ** 20).toFixed(0)} MB`);
    };
    const hosting = (...args: string[]) => [process.execPath, main, ...args] as const;
    const importing = hosting("import", "--out", out, ...everyKind);
    yield await run("`hosting import --code-only`", [...importing, ...numbers, "--code-only"], stack.folder);
    const entering = [...importing, "--stack", "production"] as const;
    yield await run("`hosting import --stack`, the second step", entering, stack.folder);
    yield await run("`hosting import --stack` again, with nothing new", entering, stack.folder);
    yield await run("`hosting drift`", hosting("drift", "--stack", "production"));
    yield await run("`hosting drift --unmanaged`", hosting("drift", "--unmanaged", "--stack", "production"));
    yield await run("`pulumi state delete --all --force`", [
      "pulumi",
      "state",
      "delete",
      "--all",
      "--force",
      "--yes",
      "--stack",
      "production",
    ]);
    yield await run("`hosting adopt --yes`", hosting("adopt", "--stack", "production", "--yes"));
  } finally {
    await stack.dispose();
  }
}
