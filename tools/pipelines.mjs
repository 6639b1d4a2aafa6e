/*
 * Checks the pipelines in `examples/ci` and `examples/fleet` with the tools that read such files: `npm run pipelines`. The workflows of GitHub must pass
 * actionlint, and the pipelines of GitLab must agree with GitLab's own schema, which gitlab-ci-local has. The tools are installed once,
 * with Go and npm. With `--if-possible`, a missing one is reported and is no failure.
 */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { obtainGoTool, obtainNodeTools } from "./obtain-tools.mjs";
import { lastLines, run } from "./process.mjs";
import { runTool, SetupError } from "./report.mjs";
import { root } from "./root.mjs";
import { setUp } from "./setup.mjs";

const manifests = join(root, "tools", "pipelines");
const kept = join(root, ".cache", "pipelines");
const ci = join(root, "examples", "ci");
const fleet = join(root, "examples", "fleet");

/** @returns {Promise<string>} what actionlint found; empty if that is nothing */
async function actionlint() {
  const folder = join(kept, "actionlint");
  await mkdir(folder, { recursive: true });
  for (const file of ["go.mod", "go.sum"]) await copyFile(join(manifests, "actionlint", file), join(folder, file));
  const program = await obtainGoTool({
    folder,
    program: "github.com/rhysd/actionlint/cmd/actionlint",
    modules: join(kept, "go"),
  });
  const folders = [ci, fleet].map((example) => join(example, "github"));
  const workflows = await Promise.all(folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))));
  const { status, output } = await run(program, ["-no-color", ...workflows.flat()]);
  return status === 0 ? "" : lastLines(output, 60);
}

/** @returns {Promise<string>} what differs from GitLab's schema; empty if that is nothing */
async function gitlabSchema() {
  const tools = await obtainNodeTools(join(manifests, "gitlab", "package.json"), join(kept, "gitlab"), "gitlab-ci-local");
  const of = (/** @type {string} */ example, /** @type {string} */ file) => readFile(join(example, "gitlab", file));
  const found = [];
  for (const files of [
    { ".gitlab-ci.yml": of(ci, ".gitlab-ci.yml") },
    { ".gitlab-ci.yml": of(fleet, ".gitlab-ci.yml") },
    { ".gitlab-ci.yml": fleetJobs(), "ci/fleet-job.yml": of(fleet, "fleet-job.yml") },
  ])
    found.push(await gitlabProblems(join(tools, "node_modules", ".bin", "gitlab-ci-local"), files));
  return found.filter((problems) => problems !== "").join("\n");
}

/** The pipeline that the fleet generates. */
async function fleetJobs() {
  const args = [join(root, "dist", "examples", "fleet", "matrix.js"), "refresh", "gitlab", "--jobs", "2"];
  const { status, stdout, output } = await run(process.execPath, args, { cwd: fleet });
  if (status !== 0) throw new Error(`matrix.js failed: ${lastLines(output)}`);
  return stdout;
}

/**
 * @param {string} program
 * @param {Record<string, Promise<string | Buffer>>} files of a repository, by their paths
 * @returns {Promise<string>}
 */
async function gitlabProblems(program, files) {
  // It reads the branch and the remote of the repository around the file.
  const repository = await mkdtemp(join(tmpdir(), "pipelines-"));
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(repository, path)), { recursive: true });
      await writeFile(join(repository, path), await content);
    }
    const settings = { cwd: repository, env: { ...process.env, HOME: repository } };
    const identity = ["-c", "user.name=Nobody", "-c", "user.email=nobody@agency.example"];
    for (const args of [
      ["init", "--quiet"],
      ["add", "--all"],
      [...identity, "commit", "--quiet", "--message", "Pipeline"],
    ]) {
      const { status, output } = await run("git", args, settings);
      if (status !== 0) throw new SetupError(`git ${args.join(" ")} failed: ${lastLines(output)}`);
    }
    const { status, output } = await run(program, ["--list", "--home", repository], settings);
    return status === 0 && output.includes("json schema validated") ? "" : lastLines(output, 60);
  } finally {
    await rm(repository, { recursive: true, force: true });
  }
}

const checks = { actionlint, "GitLab's schema": gitlabSchema };

await runTool(async () => {
  const ifPossible = process.argv.includes("--if-possible");
  await setUp();
  let failures = 0;
  for (const [name, check] of Object.entries(checks)) {
    const tell = (/** @type {string} */ text) => process.stdout.write(`pipelines: ${name}: ${text}\n`);
    try {
      const found = await check();
      if (found !== "") failures += 1;
      tell(found === "" ? "passed" : `FAILED\n${found}`);
    } catch (error) {
      if (!(ifPossible && error instanceof SetupError)) throw error;
      tell(`SKIPPED, its tools cannot be installed here.\n${error.message}`);
    }
  }
  return failures === 0 ? 0 : 1;
});
