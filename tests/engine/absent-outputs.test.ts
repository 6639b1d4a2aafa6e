import assert from "node:assert/strict";
import { changes, commandTimeout, Stack, succeeded } from "../support/engine.js";
import { sampleContract } from "../support/rehearsal.js";

describe("an output that the provider does not have, on the real engine", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  after(() => stack.dispose());

  it("is undefined in previews, and changes nothing that uses it", async () => {
    const triggers = [{ $of: ["external", "registryStatus"] }, { $of: ["agreement", "contractSigner"] }];
    await stack.declare({
      resources: [
        { type: "Domain", name: "external", args: { accountIdentifier: "p100001", sld: "elsewhere", tld: "de", external: true } },
        { type: "Domain", name: "registered", args: { accountIdentifier: "p100001", sld: "registered", tld: "de" } },
        { type: "GdprContract", name: "agreement", args: sampleContract(stack.sandbox) },
        { type: "ApplicationToken", name: "token", args: { description: "user of absent outputs", triggers } },
      ],
      outputs: {
        status: { $of: ["external", "registryStatus"] },
        signer: { $of: ["agreement", "contractSigner"] },
        confirmed: { $of: ["agreement", "confirmationDate"] },
        registered: { $of: ["registered", "registryStatus"] },
      },
    });
    succeeded(await stack.up());
    const { registryStatus } = stack.sandbox.control.store.domains.get("elsewhere.de")!;
    assert.equal(registryStatus, undefined);
    const preview = succeeded(await stack.preview("--expect-no-changes"));
    assert.deepEqual(changes(preview), []);
    assert.doesNotMatch(preview.output, /output<|\[unknown\]/);
    assert.match(succeeded(await stack.pulumi("stack", "output")).output, /^ *registered +\S+/m);
    succeeded(await stack.preview("--refresh", "--expect-no-changes"));
  });

  it("is unknown in the preview of a new object, which may get it", async () => {
    await stack.declare({
      resources: [{ type: "Domain", name: "another", args: { accountIdentifier: "p100001", sld: "another", tld: "de" } }],
      outputs: { status: { $of: ["another", "registryStatus"] } },
    });
    assert.match((await stack.preview()).output, /status *: (?:output<string>|\[unknown\])/);
  });
});
