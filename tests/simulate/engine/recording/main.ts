import { writeRecording } from "./files.js";
import { record } from "./real.js";
import { scenarios } from "./scenarios.js";

/** Records the named scenarios, or all, for comparison with the simulated engine. */
async function main(names: readonly string[]): Promise<void> {
  const chosen = Object.entries(scenarios).filter(([name]) => names.length === 0 || names.includes(name));
  for (const [name, scenario] of chosen) {
    const recorded = await record(scenario);
    await writeRecording(name, recorded);
    process.stdout.write(`${name}: ${recorded.map(({ result, calls }) => `${result} (${calls.length})`).join(", ")}\n`);
  }
}

void main(process.argv.slice(2));
