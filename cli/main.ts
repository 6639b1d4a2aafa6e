#!/usr/bin/env node
import { createProgram } from "./program.js";
import { report } from "./shared/failure.js";
import { watchOutputs } from "./shared/terminal.js";

const tell = (error: unknown): number => report(error, process.argv.includes("--json"));

async function main(): Promise<void> {
  watchOutputs(tell);
  try {
    await createProgram().parseAsync();
  } catch (error) {
    process.exitCode = tell(error);
  }
}

void main();
