import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { temporaryFolder } from "../support/folder.js";
import { loginAt } from "../support/hosting.js";
import { root } from "../support/markdown.js";
import { transcriptsIn } from "../support/transcript.js";

const place = "examples/questions";

describe(place, function () {
  this.timeout(60_000);
  const folder = temporaryFolder();
  let sandbox: Sandbox;

  beforeEach(async () => {
    sandbox = await startSandbox();
  });
  afterEach(() => sandbox.close());

  const run = (command: string, ...args: readonly string[]) =>
    promisify(execFile)(command, args, {
      cwd: join(root, place),
      env: { PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter), ...loginAt(sandbox.url) },
    });

  const ask = (program: string, ...args: readonly string[]) =>
    run(process.execPath, join(root, "dist", place, `${program}.js`), ...args);

  const sent = () =>
    sandbox.control.journal.requests().flatMap(({ operation }) => (operation === "authenticate" ? [] : [operation]));

  const page = { path: `${place}/README.md`, text: readFileSync(join(root, place, "README.md"), "utf8") };
  for (const { command, output } of transcriptsIn(page).flatMap(({ typed }) => typed))
    it(`prints what the page says: ${command}`, async () => {
      assert.deepEqual(await run("sh", "-c", command), { stdout: output, stderr: "" });
    });

  it("tells a contract that nobody has accepted from one that is concluded, with two requests", async () => {
    const [agency, gardener, bookshop] = sandbox.control.store.gdprContacts.all();
    const [tom] = sandbox.control.store.gdprToms.all();
    const contract = { owner: 100000, created: 0, html: "", tom: tom!.id, recipient: agency!.id, isPartnerContract: false };
    sandbox.control.store.gdprContracts.insert({ ...contract, id: "draft", client: bookshop!.id });
    sandbox.control.store.gdprContracts.insert({ ...contract, id: "concluded", client: gardener!.id, confirmed: 1 });
    assert.equal((await ask("without-contract")).stdout, "Buchhandlung Herbst: not accepted\n");
    assert.deepEqual(sent().sort(), ["listGdprContacts", "listGdprContracts"]);
  });

  it("finds a customer by person, company or mail address, and names a number without access", async () => {
    const file = join(folder.path, "customers.json");
    await writeFile(file, "[100001, 999999, 100002]");
    for (const text of ["bruno sommer", "GARTENBAU", "bruno@"]) {
      const { stdout, stderr } = await ask("find-customer", text, file);
      assert.equal(stdout, "100001: Sommer Gartenbau GmbH, Köln\n");
      assert.equal(stderr, "999999: no access, or no such customer\n");
    }
    assert.equal(sent().length, 9, "one request for each customer");
  });

  it("fails with a message", async () => {
    await assert.rejects(ask("find-customer"), { code: 1, stderr: /^Usage: node find-customer\.js/ });
    sandbox.control.faults.add({ operation: "listGdprContacts", effect: { kind: "status", status: 403 } });
    await assert.rejects(ask("without-contract"), { code: 1, stderr: /^listGdprContacts .* failed with status 403/ });
  });
});
