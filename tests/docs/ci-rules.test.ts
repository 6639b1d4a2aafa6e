import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parse } from "yaml";
import { type Workflow, workflowFile } from "../support/ci/github-runner.js";
import { readPipeline } from "../support/ci/gitlab-runner.js";
import { root } from "../support/markdown.js";

const workflows = ["review", "apply", "drift", "recover"] as const;

/** What jobs may write, beside reading the repository. */
const writes: Readonly<Record<string, string>> = { review: "pull-requests", drift: "issues" };

/** What is unsafe in a workflow of GitHub Actions. */
function faultsOf(text: string): string[] {
  const { on, permissions, jobs } = parse(text) as Workflow;
  const inJobs = Object.entries(jobs).flatMap(([id, job]) => [
    ...Object.entries(job.permissions ?? { all: "write" })
      .filter(([scope, access]) => access !== "read" && writes[id] !== scope)
      .map(([scope]) => `${id}: may write ${scope}`),
    ...(job["timeout-minutes"] === undefined ? [`${id}: has no timeout`] : []),
    ...(id === "fork" && /secrets\.|github\.token/.test(JSON.stringify(job)) ? ["fork: has a secret"] : []),
    ...job.steps.flatMap(({ uses, run, env, with: inputs }) => [
      ...(uses !== undefined && !/^[\w-]+\/[\w/-]+@[0-9a-f]{40}$/.test(uses) ? [`${id}: ${uses} is not pinned`] : []),
      ...(uses?.startsWith("actions/checkout@") && inputs?.["persist-credentials"] !== false
        ? [`${id}: the checkout keeps its token`]
        : []),
      ...(run?.includes("${{") ? [`${id}: an expression becomes a part of a script`] : []),
      ...(/secrets\./.test(JSON.stringify(env)) && /github\.token/.test(JSON.stringify(env))
        ? [`${id}: a step has the login and the token`]
        : []),
    ]),
  ]);
  return [
    ...(JSON.stringify(on).includes("pull_request_target") ? ["runs with secrets for forks"] : []),
    ...(JSON.stringify(permissions) === "{}" ? [] : ["the permissions of the workflow are not empty"]),
    ...inJobs,
  ];
}

const unsafe = `
on: [pull_request_target]
permissions: write-all
jobs:
  fork:
    permissions: { issues: write }
    steps:
      - uses: actions/checkout@v4
      - run: echo "\${{ github.event.pull_request.title }}"
        env: { A: "\${{ secrets.A }}", B: "\${{ github.token }}" }
`;

const fleetPipelines = ["github/fleet-review.yml", "github/fleet-apply.yml", "gitlab/.gitlab-ci.yml"].map((file) =>
  join(root, "examples", "fleet", file),
);

describe("the pipelines in examples/ci", () => {
  const fleet = ["fleet", "fleet-review", "fleet-apply"].map((name) => join(root, "examples", "fleet", "github", `${name}.yml`));
  for (const file of [...workflows.map(workflowFile), ...fleet])
    it(`have no unsafe part: ${relative(root, file)}`, () => assert.deepEqual(faultsOf(readFileSync(file, "utf8")), []));

  it("are searched for each unsafe part", () => {
    assert.deepEqual(faultsOf(unsafe), [
      "runs with secrets for forks",
      "the permissions of the workflow are not empty",
      "fork: may write issues",
      "fork: has no timeout",
      "fork: has a secret",
      "fork: actions/checkout@v4 is not pinned",
      "fork: the checkout keeps its token",
      "fork: an expression becomes a part of a script",
      "fork: a step has the login and the token",
    ]);
  });

  it("keep the journal of one stack: no name of another begins with what the caches are found by", async () => {
    // A stack's name has letters, digits, hyphens, underscores and dots.
    const prefix = "hosting-journal:${{ env.STACK }}:";
    const inputs = workflows.flatMap((name) =>
      Object.values((parse(readFileSync(workflowFile(name), "utf8")) as Workflow).jobs).flatMap(({ steps }) =>
        steps.flatMap(({ uses, with: given = {} }) => (uses?.startsWith("actions/cache/") ? [given] : [])),
      ),
    );
    assert.equal(inputs.length, 6);
    for (const { key, "restore-keys": others = prefix } of inputs) {
      assert.ok(String(key).startsWith(prefix), String(key));
      assert.equal(others, prefix);
    }
    const { default: usual, jobs } = await readPipeline();
    const caches = [
      usual.cache,
      ...Object.values(jobs).flatMap(({ cache }) => (cache !== undefined && "key" in cache ? [cache] : [])),
    ];
    assert.deepEqual([...new Set(caches.map(({ key }) => key))], ["hosting-journal-$STACK"]);
  });

  it("ask for approvals before anything is applied, and get the secrets of an environment", async () => {
    const { apply, recover } = Object.fromEntries(
      ["apply", "recover"].map((name) => [name, (parse(readFileSync(workflowFile(name), "utf8")) as Workflow).jobs[name]!]),
    );
    const scripts = apply!.steps.map(({ run = "" }) => run);
    const at = (part: string) => scripts.findIndex((run) => run.includes(part));
    assert.ok(at("ci/approved.mjs") >= 0 && at("ci/approved.mjs") < at("hosting apply"));
    assert.deepEqual([apply!.environment, recover!.environment], ["production", "production"]);
    const { jobs } = await readPipeline();
    assert.match(jobs["apply"]!.script.join("\n"), /^node ci\/approved\.mjs [^]*hosting apply/);
    assert.deepEqual([jobs["apply"]!.environment, jobs["recover"]!.environment], ["$STACK", "$STACK"]);
  });

  it("gitlab/.gitlab-ci.yml lets one job at a time work on the stack, and gives requests from forks nothing", async () => {
    const { jobs } = await readPipeline();
    assert.deepEqual(Object.keys(jobs), ["review", "fork", "apply", "drift", "recover"]);
    for (const name of ["apply", "drift", "recover"]) assert.equal(jobs[name]!.resource_group, "$STACK", name);
    assert.deepEqual(jobs["fork"]!.cache, []);
    assert.doesNotMatch(jobs["fork"]!.script.join("\n"), /ci\/|_TOKEN|HOSTING_/);
  });

  it("call no script but those that are there", () => {
    const scripts = readdirSync(join(root, "examples", "ci", "scripts"));
    const files = [...workflows.map(workflowFile), join(root, "examples/ci/gitlab/.gitlab-ci.yml"), ...fleetPipelines];
    const called = files.flatMap((file) =>
      Array.from(readFileSync(file, "utf8").matchAll(/node ci\/(\S+)/g), ([, name]) => name!),
    );
    assert.ok(called.length > 0);
    assert.deepEqual(
      called.filter((name) => !scripts.includes(name)),
      [],
    );
  });
});
