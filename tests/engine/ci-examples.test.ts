import assert from "node:assert/strict";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { markerOf } from "../../cli/review/render.js";
import { GithubRunner, type Contexts } from "../support/ci/github-runner.js";
import { GitlabRunner } from "../support/ci/gitlab-runner.js";
import { contentsOf, type Environment, git, type Ran } from "../support/ci/machine.js";
import { assertSecret, failed, pulumiKilledOnce, succeeded } from "../support/ci/outcomes.js";
import { planted, Project } from "../support/ci/project.js";
import { githubForms, gitlabForms, RequestService } from "../support/ci/request-service.js";
import { commandTimeout } from "../support/engine.js";
import type { TestServer } from "../support/server.js";

const hook = "https://agency.example/hook";
const marker = markerOf({ project: "shop", stack: "production" });
/** A comment of the pipeline itself, about another stack of the repository. */
const ofOther = `${markerOf({ project: "shop", stack: "staging" })}\n\nDigest: \`v1.${"0".repeat(32)}\``;
const forged = `${marker}\n\nDigest: \`v1.${"0".repeat(32)}\``;

/** What the review that the pipeline wrote last has as its digest. */
const digestOf = ({ comments }: RequestService): string => {
  const [own, ...others] = comments.filter(({ isOwn, text }) => isOwn && text.startsWith(marker));
  assert.deepEqual(others, [], "there is one comment of the pipeline");
  return /^Digest: `(.*)`$/m.exec(own!.text)![1]!;
};

describe("examples/ci on the real engine: GitHub Actions", function () {
  this.timeout(20 * commandTimeout);
  let project: Project;
  let service: RequestService;
  let server: TestServer;
  let runner: GithubRunner;
  let login: { readonly username: string; readonly password: string };
  const ran: Ran[] = [];

  before(async () => {
    project = await Project.create({ webhooks: { hook }, periods: ["2030-1"] });
    ({ service, server } = await RequestService.start(githubForms, planted.serviceToken));
    for (const text of ["a remark", forged, "another remark"]) service.comments.push(service.entry(text, false));
    service.comments.push(service.entry(ofOther, true));
    login = await project.login();
    const settings = {
      "github.token": planted.serviceToken,
      "github.repository": "agency/hosting",
      "github.server_url": "https://github.example",
      "github.run_attempt": "1",
      "github.actor": "somebody",
      "vars.HOSTING_BASE_URL": project.sandbox.url,
      "vars.PULUMI_BACKEND_URL": project.backend,
      "secrets.HOSTING_USERNAME": login.username,
      "secrets.HOSTING_PASSWORD": login.password,
      "secrets.PULUMI_ACCESS_TOKEN": "",
      "secrets.PULUMI_CONFIG_PASSPHRASE": planted.passphrase,
    };
    const variables = {
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: server.url,
      GITHUB_REPOSITORY: "agency/hosting",
      GITHUB_SERVER_URL: "https://github.example",
    };
    runner = new GithubRunner(project.machine, join(project.folder, "kept"), settings, variables);
  });
  after(async () => {
    await server.close();
    await project.dispose();
  });

  async function run(workflow: string, branch: string, event: Contexts = {}): Promise<Readonly<Record<string, Ran>>> {
    const jobs = await runner.run(workflow, branch, event);
    ran.push(...Object.values(jobs));
    return jobs;
  }
  const review = (branch: string, head = "agency/hosting") =>
    run("review", branch, {
      "github.event.pull_request.number": "1",
      "github.event.pull_request.head.repo.full_name": head,
      "github.event.pull_request.head.sha": `head-of-${branch}`,
    });
  const urls = () => project.sandbox.control.store.webhooks.all().map(({ url }) => url);
  async function apply(branch: string): Promise<Ran | undefined> {
    service.merged = await project.merge(branch);
    service.approve("alice", `head-of-${branch}`);
    return (await run("apply", "main"))["apply"];
  }
  const recover = async (lock = "") => {
    const event = { "github.ref_name": "main", "github.event.repository.default_branch": "main", "inputs.cancel_lock": lock };
    return (await run("recover", "main", event))["recover"];
  };

  it("comments on a pull request once, and edits the comment after a second push", async () => {
    await project.push("change", { webhooks: { hook, shop: `${hook}/first` } });
    succeeded((await review("change"))["review"]);
    const first = digestOf(service);
    await project.push("change", { webhooks: { hook, shop: `${hook}/second` } });
    const jobs = await review("change");
    assert.deepEqual(Object.keys(jobs), ["review"]);
    assert.notEqual(digestOf(service), first);
    const own = service.comments.find(({ isOwn, text }) => isOwn && text !== ofOther)!;
    assert.match(own.text, /hook\/second[^]*^Of commit `head-of-change`, in \[this run\]\(.*\/runs\/2\)\.$/m);
    for (const text of [forged, ofOther])
      assert.equal(service.comments.filter((comment) => comment.text === text).length, 1, "other comments stay");
    const written = await readFile(join(jobs["review"]!.folder, "review", "review.json"), "utf8");
    assert.equal((JSON.parse(written) as { digest: string }).digest, digestOf(service));
  });

  it("applies what was reviewed and approved, keeps the record, and passes the journal on", async () => {
    await runner.saveCache("hosting-journal:production-eu:1-1", "of-another-stack");
    const { folder } = succeeded(await apply("change"));
    assert.ok(!(await readdir(join(folder, "journal"))).includes("of-another-stack"));
    assert.deepEqual(urls().sort(), [hook, `${hook}/second`]);
    const record = JSON.parse(await readFile(join(folder, "applied.jsonl"), "utf8")) as Readonly<Record<string, unknown>>;
    assert.deepEqual([record["digest"], record["commit"], record["result"]], [digestOf(service), service.merged, "applied"]);
    assert.notEqual(await contentsOf(join(project.folder, "kept", "caches")), "");
  });

  it("keeps one issue about drift: opens, updates and closes it", async () => {
    const { store } = project.sandbox.control;
    const webhook = store.webhooks.all().find(({ url }) => url === hook)!;
    const drift = async (url: string) => {
      store.webhooks.update(webhook.id, { url });
      succeeded((await run("drift", "main"))["drift"]);
      return service.issues.map(({ title, text, isOpen }) => [title, isOpen, text.includes(url)]);
    };
    const title = "Drift of stack shop/production";
    for (const url of ["https://somebody.example/one", "https://somebody.example/two"])
      assert.deepEqual(await drift(url), [[title, true, true]]);
    assert.deepEqual([(await drift(hook))[0]![1], service.notes.length], [false, 1]);
  });

  it("settles by hand what a killed run left, and cancels its lock only for whom has read whose it is", async () => {
    const { faults } = project.sandbox.control;
    await project.push("killed", { webhooks: { hook, shop: `${hook}/second`, killed: `${hook}/killed` } });
    succeeded((await review("killed"))["review"]);
    faults.add({ operation: "createWebhook", effect: { kind: "timeout-after" } });
    const applying = apply("killed");
    await pulumiKilledOnce(applying, () => urls().includes(`${hook}/killed`));
    faults.clear();
    assert.match(failed(await applying, /./).summary, /hook\/killed/);
    const { output } = failed(await recover(), /The stack is locked by \S+@\S+ \(pid \d+\) since/);
    const lock = / since (\S+)\. Nothing was written\./.exec(output)![1]!;
    failed(await recover("2030-01-31T12:00:00Z"), new RegExp(`since ${lock}, not since 2030-01-31T12:00:00Z`));
    assert.match(succeeded(await recover(lock)).output, /Cancelling the lock .*taken over/s);
    assert.match(succeeded(await recover()).output, /No pending operations/);
    assert.deepEqual(urls().sort(), [hook, `${hook}/killed`, `${hook}/second`]);
  });

  it("reviews a request from a fork without any secret, for the page of the run", async () => {
    const [comments, received] = [service.comments.length, server.received.length];
    const jobs = await review("change", "somebody/hosting");
    assert.deepEqual(Object.keys(jobs), ["fork"]);
    const { summary, environments } = succeeded(jobs["fork"]);
    assert.match(summary, /hook\/second/);
    assert.deepEqual([service.comments.length, server.received.length], [comments, received]);
    const values = environments.flatMap((variables) => Object.values(variables));
    for (const secret of [login.username, login.password, planted.passphrase, planted.serviceToken])
      assert.ok(!values.includes(secret), "the job has no secret");
  });

  it("shows no secret anywhere", () => assertSecret([login.password], project, ran, service, server));
});

describe("examples/ci on the real engine: GitLab", function () {
  this.timeout(20 * commandTimeout);
  let project: Project;
  let service: RequestService;
  let server: TestServer;
  let runner: GitlabRunner;
  const ran: Ran[] = [];
  const passwords = new Set<string>();

  before(async () => {
    project = await Project.create({ webhooks: { hook }, periods: ["2030-1"] });
    ({ service, server } = await RequestService.start(gitlabForms, planted.serviceToken));
    for (const text of ["a remark", forged, "another remark"]) service.comments.push(service.entry(text, false));
    service.comments.push(service.entry(ofOther, true));
  });
  beforeEach(() => logIn());
  /** Puts the login into the settings of the project, as a person does after a rotation. */
  const logIn = async () => {
    const { username, password } = await project.login();
    passwords.add(password);
    runner = new GitlabRunner(project.machine, join(project.folder, "cache"), {
      GITLAB_CI: "true",
      CI_API_V4_URL: server.url,
      CI_PROJECT_ID: "5",
      CI_JOB_URL: "https://gitlab.example/agency/hosting/-/jobs/9",
      CI_DEFAULT_BRANCH: "main",
      REVIEW_TOKEN: planted.serviceToken,
      HOSTING_BASE_URL: project.sandbox.url,
      HOSTING_USERNAME: username,
      HOSTING_PASSWORD: password,
      PULUMI_BACKEND_URL: project.backend,
      PULUMI_CONFIG_PASSPHRASE: planted.passphrase,
    });
  };
  after(async () => {
    await server.close();
    await project.dispose();
  });

  async function run(branch: string, event: Environment): Promise<Readonly<Record<string, Ran>>> {
    const jobs = await runner.run(branch, event);
    ran.push(...Object.values(jobs));
    return jobs;
  }
  const requested = async (branch: string, from = "agency/hosting") =>
    run(branch, {
      CI_MERGE_REQUEST_DIFF_BASE_SHA: await git(project.repository, "merge-base", "main", branch),
      CI_PIPELINE_SOURCE: "merge_request_event",
      CI_MERGE_REQUEST_IID: "1",
      CI_MERGE_REQUEST_PROJECT_PATH: "agency/hosting",
      CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: from,
      CI_COMMIT_SHA: `head-of-${branch}`,
    });
  async function review(branch: string, from?: string): Promise<Readonly<Record<string, Ran>>> {
    const jobs = await requested(branch, from);
    const file = join(Object.values(jobs)[0]!.folder, "review", "review.json");
    await readFile(file, "utf8").then((content) => service.artifacts.set("9", content));
    return jobs;
  }
  async function apply(branch: string): Promise<Ran | undefined> {
    service.merged = await project.merge(branch);
    service.opinions = [];
    service.approve("alice", "");
    return (await run("main", { CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "main", CI_COMMIT_SHA: service.merged }))["apply"];
  }
  const drift = async () => (await run("main", { CI_PIPELINE_SOURCE: "schedule" }))["drift"];
  const tokens = () =>
    project.sandbox.control.store.applicationTokens
      .all()
      .flatMap(({ description }) => /^Pipeline (.*)/.exec(description)?.[1] ?? []);

  it("rotates the token that it logs in with: first a second one, then without the first", async () => {
    await project.push("add", { periods: ["2030-1", "2030-2"] });
    const jobs = await review("add");
    assert.deepEqual(Object.keys(jobs), ["review"]);
    const { folder } = succeeded(jobs["review"]);
    const widget = JSON.parse(await readFile(join(folder, "review", "gitlab.json"), "utf8")) as unknown;
    assert.deepEqual(widget, { create: 1, update: 0, delete: 0 });
    const reviewed = digestOf(service);
    const { folder: applied } = succeeded(await apply("add"));
    assert.match(await readFile(join(applied, "applied.jsonl"), "utf8"), /"result":"applied"/);
    assert.deepEqual(tokens().sort(), ["2030-1", "2030-2"]);
    await logIn();
    await project.push("remove", { periods: ["2030-2"] });
    succeeded((await review("remove"))["review"]);
    assert.notEqual(digestOf(service), reviewed, "the note was edited in place");
    succeeded(await apply("remove"));
    assert.deepEqual(tokens(), ["2030-2"]);
  });

  it("keeps one issue about drift", async () => {
    const { store } = project.sandbox.control;
    const webhook = store.webhooks.all().find(({ url }) => url === hook)!;
    store.webhooks.update(webhook.id, { url: "https://somebody.example/" });
    succeeded(await drift());
    assert.deepEqual(
      service.issues.map(({ title, isOpen }) => [title, isOpen]),
      [["Drift of stack shop/production", true]],
    );
    store.webhooks.update(webhook.id, { url: hook });
    succeeded(await drift());
    assert.deepEqual([service.issues.map(({ isOpen }) => isOpen), service.notes.length], [[false], 1]);
  });

  it("looks by hand for what may be left, and cancels the lock of a run that was killed between two operations", async () => {
    const event = { CI_PIPELINE_SOURCE: "web", CI_COMMIT_BRANCH: "main" };
    const locks = join(project.folder, "state", ".pulumi", "locks", "organization", "shop", "production");
    const lock = { pid: 2011, username: "runner", hostname: "build-7", timestamp: "2030-01-31T12:00:00Z" };
    await mkdir(locks, { recursive: true });
    await writeFile(join(locks, "of-a-killed-run.json"), JSON.stringify(lock));
    const jobs = await run("main", event);
    assert.deepEqual(Object.keys(jobs), ["recover"]);
    succeeded(jobs["recover"]);
    assert.deepEqual(await readdir(locks), ["of-a-killed-run.json"]);
    succeeded((await run("main", { ...event, CANCEL_LOCK: lock.timestamp }))["recover"]);
    assert.deepEqual(await readdir(locks).catch(() => []), []);
  });

  it("reviews a request from a fork against the sandbox", async () => {
    const jobs = await review("add", "somebody/hosting");
    assert.deepEqual(Object.keys(jobs), ["fork"]);
    assert.match(succeeded(jobs["fork"]).output, /sandbox/);
  });

  it("shows no secret anywhere", () => assertSecret(passwords, project, ran, service, server));
});
