import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build, type Format } from "esbuild";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { selfSigned } from "../support/certificate.js";
import { temporaryFolder } from "../support/folder.js";
import { startTlsFront } from "../support/proxy.js";

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

  before(async () => {
    sandbox = await startSandbox();
    project = join(folder.path, "project");
    await mkdir(join(project, "node_modules"), { recursive: true });
    await symlink(resolve("."), join(project, "node_modules", "pulumi-hosting"), "dir");
    const certificate = selfSigned("127.0.0.1");
    front = await startTlsFront(Number(new URL(sandbox.url).port), certificate);
    await writeFile(join(folder.path, "authority.pem"), certificate.cert);
  });
  after(async () => {
    await front.close();
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
      for (const BASE_URL of [sandbox.url, `https://127.0.0.1:${front.port}`]) {
        const { stdout } = await promisify(execFile)(process.execPath, [outfile], {
          cwd: folder.path,
          env: { PATH: process.env["PATH"], BASE_URL, NODE_EXTRA_CA_CERTS: join(folder.path, "authority.pem") },
        });
        assert.equal(stdout, "100000\ntrue AccessDeniedError\n");
      }
    });
});
