import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Deployment } from "../../cli/stack/deployment.js";
import { run } from "../support/hosting.js";
import { changes, commandTimeout, type ResourceSpec, Stack, succeeded } from "../support/engine.js";
import { writeCommand } from "../support/folder.js";
import { killedOnce } from "../support/killed.js";

/** Only Pulumi decides what it accepts as a state. */
describe("the state that hosting recover writes", function () {
  this.timeout(4 * commandTimeout);
  let stack: Stack;

  beforeEach(async () => {
    stack = await Stack.create();
  });
  afterEach(() => stack.dispose());

  const recover = (...flags: string[]) =>
    run(["recover", "--cwd", stack.folder, ...flags], { env: { HOME: stack.folder, ...stack.environment } });

  it("is accepted if the parent and a dependency of a resource that is taken over have left the state", async () => {
    const { faults, store } = stack.sandbox.control;
    const hook = (rest: Partial<ResourceSpec>, description: unknown): ResourceSpec => ({
      type: "Webhook",
      name: "hook",
      args: {
        eventType: "DOMAIN_REGISTRATION_STATUS",
        method: "POST",
        url: "https://agency.example/hook",
        headers: { "X-Origin": description },
      },
      ...rest,
    });
    const kept = { type: "ApplicationToken", name: "kept", args: { description: "other" } };
    const token = { type: "ApplicationToken", name: "token", args: { description: "ci" } };
    await stack.declare({
      resources: [
        { type: "Component", name: "group" },
        token,
        kept,
        hook({ options: { parent: "group", dependsOn: "token" } }, { $of: ["token", "description"] }),
      ],
    });
    faults.add({ operation: "createWebhook", effect: { kind: "timeout-after" } });
    await killedOnce(await stack.start(["up", "--yes", "--skip-preview"]), () => store.webhooks.all().length > 0);
    faults.clear();
    succeeded(await stack.pulumi("cancel", "--yes"));
    await stack.declare({ resources: [kept] });
    assert.deepEqual(changes(succeeded(await stack.up())), ["delete token"]);

    const { code, stdout, stderr } = await recover("--yes");
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Webhook hook +creating +exists as \S+ +taken over$/m);
    assert.match(stdout, /The state no longer has group, token, so it is recorded without that reference\./);
    await stack.declare({
      resources: [kept, { type: "Component", name: "group" }, hook({ options: { parent: "group" } }, "ci")],
    });
    assert.deepEqual(changes(succeeded(await stack.up())), []);
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
    assert.equal(store.webhooks.all().length, 1);
  });

  it("lets the next run succeed after a kill with pending stack, component and provider, and a full disk", async function () {
    const file = join(stack.folder, "state", ".pulumi", "stacks", "engine-test", "test.json");
    await stack.declare({
      resources: [
        { type: "Component", name: "group" },
        { type: "Provider", name: "branch", args: { baseUrl: stack.sandbox.url, username: "u", password: "p" } },
      ],
    });
    succeeded(await stack.up());
    if (!existsSync(file)) this.skip();
    // The file backend writes a pending operation and its end within milliseconds: no kill can hit that reliably.
    const state = JSON.parse(await readFile(file, "utf8")) as { checkpoint: { latest: Deployment } };
    const { latest } = state.checkpoint;
    const pending = latest.resources!.map((resource) => ({ type: "creating", resource }));
    await writeFile(
      file,
      JSON.stringify({
        ...state,
        checkpoint: { ...state.checkpoint, latest: { ...latest, resources: [], pending_operations: pending } },
      }),
    );

    const locks = join(stack.folder, "state", ".pulumi", "locks", "organization", "engine-test", "test");
    await mkdir(locks, { recursive: true });
    await writeFile(join(locks, "of-a-full-disk.json"), "");
    const locked = await recover("--yes");
    assert.equal(locked.code, 1, locked.stdout);
    assert.match(locked.stderr, /The lock file of the stack is empty, .*`pulumi cancel`/);
    succeeded(await stack.pulumi("cancel", "--yes"));

    const { code, stdout, stderr } = await recover("--yes");
    assert.equal(code, 0, stderr);
    assert.equal(stdout.match(/dropped$/gm)?.length, 3, stdout);
    succeeded(await stack.up());
    succeeded(await stack.preview("--expect-no-changes"));
  });

  it("is refused with a way back if it overwrote what a concurrent run recorded", async function () {
    const { faults, store } = stack.sandbox.control;
    const project = (kind: string) => join(stack.folder, "state", ".pulumi", kind, "engine-test");
    if (!existsSync(project("stacks"))) this.skip();
    const first = { type: "ApplicationToken", name: "first", args: { description: "first" } };
    await stack.declare({ resources: [first] });
    faults.add({ operation: "createApplicationToken", effect: { kind: "timeout-after" } });
    await killedOnce(await stack.start(["up", "--yes", "--skip-preview"]), () => store.applicationTokens.all().length > 0);
    faults.clear();
    succeeded(await stack.pulumi("cancel", "--yes"));

    // A run that begins and ends between reading and writing the state.
    await stack.declare({ resources: [{ type: "ApplicationToken", name: "second", args: { description: "second" } }] });
    const bin = await writeCommand(
      join(stack.folder, "bin"),
      "pulumi",
      [
        `PATH=${JSON.stringify(process.env["PATH"])}`,
        'if [ "$1 $2" = "stack import" ]; then cat > fed; pulumi up --yes --skip-preview --non-interactive > /dev/null || exit 9; exec pulumi "$@" < fed; fi',
        'exec pulumi "$@"',
      ].join("\n"),
    );
    const beside = await run(["recover", "--cwd", stack.folder, "--yes"], {
      env: { HOME: stack.folder, ...stack.environment, PATH: `${bin}${delimiter}${process.env["PATH"]!}` },
    });
    assert.equal(beside.code, 1, beside.stdout);
    assert.match(beside.stderr, /Another run of this stack \(update of .* explain state-overwritten`/);
    const names = async () => (await stack.export()).resources.map(({ urn }) => urn.split("::").at(-1));
    assert.ok(!(await names()).includes("second"));

    const history = join(project("history"), "test");
    const newest = (await readdir(history))
      .filter((name) => name.endsWith(".checkpoint.json"))
      .sort()
      .at(-1)!;
    await copyFile(join(history, newest), join(project("stacks"), "test.json"));
    assert.equal((await recover("--yes")).code, 0);
    assert.ok((await names()).includes("second"));
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });
});
