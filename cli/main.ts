#!/usr/bin/env node
import { report } from "./failure.js";
import { createProgram } from "./program.js";

/** A reader that has seen enough, such as `head`, is no failure. */
const heedReaders = (): void => {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      process.exit(error.code === "EPIPE" ? process.exitCode : report(error, false));
    });
};

async function main(): Promise<void> {
  heedReaders();
  try {
    await createProgram().parseAsync();
  } catch (error) {
    process.exitCode = report(error, process.argv.includes("--json"));
  }
}

void main();
