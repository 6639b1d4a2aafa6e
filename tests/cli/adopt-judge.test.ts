import assert from "node:assert/strict";
import { Judge } from "../../cli/adopt/judge.js";
import { secret } from "../../cli/stack/plaintext.js";
import type { Login, Managed } from "../../cli/stack/logins.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { urnOf } from "../support/engine.js";

const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST" };
const provider = "urn:pulumi:test::engine-test::pulumi:providers:pulumi-nodejs::default::1";

/** What is found for a webhook of which a preview masks the address and the values of secrets. */
async function found(args: object, listed: readonly object[]) {
  const login = { address: "https://api.example", client: { webhooks: { list: () => Promise.resolve(listed) } } };
  const managed: Partial<Managed> = { loginOf: () => Promise.resolve(login as unknown as Login), has: () => false };
  const urn = urnOf("Webhook", "hook");
  const type = "pulumi-nodejs:dynamic/hosting:Webhook";
  const entry = { urn, type, provider, inputs: { ...hook, url: secret(unknownValue), ...args } };
  const [judged] = await new Judge(managed as Managed, () => undefined).judgeAll([{ op: "create", urn, entry }]);
  const { finding } = judged!;
  return finding.status === "matches" ? finding.found.id : finding;
}

describe("what adopt finds for a webhook with a secret address", () => {
  const listed = [
    { ...hook, uid: "1", url: "https://agency.example/a?key=1", headers: { "X-Key": "a" } },
    { ...hook, uid: "2", url: "https://agency.example/b?key=2", headers: { "X-Token": "b" } },
    { ...hook, uid: "3", url: "https://agency.example/c?key=3", parameters: { key: "orderId", value: "c" } },
  ];

  it("is the one with the same names of headers and parameters", async () => {
    assert.equal(await found({ headers: { "x-token": unknownValue } }, listed), "2");
    assert.equal(await found({ parameters: { key: "orderId", value: unknownValue } }, listed), "3");
  });

  it("is several if these do not tell them apart, with what a preview does not show", async () => {
    const twice = [...listed, { ...listed[1], uid: "4" }];
    assert.deepEqual(await found({ headers: { "X-Token": unknownValue } }, twice), {
      status: "ambiguous",
      ids: ["2", "4"],
      hidden: ["url", "headers"],
    });
  });
});
