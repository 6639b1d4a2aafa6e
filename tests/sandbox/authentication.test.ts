import assert from "node:assert/strict";
import { Api, useSandbox } from "../support/sandbox.js";

describe("the sandbox's application tokens", () => {
  const sandbox = useSandbox();
  let api: Api;

  beforeEach(async () => {
    api = await Api.login(sandbox().url);
  });

  it("show their secret once, work as a login, and end with their sessions", async () => {
    const created = await api.expect<{ uuid: string; token: string }>(201, "createApplicationToken", {
      body: { description: "ci" },
    });
    assert.match(created.token, /^MW_/);
    const [listed] = await api.expect<Record<string, unknown>[]>(200, "listApplicationTokens");
    assert.deepEqual(Object.keys(listed!).sort(), ["crdate", "description", "uuid"]);
    const session = await Api.login(sandbox().url, created.uuid, created.token);
    await session.expect(200, "listWebhooks");
    await api.expect(200, "deleteApplicationToken", { parameters: { uuid: created.uuid } });
    assert.equal((await session.send("GET", "/v1/webhooks")).status, 503);
    await api.expect(403, "authenticate", { body: { username: created.uuid, password: created.token } });
    await api.expect(403, "deleteApplicationToken", { parameters: { uuid: created.uuid } });
  });

  it("belong to their login", async () => {
    const { uuid } = await api.expect<{ uuid: string }>(201, "createApplicationToken", { body: { description: "ci" } });
    const other = await Api.login(sandbox().url, "agency", "agency-password");
    assert.deepEqual(await other.expect(200, "listApplicationTokens"), []);
    await other.expect(403, "deleteApplicationToken", { parameters: { uuid } });
  });
});
