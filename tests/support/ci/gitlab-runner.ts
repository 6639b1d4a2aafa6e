import { existsSync } from "node:fs";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../markdown.js";
import { holds } from "./conditions.js";
import type { Environment, Machine, Ran } from "./machine.js";

interface Cache {
  readonly key: string;
  readonly policy: string;
}

interface Job {
  readonly rules: readonly { readonly if: string }[];
  readonly script: readonly string[];
  readonly resource_group?: string;
  readonly environment?: string;
  readonly cache?: Cache | readonly [];
}

export interface Pipeline {
  readonly variables: Readonly<Record<string, string | { readonly value: string }>>;
  readonly default: { readonly cache: Cache; readonly before_script: readonly string[] };
  readonly jobs: Readonly<Record<string, Job>>;
}

const pipelineFile = join(root, "examples", "ci", "gitlab", ".gitlab-ci.yml");

export async function readPipeline(): Promise<Pipeline> {
  const {
    stages: _,
    variables,
    default: usual,
    ...jobs
  } = parse(await readFile(pipelineFile, "utf8")) as Omit<Pipeline, "jobs"> & Readonly<Record<string, unknown>>;
  return { variables, default: usual, jobs: jobs as Pipeline["jobs"] };
}

/** Runs the pipeline of the examples as GitLab does: the script of each job, save what `before_script` installs. */
export class GitlabRunner {
  constructor(
    private readonly machine: Machine,
    private readonly cache: string,
    private readonly variables: Environment,
  ) {}

  /**
   * Runs the jobs whose rule holds.
   *
   * @param event variables of the pipeline
   * @returns them by name
   */
  async run(branch: string, event: Environment): Promise<Readonly<Record<string, Ran>>> {
    const pipeline = await readPipeline();
    const ran: Record<string, Ran> = {};
    for (const [name, job] of Object.entries(pipeline.jobs)) {
      const valueOf = (variable: string) => ({ ...this.variables, ...event })[variable.slice(1)] ?? "";
      if (job.rules.some((rule) => holds(rule.if, valueOf))) ran[name] = await this.#job(job, pipeline, branch, event);
    }
    return ran;
  }

  async #job({ script, cache: own }: Job, pipeline: Pipeline, branch: string, event: Environment): Promise<Ran> {
    const cache = own ?? pipeline.default.cache;
    const folder = await this.machine.checkout(branch);
    const given: Environment = { ...this.variables, ...event, CI_PROJECT_DIR: folder };
    const common = Object.entries(pipeline.variables).map(([name, variable]) => [
      name,
      expanded(typeof variable === "string" ? variable : variable.value, given),
    ]);
    // What somebody enters for a pipeline wins.
    const variables: Environment = { ...given, ...(Object.fromEntries(common) as Environment), ...event };
    const journal = join(folder, "journal");
    const [policy, kept] = "policy" in cache ? [cache.policy, join(this.cache, expanded(cache.key, variables))] : ["", ""];
    if (policy.startsWith("pull") && existsSync(kept)) await cp(kept, journal, { recursive: true });
    const { code, output } = await this.machine.bash(["-eo", "pipefail"], script.join("\n"), folder, variables);
    if (policy === "pull-push" && existsSync(journal)) await cp(journal, kept, { recursive: true, force: true });
    return { succeeded: code === 0, output, summary: "", folder, environments: [variables] };
  }
}

const expanded = (text: string, variables: Environment): string =>
  text.replace(/\$(\w+)/g, (_, variable: string) => variables[variable] ?? "");
