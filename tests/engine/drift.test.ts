import assert from "node:assert/strict";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { changes, commandTimeout, type ResourceSpec, useStack } from "../support/engine.js";
import { start } from "../support/hosting.js";
import { whileRunning } from "../support/killed.js";
import { account, domain, provider, subdomain, token, webhook } from "../support/resources.js";

interface Told {
  readonly drift: readonly {
    readonly name: string;
    readonly difference: string;
    readonly ordered: boolean;
    readonly message?: string;
    readonly properties: readonly { readonly path: string }[];
  }[];
  readonly notRead: readonly { readonly name: string }[];
  readonly notCompared: readonly unknown[];
  readonly problems: readonly string[];
  readonly attention: readonly string[];
}

/** What the engine's events mean for the report, on the real engine. */
describe("hosting drift, with the real CLI", function () {
  this.timeout(6 * commandTimeout);
  const stack = useStack();
  const hook = (args: object = {}) =>
    webhook("hook", { headers: { "X-Secret": "planted-header" }, ...args }, { provider: "branch" });
  const blog = subdomain("blog", "failing");
  const rest = (): ResourceSpec[] => [
    provider("branch", stack.sandbox.url),
    account("web"),
    domain("lost"),
    domain("failing"),
    blog,
    token("token"),
  ];

  before(() => stack.applied(...rest(), hook(), domain("leaving", {}, { protect: true })));

  async function told(code: number): Promise<Told & { readonly differences: readonly string[] }> {
    const ended = await stack.hosting(["drift", "--json"]);
    assert.equal(ended.code, code, ended.stderr + ended.stdout);
    assert.doesNotMatch(ended.stdout + ended.stderr, /planted|sandbox-password/);
    const [report] = (JSON.parse(ended.stdout) as { stacks: readonly Told[] }).stacks;
    const differences = report!.drift.map(
      ({ name, difference, ordered }) => `${name}: ${difference}${ordered ? ", ordered" : ""}`,
    );
    return { ...report!, differences: differences.sort() };
  }

  it("ends with 0 if nothing differs, after one listing for each collection", async () => {
    const { journal } = stack.sandbox.control;
    journal.clear();
    const { code, stdout } = await stack.hosting(["drift"]);
    assert.deepEqual([code, stdout], [0, "Stack test: no drift.\n"]);
    const listings = journal.requests().flatMap(({ method, path }) => (method === "GET" ? [path] : []));
    assert.ok(new Set(listings).size === listings.length && listings.length >= 5, listings.join("\n"));
  });

  const found = ["hook: changed", "leaving: not declared", "lost: gone, ordered", "ordered: not created, ordered", "token: gone"];

  it("tells changes at the provider, in the program, and what is gone, although no run is refused for it", async () => {
    const { store } = stack.sandbox.control;
    const url = "https://somebody-else.example/";
    store.webhooks.update(store.webhooks.all()[0]!.id, {
      url,
      headers: { "X-Secret": "planted-foreign", "X-Undeclared": "planted-too" },
    });
    for (const { id } of store.applicationTokens.all()) store.applicationTokens.delete(id);
    store.domains.update("failing.de", { registryStatus: "failed" });
    store.domains.delete("lost.de");
    await stack.declare({ resources: [...rest(), hook({ method: "PUT" }), domain("ordered")] });
    const { differences, drift, attention, ...others } = await told(2);
    assert.deepEqual([differences, others.notRead, others.notCompared, others.problems], [found, [], [], []]);
    const [own, secret] = ["https://agency.example/hook", "[secret]"];
    const { properties } = drift.find(({ name }) => name === "hook")!;
    assert.deepEqual(
      [...properties].sort((a, b) => (a.path < b.path ? -1 : 1)),
      [
        { path: 'headers["X-Secret"]', program: secret, provider: secret, changed: "provider" },
        { path: 'headers["X-Undeclared"]', provider: secret, changed: "provider" },
        { path: "method", program: "PUT", provider: "POST", changed: "program" },
        { path: "url", program: own, provider: url, changed: "provider" },
      ],
    );
    assert.deepEqual([attention.length, /^domain failing\.de .* is "failed"/.test(attention[0]!)], [1, true]);
    // The state is as it was: a run still refuses to order the domain again.
    assert.deepEqual(changes(await stack.preview("--refresh")), []);
  });

  it("leaves no file behind if a signal ends it", async () => {
    const { faults } = stack.sandbox.control;
    const temporary = join(stack.folder, "temporary");
    await mkdir(temporary);
    faults.add({ operation: "listWebhooks", occurrence: "always", effect: { kind: "hold" } });
    const { child, ended } = start(["drift", "--cwd", stack.folder], { env: { ...stack.surroundings, TMPDIR: temporary } });
    await whileRunning(
      ended.then(({ stdout, stderr }) => ({ output: stdout + stderr })),
      () => faults.held().length === 0,
    );
    assert.notDeepEqual(await readdir(temporary), []);
    child.kill("SIGTERM");
    assert.equal((await ended).signal, "SIGTERM");
    faults.clear();
    assert.deepEqual(await readdir(temporary), []);
  });
});
