import assert from "node:assert/strict";
import type { Properties } from "../../provider/values/properties.js";
import { ownerKey } from "../../provider/values/reserved-properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { domain } from "../../provider/resources/domain.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { rehearseKernel } from "../support/kernel.js";
import { messageOf, samples } from "../support/rehearsal.js";

describe("an object in an account that an earlier run deleted", () => {
  const rehearsal = rehearseKernel();

  /** Account, domain and subdomain, each in the previous one. */
  async function chain(ofBlog: Properties = {}) {
    const account = await rehearsal.kernel(virtualAccount).create({
      ...samples.virtualAccount,
      virtualName: "chain",
      __resource: "account",
    });
    const accountIdentifier = account.id.split("/")[1]!;
    const name = { accountIdentifier, sld: "gone-along", tld: "de", __resource: "domain" };
    const ordered = await rehearsal.kernel(domain).create(name);
    const inside = { accountIdentifier, domainIdentifier: "gone-along.de", name: "blog", __resource: "blog", ...ofBlog };
    return { account, ordered, blog: await rehearsal.kernel(subdomain).create(inside) };
  }

  for (const [how, end] of Object.entries({
    "was killed": () => rehearsal.beginNextRun(),
    "ended normally": () => rehearsal.endRun(),
  }))
    it(`is proven gone even if only the note of a run that ${how} has the account's customer`, async () => {
      const { account, ordered, blog } = await chain();
      rehearsal.beginNextRun();
      await rehearsal.kernel(domain).delete(ordered.id, ordered.state);
      await rehearsal.kernel(virtualAccount).delete(account.id, account.state);
      end();
      await rehearsal.kernel(domain).delete(ordered.id, ordered.state);
      await rehearsal.kernel(subdomain).delete(blog.id, blog.state);
      await assert.rejects(rehearsal.kernel(domain).read(ordered.id, ordered.state), / is gone\. /);
    });

  it("is not proven gone while the provider shows the account, whatever the notes say", async () => {
    const { account, ordered } = await chain();
    const { accounts } = rehearsal.sandbox.control.store;
    const [, name] = account.id.split("/");
    const record = accounts.get(name!)!;
    rehearsal.beginNextRun();
    await rehearsal.kernel(domain).delete(ordered.id, ordered.state);
    await rehearsal.kernel(virtualAccount).delete(account.id, account.state);
    rehearsal.beginNextRun();
    accounts.insert(record);
    rehearsal.sandbox.control.faults.add({ operation: "listDomains", effect: { kind: "status", status: 403 } });
    rehearsal.sandbox.control.faults.add({ operation: "deleteDomain", effect: { kind: "status", status: 403 } });
    await assert.rejects(rehearsal.kernel(domain).delete(ordered.id, ordered.state), /Looking for it failed as well\./);
  });

  describe("and that another login asks for", () => {
    /** An account is to be replaced: the engine deletes its contents first, then the run is cut off. */
    async function cutOff({ isCalled = true, seen = "somebody" } = {}) {
      const { account, ordered, blog } = await chain(isCalled ? {} : { __deletedWith: "domain" });
      const all = [
        { definition: virtualAccount, ...account, other: { virtualName: "other" } },
        { definition: domain, ...ordered, other: { accountIdentifier: unknownValue } },
        { definition: subdomain, ...blog, other: { accountIdentifier: unknownValue, domainIdentifier: unknownValue } },
      ];
      for (const { definition, id } of all) rehearsal.recorded(definition.kind, id);
      rehearsal.endRun();
      const container = {
        path: account.id.split("/")[1]!,
        title: "virtual account chain",
        isReplaced: true,
        isRetained: false,
      };
      rehearsal.ownership.run.recordEntry("virtualAccount", account.id, account.state, { container });
      for (const { definition, id, state } of isCalled ? all.toReversed() : all.slice(0, 2).toReversed())
        await rehearsal.kernel(definition).delete(id, state);
      rehearsal.endRun();
      const entries = all.map((each) => ({
        ...each,
        state: { ...each.state, [ownerKey]: String(each.state[ownerKey]).replace(/ reseller$/, ` ${seen}`) },
      }));
      return entries.map((each) => ({ ...each, news: { ...each.state, ...each.other } }));
    }
    const refuseAll = () => {
      for (const operation of ["listDomains", "listSubdomains", "listVirtualAccounts", "getAccount", "deleteDomain"])
        rehearsal.sandbox.control.faults.add({ operation, occurrence: "always", effect: { kind: "status", status: 403 } });
    };

    for (const isCalled of [true, false])
      for (const isRefused of [false, true])
        it(
          `is gone if the journal says so, ${isRefused ? "although this login may list nothing" : "whatever this login shows"}` +
            (isCalled ? "" : ", also if Pulumi deletes it with its domain"),
          async () => {
            const entries = await cutOff({ isCalled });
            if (isRefused) refuseAll();
            for (const { definition, id, state, news } of entries) {
              const kernel = rehearsal.kernel(definition);
              const { replaces } = kernel.diff(id, state, news);
              await kernel.checkPlan(id, state, news, replaces);
              await kernel.checkPlan(id, state, state, []);
              rehearsal.warnings.length = 0;
              await kernel.checkStays(id, state, state);
              assert.match(rehearsal.warnings.join(), /: an earlier run deleted it, and it is gone\. /);
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
      for (const { definition, id, state, news } of entries) {
        const message = await messageOf(rehearsal.kernel(definition).checkPlan(id, state, news, ["name"]));
        assert.match(message, / cannot be replaced .*explain elsewhere`/);
      }
    });
  });
});
