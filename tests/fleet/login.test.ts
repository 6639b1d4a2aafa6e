import assert from "node:assert/strict";
import { logIn, stackEnvironment } from "../../examples/fleet/login.js";
import { Secrets } from "../../sdk/redaction/redaction.js";

describe("the login that the stacks of a fleet share", () => {
  const given = { HOSTING_BASE_URL: "http://127.0.0.1:9", HOSTING_ACCESS_TOKEN: "token" };
  const keyWith = async (environment: Readonly<Record<string, string>>) =>
    stackEnvironment(await logIn(given, new Secrets()), environment)["HOSTING_REVIEW_KEY"];

  it("gives each stack the token, and no password", async () => {
    const environment = stackEnvironment(await logIn(given, new Secrets()), { ...given, HOSTING_PASSWORD: "password" });
    assert.equal(environment["HOSTING_ACCESS_TOKEN"], "token");
    assert.equal(environment["HOSTING_PASSWORD"], "");
  });

  it("leaves the key of reviews what it is for one stack: each login has another token", async () => {
    assert.equal(await keyWith({ HOSTING_PASSWORD: "password" }), "password");
    assert.equal(await keyWith({ HOSTING_PASSWORD: "password", PULUMI_CONFIG_PASSPHRASE: "passphrase" }), undefined);
    assert.equal(await keyWith({ HOSTING_PASSWORD: "password", HOSTING_REVIEW_KEY: "key" }), undefined);
    assert.equal(await keyWith({ HOSTING_ACCESS_TOKEN: "token" }), undefined);
  });
});
