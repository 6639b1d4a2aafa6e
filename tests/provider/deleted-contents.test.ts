import assert from "node:assert/strict";
import { domain } from "../../provider/resources/domain.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { virtualAccount } from "../../provider/resources/virtualAccount.js";
import { rehearseKernel } from "../support/kernel.js";
import { samples } from "../support/rehearsal.js";

describe("an object in an account that an earlier run deleted", () => {
  const rehearsal = rehearseKernel();

  /** Account, domain and subdomain, each in the previous one. */
  async function chain() {
    const account = await rehearsal.kernel(virtualAccount).create({
      ...samples.virtualAccount,
      virtualName: "chain",
      __resource: "account",
    });
    const accountIdentifier = account.id.split("/")[1]!;
    const name = { accountIdentifier, sld: "gone-along", tld: "de", __resource: "domain" };
    const ordered = await rehearsal.kernel(domain).create(name);
    const inside = { accountIdentifier, domainIdentifier: "gone-along.de", name: "blog", __resource: "blog" };
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
      await assert.rejects(rehearsal.kernel(domain).read(ordered.id, ordered.state), /is gone from the provider/);
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
    await assert.rejects(rehearsal.kernel(domain).delete(ordered.id, ordered.state), /Checking whether it is gone failed: /);
  });
});
