import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { obstacleOf } from "../../proofs/bench/contenders.js";
import { configurationOf, openTofuStage } from "../../proofs/bench/opentofu.js";
import type { Stage } from "../../proofs/bench/stages.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";

type Objects = Readonly<Record<string, { readonly path: string; readonly data: string }>>;

const objectsOf = (configuration: object): Objects =>
  (configuration as { readonly resource: { readonly restapi_object: Objects } }).resource.restapi_object;

describe("OpenTofu in the benchmark", () => {
  it("is offered if the environment names its programs, and with webhooks only", () => {
    const programs = { TOFU_BIN: "/bin/tofu", RESTAPI_BIN: "/bin/provider" };
    assert.equal(obstacleOf("opentofu", "webhooks", programs), undefined);
    assert.equal(
      obstacleOf("opentofu", "webhooks", { RESTAPI_BIN: "" }),
      "opentofu needs programs: set TOFU_BIN and RESTAPI_BIN to their paths",
    );
    assert.equal(obstacleOf("opentofu", "agency", programs), "opentofu can only declare: --mix webhooks");
    assert.equal(obstacleOf("ours", "agency", {}), undefined);
  });

  it("declares the webhooks of the other contenders", () => {
    const [first, changed] = [false, true].map((is) => objectsOf(configurationOf({ mix: "webhooks", size: 11, changed: is })));
    assert.equal(Object.keys(first!).length, 11);
    assert.deepEqual(JSON.parse(first!["bench-webhook-3"]!.data), {
      eventType: "DOMAIN_REGISTRATION_STATUS",
      method: "POST",
      url: "https://agency.example/hooks/3",
      headers: { "X-Key": "benchmark-secret-3" },
    });
    const differing = Object.keys(first!).filter((name) => first![name]!.data !== changed![name]!.data);
    assert.deepEqual(differing, ["bench-webhook-0"]);
  });

  describe("finds in its folder", () => {
    let folder: string;
    let sandbox: Sandbox;
    let stage: Stage;
    const before = process.env["RESTAPI_BIN"];
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), "bench-opentofu-"));
      sandbox = await startSandbox({ rateLimit: false });
      await writeFile(join(folder, "provider"), "");
      process.env["RESTAPI_BIN"] = join(folder, "provider");
      stage = await openTofuStage(folder, sandbox.url);
    });
    afterEach(async () => {
      if (before === undefined) delete process.env["RESTAPI_BIN"];
      else process.env["RESTAPI_BIN"] = before;
      await sandbox.close();
      await rm(folder, { recursive: true, force: true });
    });

    it("the provider, a login and the declaration", async () => {
      const settings = await readFile(stage.environment["TF_CLI_CONFIG_FILE"]!, "utf8");
      const [, plugins] = /"mastercard\/restapi" = "([^"]+)"/.exec(settings)!;
      assert.equal(await readFile(join(plugins!, "terraform-provider-restapi"), "utf8"), "");
      const authorization = `Bearer ${stage.environment["TF_VAR_token"]}`;
      assert.equal((await fetch(`${sandbox.url}/v1/webhooks`, { headers: { authorization } })).status, 200);
      await stage.declare({ mix: "webhooks", size: 10, changed: false });
      const configuration = JSON.parse(await readFile(join(folder, "main.tf.json"), "utf8")) as object;
      assert.equal(Object.keys(objectsOf(configuration)).length, 10);
    });
  });
});
