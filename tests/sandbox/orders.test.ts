import assert from "node:assert/strict";
import { Api, useSandbox } from "../support/sandbox.js";

describe("the sandbox's orders", () => {
  const sandbox = useSandbox();
  let api: Api;

  beforeEach(async () => {
    api = await Api.login(sandbox().url);
  });

  const customer = {
    salutation: "Frau",
    firstName: "Nora",
    lastName: "Neu",
    emailAddress: "nora@neu.example",
    country: "DE",
  };

  it("are accepted without a body, and recorded", async () => {
    await api.expect(202, "orderPartnerProgram", { body: {} });
    await api.expect(202, "orderPartnerBox", { body: {} });
    for (const id of ["orderTestAccount", "orderTestAgency", "orderShopTestAgency", "orderVipTestAgency"]) {
      await api.expect(202, id, { body: { customer } });
    }
    const { orders, customers } = sandbox().control.store;
    assert.deepEqual(
      orders.all().map(({ kind }) => kind),
      ["partner-program", "partner-box", "test-account", "test-agency", "shop-test-agency", "vip-test-agency"],
    );
    assert.equal(customers.all().filter(({ contractPartner }) => contractPartner.lastName === "Neu").length, 4);
    await api.expect(400, "orderTestAccount", { body: { customer, software: { identifier: "unknown" } } });
    await api.expect(400, "orderTestAgency", { body: { customer: { ...customer, emailAddress: "x" } } });
  });
});
