import assert from "node:assert/strict";
import type { Properties } from "../../provider/values/properties.js";
import type { FaultEffect } from "../../sandbox/index.js";
import { InitFailure } from "../support/provider-calls.js";
import { messageOf, type Rehearsal, rehearseInProcess, samples } from "../support/rehearsal.js";

type Content = "domain" | "subdomain";

/** How each kind is listed and created in a container that the same run has created. */
const contents = {
  domain: { listing: "listDomains", creation: "registerDomain", name: "sommer-shop.de" },
  subdomain: { listing: "listSubdomains", creation: "createSubdomains", name: "news" },
} as const;

/** Creates what an object of the kind lies in, and returns the arguments of one. */
async function inNew(kind: Content, { provider }: Rehearsal): Promise<Properties> {
  const account = await provider.create("virtualAccount", samples.virtualAccount);
  const accountIdentifier = account.id.split("/")[1]!;
  const domain = { ...samples.domain, accountIdentifier };
  if (kind === "domain") return domain;
  await provider.create("domain", domain);
  return { ...samples.subdomain, accountIdentifier, domainIdentifier: "sommer-shop.de" };
}

const refused = (status: number): FaultEffect => ({ kind: "status", status, body: { msg: "no access" } });

describe("a container that this run has created and that is invisible for a moment", () => {
  const rehearsal = rehearseInProcess();

  for (const kind of ["domain", "subdomain"] as const) {
    const { listing, creation, name } = contents[kind];

    for (const status of [403, 404])
      it(`is waited for before and after a creation in it, ${kind}, ${status}`, async () => {
        const { provider, sandbox, requests } = rehearsal;
        const declared = await inNew(kind, rehearsal);
        const { faults } = sandbox.control;
        faults.add({ operation: listing, times: 2, effect: refused(status) });
        faults.add({ operation: listing, occurrence: 4, times: 2, effect: refused(status) });
        const { id } = await provider.create(kind, declared);
        assert.ok(id.endsWith(`/${name}`));
        assert.equal(requests(creation), 1);
        assert.ok(requests(listing) >= 6);
      });

    it(`is not waited for if it existed before, ${kind}`, async () => {
      const { provider, sandbox, requests } = rehearsal;
      sandbox.control.faults.add({ operation: listing, effect: refused(403) });
      assert.match(await messageOf(provider.create(kind, samples[kind])), /was not created\. .*status 403/);
      assert.equal(requests(listing), 1);
    });
  }

  it("stops an order that is refused, which is not sent again", async () => {
    const { provider, sandbox, requests } = rehearsal;
    const declared = await inNew("domain", rehearsal);
    sandbox.control.faults.add({ operation: "registerDomain", effect: refused(404) });
    const failure = await provider.create("domain", declared).catch((error: unknown) => error);
    assert.ok(failure instanceof Error && !(failure instanceof InitFailure));
    assert.match(
      failure.message,
      /was not created\. .*status 404.* This run has only just created what contains it: run again\./,
    );
    assert.equal(requests("registerDomain"), 1);
    assert.ok((await provider.create("domain", declared)).id.endsWith("/sommer-shop.de"));
  });
});
