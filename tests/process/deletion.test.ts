import assert from "node:assert/strict";
import type { Kind } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import type { FaultEffect } from "../../sandbox/index.js";
import { creationCaseOf, creationCases } from "../support/creation-cases.js";
import { messageOf, rehearse, rehearseEach, rehearseInProcess, sampleContract, samples } from "../support/rehearsal.js";

const blog = { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de", name: "blog", target: "/blog" };
const blogId = "p100001/sommer-gartenbau.de/blog";

describe("the deletion of a subdomain", () => {
  const rehearsal = rehearseInProcess();
  const sent = () =>
    rehearsal.sandbox.control.journal
      .requests()
      .map(({ operation }) => operation)
      .filter((operation) => operation !== "authenticate");

  it("is refused by default with what to do, and sends nothing", async () => {
    const message = await messageOf(rehearsal.provider.delete("subdomain", blogId, blog));
    assert.match(message, /^subdomain blog\.sommer-gartenbau\.de \(p100001\/sommer-gartenbau\.de\/blog\) was not deleted\. /);
    assert.match(message, /Delete it at the provider and run `pulumi refresh`, or run `pulumi state delete <urn>`/);
    assert.deepEqual(sent(), ["listSubdomains"]);
  });

  it("succeeds without a request if it is already gone", async () => {
    const { subdomains } = rehearsal.sandbox.control.store;
    subdomains.delete(subdomains.all().find(({ name, domain }) => name === "blog" && domain === "sommer-gartenbau.de")!.id);
    await rehearsal.provider.delete("subdomain", blogId, blog);
    assert.ok(!sent().includes("deleteSubdomain"));
  });

  it("if refused, fails the preview of every change that needs it", async () => {
    for (const change of [{ target: "/new" }, { name: "new" }, { domainIdentifier: unknownValue }]) {
      const message = await messageOf(rehearsal.provider.diff("subdomain", blogId, blog, { ...blog, ...change }));
      assert.match(message, /cannot be replaced because of \w+: the API cannot delete a single subdomain/);
    }
  });
});

describe("the deletion of a subdomain by a request body", () => {
  const rehearsal = rehearseInProcess({ config: { "hosting:subdomainDeletion": "body" } });
  const remove = () => rehearsal.provider.delete("subdomain", blogId, blog);
  const left = () =>
    rehearsal.sandbox.control.store.subdomains
      .all()
      .flatMap(({ domain, name }) => (domain === "sommer-gartenbau.de" ? [name] : []));

  it("deletes the named subdomain, between two uncached listings", async () => {
    await remove();
    assert.deepEqual(left(), ["www"]);
    const requests = rehearsal.sandbox.control.journal.requests().filter(({ operation }) => operation !== "authenticate");
    const operations = requests.map(({ operation }) => operation);
    assert.deepEqual(operations.slice(0, 3), ["listSubdomains", "deleteSubdomain", "listSubdomains"]);
    assert.deepEqual(requests[1]!.request.body, [{ name: "blog" }]);
  });

  it("fails and names what else was deleted", async () => {
    rehearsal.sandbox.control.faults.add({ operation: "deleteSubdomain", effect: { kind: "delete-all-subdomains" } });
    const message = await messageOf(remove());
    assert.match(message, /The provider also deleted other subdomains: www of sommer-gartenbau\.de\./);
    assert.match(message, /Restore them at the provider, and set hosting:subdomainDeletion back to "refuse"/);
  });

  it("checks the listing if its answer was lost", async () => {
    rehearsal.sandbox.control.faults.add({ operation: "deleteSubdomain", effect: { kind: "reset-after" } });
    await remove();
    assert.deepEqual([left(), rehearsal.requests("deleteSubdomain")], [["www"], 1]);
  });
});

for (const subdomainDeletion of ["all", "refused", "full-name"] as const)
  describe(`the deletion of a subdomain if the API means something else (${subdomainDeletion})`, () => {
    const config = { "hosting:subdomainDeletion": "body" };
    const rehearsal = rehearseInProcess({ sandbox: { readings: { subdomainDeletion } }, config });

    it("is never reported as successful", async () => {
      const message = await messageOf(rehearsal.provider.delete("subdomain", blogId, blog));
      assert.match(message, subdomainDeletion === "all" ? /also deleted other subdomains: www/ : /was not deleted/);
      const { subdomains } = rehearsal.sandbox.control.store;
      const isThere = subdomains.all().some(({ name }) => name === "blog");
      assert.equal(isThere, subdomainDeletion !== "all");
    });
  });

describe("what cannot be deleted", () => {
  const rehearsal = rehearse();
  const concluded = { confirmed: Date.UTC(2026, 0, 2), signer: "Bruno Sommer" };

  it("is removed only from the state, with a warning, for a preset", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("gdprContractPreset", samples.gdprContractPreset);
    sandbox.control.journal.clear();
    await provider.delete("gdprContractPreset", id, state);
    assert.match(
      await provider.printed(),
      new RegExp(`\\(${id}\\) was removed from the Pulumi state only\\. The API cannot delete`),
    );
    assert.deepEqual(sandbox.control.journal.requests(), []);
    assert.equal((await provider.read("gdprContractPreset", id, state))?.id, id);
  });

  it("is refused for a concluded contract, whether or not the state shows that", async () => {
    const { provider, sandbox } = rehearsal;
    const inputs = sampleContract(sandbox);
    const { id, state } = await provider.create("gdprContract", inputs);
    sandbox.control.store.gdprContracts.update(id, concluded);
    const known = (await provider.read("gdprContract", id, state))!.state;
    assert.match(await provider.printed(), /it was concluded since the last run, so it can no longer be deleted or replaced/);
    await provider.read("gdprContract", id, known);
    assert.equal(await provider.printed(), "", "the state knows it now");
    for (const each of [state, known]) {
      const message = await messageOf(provider.delete("gdprContract", id, each));
      assert.match(message, /was not deleted\. deleteGdprContract .*status 409.* A concluded contract stays for good\./s);
      const changed = provider.diff("gdprContract", id, each, { ...inputs, html: "<p>New</p>" });
      assert.match(await messageOf(changed), /cannot be replaced because of html: A concluded contract stays for good/);
    }
    assert.ok(sandbox.control.store.gdprContracts.get(id));
  });

  it("is refused for a concluded contract with a record that this run replaces", async () => {
    const { provider, sandbox, beginRun } = rehearsal;
    const inputs = { ...sampleContract(sandbox), __resource: "contract" };
    const { id, state } = await provider.create("gdprContract", inputs);
    sandbox.control.store.gdprContracts.update(id, concluded);
    const declared = { content: "<p>Measures</p>", __resource: "record" };
    const edited = { ...declared, content: "<p>Other</p>" };
    const made = await provider.create("gdprTom", declared);
    const news = { ...inputs, tom: unknownValue };
    const compare = async (sources: object) => {
      await provider.check("gdprContract", { ...news, ...sources }, state);
      return provider.diff("gdprContract", id, state, news);
    };
    const bySource = { __unknown: { tom: { kind: "gdprTom", name: "record" } } };
    await beginRun();
    await provider.check("gdprTom", declared, made.state);
    await compare(bySource);
    assert.match(await provider.printed(), /Whether tom changes is not known yet\./);

    await beginRun();
    await provider.check("gdprTom", edited, made.state);
    await provider.diff("gdprTom", made.id, made.state, edited);
    assert.match(await messageOf(compare(bySource)), /because of tom: A concluded /);
    // A value that has another source as well may turn out to be the present one.
    await compare({});
  });
});

describe("a deletion", () => {
  /** A subdomain is deleted by its name in the body. */
  const all = creationCases
    .filter(({ kind, deletion }) => deletion !== undefined && kind !== "subdomain")
    .map(({ kind }) => kind);

  rehearseEach({ all, apart: ["webhook"] }, (rehearsal, kinds) => {
    const gone = async (kind: Kind, id: string, state: Properties): Promise<boolean> =>
      rehearsal.provider.read(kind, id, { ...state }).then(
        (read) => read === undefined,
        (error: unknown) => / is gone\. /.test((error as Error).message),
      );
    const losses: readonly FaultEffect[] = [
      { kind: "reset-after" },
      { kind: "status", status: 500, when: "after" },
      { kind: "status", status: 503, body: { msg: "internal server error" }, when: "after" },
      { kind: "truncate" },
      // The answer to a duplicate of the request.
      { kind: "status", status: 400, body: { msg: "no such object" }, when: "after" },
      { kind: "status", status: 409, body: { msg: "no such object" }, when: "after" },
    ];

    for (const kind of kinds) {
      const { deletion = "", costly, inputs } = creationCaseOf(kind);
      const create = () => rehearsal.provider.create(kind, inputs(rehearsal.sandbox));
      const fault = (effect: FaultEffect, occurrence: 1 | "always" = 1) =>
        rehearsal.sandbox.control.faults.add({ operation: deletion, occurrence, effect });

      it(`checks whether the object is gone if its answer was lost, and succeeds if it was before, ${kind}`, async () => {
        for (const effect of losses) {
          const { id, state } = await create();
          rehearsal.sandbox.control.journal.clear();
          rehearsal.sandbox.control.faults.clear();
          fault(effect);
          await rehearsal.provider.delete(kind, id, state);
          assert.equal(rehearsal.requests(deletion), 1);
          assert.ok(await gone(kind, id, state));
          await rehearsal.provider.delete(kind, id, state);
        }
      });

      it(`fails if the API refuses it and the object still exists, ${kind}`, async () => {
        const { id, state } = await create();
        fault({ kind: "status", status: 403, body: { msg: "access denied" } }, "always");
        const message = await messageOf(rehearsal.provider.delete(kind, id, state));
        assert.match(message, / was not deleted\. .*access denied.* It still exists\./);
        assert.ok(!(await gone(kind, id, state)));
      });

      it(`is ${costly ? "not retried if it may have arrived and the object costs money" : "retried if it never arrived"}, ${kind}`, async () => {
        const { id, state } = await create();
        fault({ kind: "reset-before" });
        const removed = rehearsal.provider.delete(kind, id, state);
        if (costly) assert.match(await messageOf(removed), / was not deleted\. .* It still exists\./);
        else await removed;
        assert.deepEqual([rehearsal.requests(deletion), await gone(kind, id, state)], costly ? [1, false] : [2, true]);
      });
    }
  });
});

describe("the deletion of an account that takes time", () => {
  const rehearsal = rehearse({ sandbox: { accountDelay: 60_000 } });

  it("waits as long as declared, then says that the account still exists", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("virtualAccount", samples.virtualAccount);
    const remove = () => provider.delete("virtualAccount", id, { ...state, timeouts: { delete: "1ms" } });
    assert.match(await messageOf(remove()), /still exists 1 millisecond after its deletion was accepted\. Run again/);
    assert.match(await messageOf(remove()), /It still exists/);
    sandbox.control.advance(60_000);
    await remove();
  });
});

describe("a domain that is listed until its cancellation takes effect", () => {
  const rehearsal = rehearse({ sandbox: { readings: { domainDeletion: "scheduled" } } });

  it("is deleted at once for Pulumi and not ordered again", async () => {
    const { provider, sandbox, requests } = rehearsal;
    const { id, state } = await provider.create("domain", samples.domain);
    await provider.delete("domain", id, state);
    assert.equal(sandbox.control.store.domains.get("sommer-shop.de")!.registryStatus, "pendingDelete");
    assert.equal(requests("deleteDomain"), 1);
    assert.match(await messageOf(provider.create("domain", samples.domain)), /already exists/);
  });
});
