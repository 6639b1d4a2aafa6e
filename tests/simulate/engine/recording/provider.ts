import { appendFileSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import type { dynamic } from "@pulumi/pulumi";
import { stateFile } from "./recordings.js";
import { type Call, type Notebook, type Script, scripted } from "./scripted.js";

/** The scripted provider as the real engine's provider process loads it. Its notebook is a folder. */

const folder = process.env["RECORDING"] ?? "";
const file = (name: string): string => `${folder}/${name}`;

const notebook: Notebook = {
  script: JSON.parse(readFileSync(file("script.json"), "utf8")) as Script,
  write: (call) => appendFileSync(file("calls.json"), `${JSON.stringify(call)}\n`),
  count: (label) => {
    appendFileSync(file("created"), `${label}\n`);
    return readFileSync(file("created"), "utf8")
      .split("\n")
      .filter((line) => line === label).length;
  },
  block: () => {
    // A folder in place of the state's file cannot be replaced.
    renameSync(stateFile(folder), `${stateFile(folder)}.away`);
    mkdirSync(stateFile(folder));
  },
  kill: async () => {
    process.kill(Number(readFileSync(file("engine.pid"), "utf8")), "SIGKILL");
    // The engine is gone; nobody else would end this process and those of other providers.
    const others = readFileSync(file("processes"), "utf8").trim().split("\n").map(Number);
    for (const other of others) if (other !== process.pid) process.kill(other, "SIGKILL");
    process.exit(1);
  },
};

appendFileSync(file("processes"), `${process.pid}\n`);

let name: string | undefined;

/** The result of deserializing the engine's text for a resource. */
export const handler = (): dynamic.ResourceProvider => ({
  configure: async ({ config }) => {
    name = config.get("recorder:name");
  },
  ...scripted({ ...notebook, write: (call: Call) => notebook.write(name === undefined ? call : { ...call, provider: name }) }),
});
