import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../markdown.js";
import { holds } from "./conditions.js";
import { type Environment, git, type Machine, type Ran } from "./machine.js";

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Environment;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly if?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly environment?: string;
  readonly env?: Environment;
  readonly steps: readonly Step[];
}

export interface Workflow {
  readonly on: unknown;
  readonly permissions: Readonly<Record<string, string>>;
  readonly env: Environment;
  readonly jobs: Readonly<Record<string, Job>>;
}

export const workflowFile = (name: string): string => join(root, "examples", "ci", "github", `${name}.yml`);

const readWorkflow = async (name: string): Promise<Workflow> => parse(await readFile(workflowFile(name), "utf8")) as Workflow;

/** They need the internet; the test's folder has what they install. */
const installing = ["Install the program", "Install Pulumi"];

/** What a repository's settings and an event give to a workflow, by the names of expressions such as `vars.HOSTING_BASE_URL`. */
export type Contexts = Readonly<Record<string, string>>;

/**
 * Runs the workflows of the examples as GitHub does: every `run` step, save those that install. Of the actions, it knows those of caches and
 * artifacts.
 */
export class GithubRunner {
  #runs = 0;
  /** The keys of the caches, the latest first. */
  readonly #keys: string[] = [];

  /** @param kept a folder for caches and artifacts */
  constructor(
    private readonly machine: Machine,
    private readonly kept: string,
    private readonly settings: Contexts,
    private readonly variables: Environment,
  ) {}

  /**
   * Runs the jobs of a workflow whose condition holds.
   *
   * @returns them by name
   */
  async run(name: string, branch: string, event: Contexts): Promise<Readonly<Record<string, Ran>>> {
    const { jobs, env } = await readWorkflow(name);
    const ran: Record<string, Ran> = {};
    for (const [id, job] of Object.entries(jobs)) {
      const contexts = { ...this.settings, ...event };
      if (job.if === undefined || holds(job.if, valueIn(contexts))) ran[id] = await this.#job(job, env, branch, contexts);
    }
    return ran;
  }

  async #job({ env: own = {}, steps }: Job, env: Environment, branch: string, given: Contexts): Promise<Ran> {
    const folder = await this.machine.checkout(branch);
    const commit = await git(folder, "rev-parse", "HEAD");
    this.#runs += 1;
    const named = Object.entries(env).map(([name, value]) => [`env.${name}`, value]);
    const contexts: Record<string, string> = {
      ...given,
      ...(Object.fromEntries(named) as Contexts),
      "github.run_id": String(this.#runs),
      "github.workspace": folder,
    };
    const [outputs, summary] = ["outputs", "summary"].map((file) => join(folder, "..", file));
    const environments: Environment[] = [];
    let [output, hasFailed] = ["", false];
    for (const step of steps) {
      const value = valueIn({ ...contexts, "always()": "true" });
      if (!(step.if === undefined ? !hasFailed : holds(step.if, value))) {
        if (step.id !== undefined) contexts[`steps.${step.id}.outcome`] = "skipped";
        continue;
      }
      if (step.uses !== undefined) await this.#action(step.uses, filled(textsOf(step.with), contexts), folder);
      if (step.run === undefined || installing.includes(step.name ?? "")) continue;
      const variables = {
        ...this.variables,
        GITHUB_RUN_ID: String(this.#runs),
        GITHUB_SHA: commit,
        GITHUB_REF_NAME: branch,
        GITHUB_OUTPUT: outputs!,
        GITHUB_STEP_SUMMARY: summary!,
        ...filled({ ...env, ...own, ...step.env }, contexts),
      };
      environments.push(variables);
      const ended = await this.machine.bash(["-e"], step.run, folder, variables);
      output += ended.output;
      hasFailed ||= ended.code !== 0;
      if (step.id === undefined) continue;
      contexts[`steps.${step.id}.outcome`] = ended.code === 0 ? "success" : "failure";
      for (const [, key, text] of (await textOf(outputs!)).matchAll(/^(\w+)=(.*)$/gm))
        contexts[`steps.${step.id}.outputs.${key!}`] = text!;
    }
    return { succeeded: !hasFailed, output, summary: await textOf(summary!), folder, environments };
  }

  async #action(uses: string, inputs: Environment, folder: string): Promise<void> {
    const here = join(folder, inputs["path"] ?? "");
    const cached = (key: string | undefined) => join(this.kept, "caches", encodeURIComponent(key ?? ""));
    const artifact = (run: string) => join(this.kept, "artifacts", run, inputs["name"]!);
    const copy = async (from: string, to: string) => existsSync(from) && cp(from, to, { recursive: true, force: true });
    switch (/^actions\/([\w/-]+)@/.exec(uses)?.[1] ?? "") {
      case "cache/save":
        this.#keys.unshift(inputs["key"]!);
        return void (await copy(here, cached(inputs["key"])));
      case "cache/restore": {
        const found = this.#keys.find((key) => key.startsWith(inputs["restore-keys"]!));
        return void (found !== undefined && (await copy(cached(found), here)));
      }
      // No workflow fetches those that are a single file.
      case "upload-artifact":
        return void (inputs["name"] === "review" && (await copy(here, artifact(String(this.#runs)))));
      case "download-artifact":
        return void (await copy(artifact(inputs["run-id"]!), here));
    }
  }

  /** Saves a cache, as a workflow of another stack does. */
  async saveCache(key: string, file: string): Promise<void> {
    const folder = join(this.kept, "caches", encodeURIComponent(key));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, file), "");
    this.#keys.unshift(key);
  }
}

const textsOf = (inputs: Step["with"] = {}): Environment =>
  Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, String(value)]));

const textOf = (file: string): Promise<string> => readFile(file, "utf8").catch(() => "");

const valueIn =
  (contexts: Contexts) =>
  (name: string): string | boolean => {
    const value = contexts[name];
    if (value === undefined) throw new Error(`the test gives no value to ${name}`);
    return value === "true" || value;
  };

const filled = (variables: Environment, contexts: Contexts): Environment =>
  Object.fromEntries(
    Object.entries(variables).map(([name, text]) => [
      name,
      text.replace(/\$\{\{\s*(\S+)\s*\}\}/g, (_, path: string) => String(valueIn(contexts)(path))),
    ]),
  );
