import assert from "node:assert/strict";
import { obstacleOf } from "../../proofs/bench/contenders.js";
import { configurationOf } from "../../proofs/bench/opentofu.js";

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
});
