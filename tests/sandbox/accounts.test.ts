import assert from "node:assert/strict";
import { useApi, withSandbox } from "../support/sandbox.js";

describe("the sandbox's accounts", () => {
  const { control, expect, send } = useApi();

  it("are found by name and by uid", async () => {
    const byName = await expect(200, "getAccount", { parameters: { accountIdentifier: "p100001" } });
    assert.deepEqual(await expect(200, "getAccount", { parameters: { accountIdentifier: "100001" } }), byName);
  });

  it("are listed by owner or adviser, with the requested fields", async () => {
    const parameters = { customerNumber: 100001 };
    control().store.accounts.update("p100002", { adviser: 100001 });
    const names = async (query: Record<string, string>) =>
      ((await expect<{ name: string }[] | null>(200, "listCustomerAccounts", { parameters, query })) ?? []).map(
        ({ name }) => name,
      );
    assert.deepEqual(await names({}), ["p100001"]);
    assert.deepEqual(await names({ advised: "true" }), ["p100001", "p100002"]);
    assert.deepEqual(await names({ advised: "true", owned: "false" }), ["p100002"]);
    const only = await send("GET", "/v1/customers/100001/accounts?fields=name,uid");
    assert.deepEqual(only.json, [{ name: "p100001", uid: 100001 }]);
  });

  it("can be virtual: created with their password, listed without, deleted with everything in them", async () => {
    const parameters = { customerNumber: 100001 };
    const body = { virtualName: "sommer-2", description: "Shop", article: { articleNumber: 1201 }, password: "hunter2" };
    assert.equal(await expect(200, "listVirtualAccounts", { parameters }), null);
    const created = await expect<{ name: string; uid: number; password: string }>(201, "createVirtualAccount", {
      parameters,
      body,
    });
    assert.equal(created.password, "hunter2");
    await expect(400, "createVirtualAccount", { parameters, body });
    const [listed] = await expect<Record<string, unknown>[]>(200, "listVirtualAccounts", { parameters });
    assert.ok(!("password" in listed!));
    const account = { accountIdentifier: created.name };
    await expect(201, "registerDomain", { parameters: account, body: { sld: "zweite", tld: "de" } });
    const other = { customerNumber: 100002, accountIdentifier: created.name };
    await expect(403, "deleteVirtualAccount", { parameters: other });
    await expect(403, "deleteVirtualAccount", { parameters: { ...parameters, accountIdentifier: "p100001" } });
    await expect(204, "deleteVirtualAccount", { parameters: { ...parameters, accountIdentifier: String(created.uid) } });
    await expect(403, "getAccount", { parameters: account });
    assert.equal(control().store.domains.get("zweite.de"), undefined);
  });

  it("refuse a virtual account whose article cannot be ordered or is not an account, and order nothing", async () => {
    const parameters = { customerNumber: 100001 };
    const body = { virtualName: "x", description: "", password: "p", article: { articleNumber: 9001 } };
    await expect(400, "createVirtualAccount", { parameters, body });
    for (const articleNumber of [3001, 3002])
      await expect(400, "createVirtualAccount", { parameters, body: { ...body, article: { articleNumber } } });
    assert.equal(control().journal.requests({ operation: "createVirtualAccount", effect: true }).length, 0);
  });

  it("are created and deleted after accountDelay", async () => {
    await withSandbox({ accountDelay: 60_000 }, async (slow, login) => {
      const parameters = { customerNumber: 100001 };
      const body = { virtualName: "v", description: "d", password: "p", article: { articleNumber: 1201 } };
      const { name } = await login.expect<{ name: string }>(201, "createVirtualAccount", { parameters, body });
      const status = async () =>
        (await login.call("getAccount", { parameters: { accountIdentifier: name } })).json as { status: string };
      assert.equal((await status()).status, "creating");
      slow.control.advance(60_000);
      assert.equal((await status()).status, "ready");
      await login.expect(204, "deleteVirtualAccount", { parameters: { ...parameters, accountIdentifier: name } });
      assert.equal((await status()).status, "deleting");
      slow.control.advance(60_000);
      await login.expect(403, "getAccount", { parameters: { accountIdentifier: name } });
    });
  });
});
