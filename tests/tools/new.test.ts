import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../tools/generate/files.js";
import { temporaryFolder } from "../support/folder.js";

type Options = Readonly<Record<string, string>>;

describe("npm run new", function () {
  this.timeout(60_000);

  const folder = temporaryFolder();
  const load = (name: string) => import(pathToFileURL(join(root, "tools", "new", name)).href);
  const problems = async (): Promise<string[]> => {
    const { problemsOf } = (await load("check.mjs")) as { problemsOf(root: string): Promise<string[]> };
    return problemsOf(folder.path);
  };
  const operation = async (id: string, options: Options): Promise<void> => {
    const { newOperation } = (await load("operation.mjs")) as {
      newOperation(root: string, id: string, options: Options): Promise<void>;
    };
    await newOperation(folder.path, id, options);
  };
  const path = "/v1/accounts/{accountIdentifier}/sshkeys";
  const listing = { area: "accounts", method: "GET", path, purpose: "list SSH keys" };

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

  it("begins an operation, and names each place that lacks something by file and line", async () => {
    await operation("listSshKeys", listing);
    const found = await problems();
    for (const file of [
      "api/operations.json",
      "sdk/operations/accounts.ts",
      "sandbox/areas/accounts.ts",
      "tests/sandbox/accounts.test.ts",
    ])
      assert.ok(
        found.some((line) => new RegExp(`^${file}:\\d+: \\w`).test(line)),
        `${file} in\n${found.join("\n")}`,
      );
    const facts = readFileSync(join(folder.path, "api/facts.md"), "utf8");
    assert.ok(facts.includes(`| delete a virtual account |\n| GET | ${path} | list SSH keys |\n\n`));
    const listed = JSON.parse(readFileSync(join(folder.path, "api/operations.json"), "utf8")) as readonly {
      readonly id: string;
    }[];
    assert.equal(listed.at(-1)?.id, "listSshKeys");
  });

  it("refuses an operation that exists, of no area, or without a part", async () => {
    await assert.rejects(operation("getAccount", listing), /already/);
    await assert.rejects(operation("listSshKeys", { ...listing, area: "keys" }), /There is no area keys: there are .*accounts/);
    await assert.rejects(operation("listSshKeys", { ...listing, purpose: "" }), /--purpose/);
    assert.deepEqual(await problems(), []);
  });

  it("names an operation without row or handler, and a kind without label, specimen or place in the lists", async () => {
    const replace = (file: string, from: string, to: string) => {
      const text = readFileSync(join(folder.path, file), "utf8");
      assert.ok(text.includes(from));
      writeFileSync(join(folder.path, file), text.replaceAll(from, to));
    };
    replace("sdk/operations/mail.ts", "listMailAddresses", "listMail");
    replace("sandbox/areas/mail.ts", "listMailAddresses", "listMail");
    replace("provider/resources/webhook.ts", '  label: "webhook",\n', "");
    cpSync(join(folder.path, "provider/resources/gdprTom.ts"), join(folder.path, "provider/resources/cronJob.ts"));
    const found = (await problems()).join("\n");
    for (const line of [
      /^api\/operations\.json:\d+: listMailAddresses has no row: add it to sdk\/operations\/mail\.ts$/m,
      /^api\/operations\.json:\d+: listMailAddresses has no handler: add it to sandbox\/areas\/mail\.ts$/m,
      /^provider\/resources\/webhook\.ts:\d+: `label` is missing/m,
      /^provider\/resources\/cronJob\.ts:1: it has no specimen: write tests\/support\/kinds\/cronJob\.ts$/m,
      /^provider\/values\/kinds\.generated\.ts:1: .*npm run generate/m,
    ])
      assert.match(found, line);
  });
});
