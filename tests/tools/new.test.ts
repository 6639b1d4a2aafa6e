import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../tools/generate/files.js";
import { temporaryFolder } from "../support/folder.js";

type Options = Readonly<Record<string, string>>;

describe("npm run new", function () {
  this.timeout(180_000);

  const folder = temporaryFolder();
  const load = (name: string) => import(pathToFileURL(join(root, "tools", "new", name)).href);
  const problems = async (): Promise<string[]> => {
    const { problemsOf } = (await load("check.mjs")) as { problemsOf(root: string): Promise<string[]> };
    return problemsOf(folder.path);
  };
  const operation = async (name: string, options: Options): Promise<void> => {
    const { newOperations } = (await load("operation.mjs")) as {
      newOperations(root: string, name: string, options: Options): Promise<void>;
    };
    await newOperations(folder.path, name, options);
  };
  const read = (path: string) => readFileSync(join(folder.path, path), "utf8");
  const path = "/v1/accounts/{accountIdentifier}/sshkeys";
  const objects = { area: "accounts", path, crud: "list,create,delete", sent: "name, key:secret, note?", shown: "uid" };
  const restart = { area: "accounts", method: "POST", path: "/v1/accounts/{accountIdentifier}/restarts", purpose: "restart it" };

  beforeEach(() => {
    for (const part of ["api", "provider", "sandbox", "sdk", "tests/sandbox", "tests/support", "CHANGELOG.md"])
      cpSync(join(root, part), join(folder.path, part), { recursive: true });
    mkdirSync(join(folder.path, "tools"), { recursive: true });
    try {
      symlinkSync(join(root, "node_modules"), join(folder.path, "node_modules"), "junction");
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, "EEXIST");
    }
  });

  it("finds nothing missing in the checkout", async () => {
    assert.deepEqual(await problems(), []);
  });

  it("begins operations on the objects of a class, and names each place that lacks something once, in order", async () => {
    await operation("SshKey", objects);
    const found = await problems();
    assert.deepEqual(
      found.map((line) => /^[^:]+/.exec(line)![0]),
      [
        "sandbox/state/collections.ts",
        ...["name", "key", "note", "uid"].map(() => "sdk/models/accounts.ts"),
        "tests/sandbox/accounts.test.ts",
      ],
    );
    assert.ok(read("api/facts.md").includes(`| delete a virtual account |\n| GET | ${path} | list ssh keys |\n| POST |`));
    const facts = JSON.parse(read("api/operations.json")) as readonly { readonly id: string; readonly path: string }[];
    assert.deepEqual(
      facts.slice(-3).map((fact) => [fact.id, fact.path]),
      [
        ["listSshKeys", path],
        ["createSshKey", path],
        ["deleteSshKey", `${path}/{sshKeyIdentifier}`],
      ],
    );
    assert.deepEqual((JSON.parse(read("api/schemas.json")) as { $defs: Record<string, unknown> }).$defs["SshKeyInput"], {
      type: "object",
      properties: { name: { type: "string" }, key: { type: "string", "x-secret": true }, note: { type: "string" } },
      required: ["name", "key"],
      "x-source": "unknown",
    });
    assert.ok(!/evidence: .*documented/.test(read("sdk/operations/accounts.ts").split('id: "listSshKeys"')[1]!));
    assert.match(read("sdk/operations/accounts.ts"), /^ {2}SshKeyInput,$/m);
    await operation("SshKey", { ...objects, crud: "get", source: "interface.md" });
    assert.match(read("sdk/operations/accounts.ts").split('id: "getSshKey"')[1]!, /status: "documented", answer: "documented"/);
    assert.equal(read("sandbox/areas/accounts.ts").split("const sshKeyForm =").length, 2);
  });

  it("refuses an operation that exists, of no area, or without a part", async () => {
    await assert.rejects(operation("getAccount", restart), /already/);
    await assert.rejects(operation("restart", { ...restart, area: "keys" }), /There is no area keys: there are .*accounts/);
    for (const part of ["method", "path", "purpose"]) await assert.rejects(operation("restart", { ...restart, [part]: "" }));
    for (const part of ["crud", "path", "sent"]) await assert.rejects(operation("SshKey", { ...objects, [part]: "" }));
    await assert.rejects(operation("SshKey", { ...objects, sent: "name:text" }), /name:text/);
    assert.deepEqual(await problems(), []);
  });

  it("names an operation without row, schema or source, and a kind without label, specimen or place in the lists", async () => {
    const replace = (file: string, from: string, to: string) => {
      const text = readFileSync(join(folder.path, file), "utf8");
      assert.ok(text.includes(from));
      writeFileSync(join(folder.path, file), text.replaceAll(from, to));
    };
    replace("sdk/operations/mail.ts", "listMailAddresses", "listMail");
    replace("sdk/operations/webhooks.ts", "an omitted member may be cleared", "not the uid");
    replace("provider/resources/webhook.ts", '  label: "webhook",\n', "");
    cpSync(join(folder.path, "provider/resources/gdprTom.ts"), join(folder.path, "provider/resources/cronJob.ts"));
    const facts = JSON.parse(read("api/operations.json")) as {
      id: string;
      body: { schema: unknown } | null;
      responses: { status: number | null }[];
      source: { responses: string };
    }[];
    for (const { id, body, responses, source } of facts) {
      if (id === "createGdprTom") body!.schema = null;
      if (id === "createWebhook") responses[0]!.status = null;
      if (id === "listWebhooks") source.responses = "unknown";
    }
    writeFileSync(join(folder.path, "api/operations.json"), JSON.stringify(facts, undefined, 1));
    const found = (await problems()).join("\n");
    for (const line of [
      /^api\/operations\.json:\d+: listMailAddresses has no row: add it to sdk\/operations\/mail\.ts$/m,
      /^api\/operations\.json:\d+: createGdprTom sends a body of which `schema` says nothing$/m,
      /^api\/operations\.json:\d+: updateWebhook does not say/m,
      /^api\/operations\.json:\d+: createWebhook has no status/m,
      /^api\/operations\.json:\d+: listWebhooks has no source for its status/m,
      /^provider\/resources\/webhook\.ts:\d+: `label` is missing/m,
      /^provider\/resources\/cronJob\.ts:1: it has no specimen: write tests\/support\/kinds\/cronJob\.ts$/m,
      /^provider\/values\/kinds\.generated\.ts:1: .*npm run generate/m,
    ])
      assert.match(found, line);
  });
});
