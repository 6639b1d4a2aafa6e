import assert from "node:assert/strict";
import { domain } from "../../provider/resources/domain.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import type { Properties } from "../../provider/values/properties.js";
import { ownerKey } from "../../provider/values/reserved-properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { rehearseKernel } from "../support/kernel.js";
import { samples } from "../support/rehearsal.js";

describe("an object in an account that an earlier run deleted", () => {
  const rehearsal = rehearseKernel();

  /** Account, domain and subdomain, each in the previous one. */
  async function chain(ofBlog: Properties = {}) {
    const named = { ...samples.virtualAccount, virtualName: "chain", __resource: "account" };
    const account = await rehearsal.kernel(virtualAccount).create(named);
    const accountIdentifier = account.id.split("/")[1]!;
    const name = { accountIdentifier, sld: "gone-along", tld: "de", __resource: "domain" };
    const ordered = await rehearsal.kernel(domain).create(name);
    const inside = { accountIdentifier, domainIdentifier: "gone-along.de", name: "blog", __resource: "blog", ...ofBlog };
    return { account, ordered, blog: await rehearsal.kernel(subdomain).create(inside) };
  }

  it("is not proven gone while the provider shows the account, whatever the notes say", async () => {
    const { account, ordered } = await chain();
    const { accounts } = rehearsal.sandbox.control.store;
    const record = accounts.get(account.id.split("/")[1]!)!;
    rehearsal.beginNextRun();
    await rehearsal.kernel(domain).delete(ordered.id, ordered.state);
    await rehearsal.kernel(virtualAccount).delete(account.id, account.state);
    rehearsal.beginNextRun();
    accounts.insert(record);
    for (const operation of ["listDomains", "deleteDomain"]) rehearsal.fault(operation, { kind: "status", status: 403 });
    await assert.rejects(rehearsal.kernel(domain).delete(ordered.id, ordered.state), /Looking for it failed as well\./);
  });

  it("is not proven gone by an empty listing of a customer that cannot be read", async () => {
    const { ordered } = await chain();
    rehearsal.beginNextRun();
    for (const operation of ["listDomains", "deleteDomain", "getAccount", "getCustomer"])
      rehearsal.fault(operation, { kind: "status", status: 403 }, { occurrence: "always" });
    rehearsal.fault("listVirtualAccounts", { kind: "body", body: [] }, { occurrence: "always" });
    await assert.rejects(rehearsal.kernel(domain).delete(ordered.id, ordered.state), /Looking for it failed as well\./);
  });

  describe("and that another login asks for", () => {
    /** An account is to be replaced: the engine deletes its contents first, then the run is cut off. */
    async function cutOff({ isCalled = true } = {}) {
      const { account, ordered, blog } = await chain(isCalled ? {} : { __deletedWith: "domain" });
      const all = [
        { definition: virtualAccount, ...account, other: { virtualName: "other" } },
        { definition: domain, ...ordered, other: { accountIdentifier: unknownValue } },
        { definition: subdomain, ...blog, other: { accountIdentifier: unknownValue, domainIdentifier: unknownValue } },
      ];
      for (const { definition, id } of all) rehearsal.recorded(definition.kind, id);
      rehearsal.endRun();
      const path = account.id.split("/")[1]!;
      const container = { path, title: "virtual account chain", isReplaced: true, isRetained: false };
      rehearsal.ownership.run.recordEntry("virtualAccount", account.id, account.state, { container });
      for (const { definition, id, state } of all.slice(0, isCalled ? 3 : 2).toReversed())
        await rehearsal.kernel(definition).delete(id, state);
      rehearsal.endRun();
      return all.map((each) => {
        const state = { ...each.state, [ownerKey]: String(each.state[ownerKey]).replace(/ reseller$/, " somebody") };
        return { ...each, state, news: { ...state, ...each.other } };
      });
    }

    for (const isCalled of [true, false])
      for (const isRefused of [false, true])
        it(
          `is gone if the journal says so, ${isRefused ? "although this login may list nothing" : "whatever this login shows"}` +
            (isCalled ? "" : ", also if Pulumi deletes it with its domain"),
          async () => {
            const entries = await cutOff({ isCalled });
            if (isRefused)
              for (const operation of ["listDomains", "listSubdomains", "listVirtualAccounts", "getAccount", "deleteDomain"])
                rehearsal.fault(operation, { kind: "status", status: 403 }, { occurrence: "always" });
            for (const { definition, id, state, news } of entries) {
              const kernel = rehearsal.kernel(definition);
              const { replaces } = kernel.diff(id, state, news);
              await kernel.checkPlan(id, state, news, replaces);
              await kernel.checkPlan(id, state, state, []);
              rehearsal.warnings.length = 0;
              await kernel.checkStays(id, state, state);
              assert.match(rehearsal.said(), /: an earlier run deleted it, and it is gone\. /);
              const read = kernel.read(id, state);
              if (definition === subdomain) assert.equal(await read, undefined);
              else await assert.rejects(read, / is gone\. /);
            }
            for (const { definition, id, state } of entries.toReversed()) await rehearsal.kernel(definition).delete(id, state);
          },
        );

    it("is not proven gone by the journal of another machine, and the message says what to do", async () => {
      const entries = await cutOff();
      rehearsal.lockJournal();
      rehearsal.beginNextRun();
      for (const { definition, id, state, news } of entries)
        await assert.rejects(rehearsal.kernel(definition).checkPlan(id, state, news, ["name"]), { code: "elsewhere" });
    });
  });
});
