import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build, type Format } from "esbuild";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { selfSigned } from "../support/certificate.js";
import { temporaryFolder } from "../support/folder.js";
import { type Proxy, startProxy, startTlsFront } from "../support/proxy.js";

const use = `
  const credentials = { username: "reseller", password: "sandbox-password" };
  const client = createClient({ baseUrl: process.env.BASE_URL, credentials });
  client.customers.getCurrent()
    .then(({ customerNumber }) => console.log(customerNumber))
    .then(() => client.accounts.get({ accountIdentifier: "p999999" }))
    .catch((error) => console.log(error instanceof AccessDeniedError, error.name))
    .finally(() => client.close());`;

const programs = {
  import: `import { AccessDeniedError, createClient } from "pulumi-hosting/sdk";${use}`,
  require: `const { AccessDeniedError, createClient } = require("pulumi-hosting/sdk");${use}`,
} as const;

const oneArea = `
  import { createClientOf } from "pulumi-hosting/sdk";
  import { webhooks } from "pulumi-hosting/sdk/areas";
  const client = createClientOf({ webhooks }, { baseUrl: "http://127.0.0.1:1", credentials: { accessToken: "a-token" } });`;

const cases: readonly (readonly [keyof typeof programs, Format, string])[] = [
  ["import", "esm", "mjs"],
  ["import", "cjs", "cjs"],
  ["require", "cjs", "cjs"],
];

/** Bundled without options, and run without node_modules: anything missing fails. */
describe("a bundle of the SDK", function () {
  this.timeout(120_000);
  const folder = temporaryFolder();
  let sandbox: Sandbox;
  let project = "";
  let front: { port: number; close(): Promise<void> };
  let distant: { port: number; close(): Promise<void> };
  let proxy: Proxy;

  before(async () => {
    sandbox = await startSandbox();
    project = join(folder.path, "project");
    await mkdir(join(project, "node_modules"), { recursive: true });
    await symlink(resolve("."), join(project, "node_modules", "pulumi-hosting"), "dir");
    const [near, far] = [selfSigned("127.0.0.1"), selfSigned("api.hosting.invalid")];
    front = await startTlsFront(Number(new URL(sandbox.url).port), near);
    distant = await startTlsFront(Number(new URL(sandbox.url).port), far);
    proxy = await startProxy(distant.port);
    await writeFile(join(folder.path, "authority.pem"), near.cert + far.cert);
  });
  after(async () => {
    for (const each of [proxy, distant, front]) await each.close();
    await sandbox.close();
  });

  for (const [kind, format, extension] of cases)
    it(`by esbuild in ${format} of a program with ${kind} works alone`, async () => {
      const outfile = join(folder.path, `${kind}-${format}.${extension}`);
      const { warnings } = await build({
        stdin: { contents: programs[kind], resolveDir: project },
        bundle: true,
        platform: "node",
        format,
        outfile,
        logLevel: "silent",
      });
      assert.deepEqual(warnings, []);
      for (const variables of [
        { BASE_URL: sandbox.url },
        { BASE_URL: `https://127.0.0.1:${front.port}` },
        { BASE_URL: "https://api.hosting.invalid", HTTPS_PROXY: proxy.url },
      ]) {
        const { stdout } = await promisify(execFile)(process.execPath, [outfile], {
          cwd: folder.path,
          env: { PATH: process.env["PATH"], ...variables, NODE_EXTRA_CA_CERTS: join(folder.path, "authority.pem") },
        });
        assert.equal(stdout, "100000\ntrue AccessDeniedError\n");
      }
    });

  for (const [what, limit, contents] of [
    ["an error", 10, 'import { InputError } from "pulumi-hosting/sdk"; console.log(new InputError("wrong").name);'],
    ["a client with one area", 350, `${oneArea} console.log(Object.keys(client).includes("webhooks"));`],
    ["the whole client", 800, programs.import],
  ] as const)
    it(`of ${what} has less than ${limit} kB`, async () => {
      const { outputFiles } = await build({
        ...{ stdin: { contents, resolveDir: project }, bundle: true, platform: "node", format: "esm" },
        ...{ minify: true, write: false },
      });
      const size = outputFiles[0]!.contents.byteLength;
      assert.ok(size < limit * 1000, `${size} bytes`);
    });

  it("of a client with one area has this area alone, and follows redirects in it", async () => {
    const outfile = join(folder.path, "area.mjs");
    const contents = `import { createClientOf } from "pulumi-hosting/sdk"; import { customers } from "pulumi-hosting/sdk/areas";
      const credentials = { username: "reseller", password: "sandbox-password" };
      const client = createClientOf({ customers }, { baseUrl: process.env.BASE_URL, credentials }).with({ timeout: 10_000 });
      console.log(client.webhooks, (await client.customers.getContactPerson({ customerNumber: 100000 })) !== undefined);
      await client.close();`;
    await build({ stdin: { contents, resolveDir: project }, bundle: true, platform: "node", format: "esm", outfile });
    const env = { PATH: process.env["PATH"], BASE_URL: sandbox.url };
    const { stdout } = await promisify(execFile)(process.execPath, [outfile], { cwd: folder.path, env });
    assert.equal(stdout, "undefined true\n");
  });
});
