import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { temporaryFolder, writeCommand } from "../support/folder.js";

const root = resolve(".");
const { name } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly name: string };

/** One of each form: with and without the CLI, and with a lock. All run by the same launcher. */
const commands = {
  simulate: ["tests/simulate/main.js"],
  matrix: ["proofs/matrix/main.js"],
  scale: ["proofs/scale/main.js"],
} as const;

/** Says its process, and needs a moment to end after a signal. */
const program = `
  const { readFile } = require("node:fs");
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => readFile(__filename, () => { console.log("ends after " + signal); process.exit(); }));
  setInterval(() => {}, 1000);
  console.log("pid " + process.pid);
`;

describe("a signal to a command that runs a compiled program", function () {
  this.timeout(30_000);
  const folder = temporaryFolder();
  const at = (...names: string[]) => join(folder.path, ...names);

  before(async () => {
    for (const part of ["", "pulumi"])
      for (const file of readdirSync(join(root, "tools", part)).filter((each) => each.endsWith(".mjs")))
        cpSync(join(root, "tools", part, file), at("tools", part, file));
    const modules = Object.values(commands).flatMap((files) => files.map((each) => each.replace(/\.js$/, "")));
    const compiler = `
      const { mkdirSync, writeFileSync } = require("node:fs");
      for (const module of ${JSON.stringify(modules)}) {
        mkdirSync(require("node:path").dirname("dist/" + module), { recursive: true });
        writeFileSync("dist/" + module + ".js", ${JSON.stringify(program)});
        writeFileSync("dist/" + module + ".d.ts", "");
      }`;
    for (const [file, content] of Object.entries({
      "package.json": JSON.stringify({ name, engines: { node: ">=20.0.0" } }),
      "package-lock.json": "{}",
      "tsconfig.json": JSON.stringify({ include: ["proofs", "tests", "tools/generate"] }),
      ...Object.fromEntries(modules.map((module) => [`${module}.ts`, ""])),
      "node_modules/.package-lock.json": "{}",
      "node_modules/typescript/bin/tsc": compiler,
    })) {
      await mkdir(dirname(at(file)), { recursive: true });
      await writeFile(at(file), content);
    }
    await writeCommand(at("bin"), "pulumi", "echo v3.300.0");
    for (const companion of ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"])
      await writeCommand(at("bin"), companion, "");
  });

  for (const command of Object.keys(commands))
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      it(`reaches the program of npm run ${command}, which has ended before it: ${signal}`, async () => {
        const wrapper = spawn(process.execPath, [at("tools", "program.mjs"), command], {
          env: { PATH: `${at("bin")}:${process.env["PATH"]}` },
          stdio: ["ignore", "pipe", "ignore"],
        });
        const lines: string[] = [];
        createInterface({ input: wrapper.stdout }).on("line", (line) => {
          lines.push(line);
          if (line.startsWith("pid ")) wrapper.kill(signal);
        });
        const closed = once(wrapper, "close");
        const [, ended] = (await once(wrapper, "exit")) as [number | null, NodeJS.Signals | null];
        const pid = /^pid (\d+)$/m.exec(lines.join("\n"))?.[1];
        const runsOn = pid !== undefined && existsSync(`/proc/${pid}`);
        if (runsOn) process.kill(Number(pid), "SIGKILL");
        assert.ok(pid !== undefined && !runsOn, "the program runs on");
        await closed;
        assert.equal(ended, signal);
        assert.deepEqual(lines.slice(1), [`ends after ${signal}`]);
      });
});
