import assert from "node:assert/strict";
import type { Kind } from "../../provider/values/kinds.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import type { FaultEffect } from "../../sandbox/index.js";
import { creationCaseOf, creationCases } from "../support/creation-cases.js";
import { messageOf, rehearse, rehearseEach, sampleContract, samples } from "../support/rehearsal.js";

const blog = { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de", name: "blog", target: "/blog" };
const blogId = "p100001/sommer-gartenbau.de/blog";

describe("the deletion of a subdomain", () => {
  const rehearsal = rehearse();

  const sent = () =>
    rehearsal.sandbox.control.journal
      .requests()
      .map(({ operation }) => operation)
      .filter((operation) => operation !== "authenticate");

  it("is refused by default with what to do, and sends nothing", async () => {
    const { provider, sandbox } = rehearsal;
    const { sessions: _before, ...before } = sandbox.control.snapshot().collections;
    const message = await messageOf(provider.delete("subdomain", blogId, blog));
    assert.match(message, /^subdomain blog\.sommer-gartenbau\.de \(p100001\/sommer-gartenbau\.de\/blog\) was not deleted\. /);
    assert.match(message, /Delete it at the provider and run `pulumi refresh`, or run `pulumi state delete <urn>`/);
    assert.deepEqual(sent(), ["listSubdomains"]);
    const { sessions: _, ...after } = sandbox.control.snapshot().collections;
    assert.deepEqual(after, before);
  });

  it("succeeds without a request if it is already gone", async () => {
    const { provider, sandbox } = rehearsal;
    const { subdomains } = sandbox.control.store;
    subdomains.delete(subdomains.all().find(({ name, domain }) => name === "blog" && domain === "sommer-gartenbau.de")!.id);
    await provider.delete("subdomain", blogId, blog);
    assert.ok(!sent().includes("deleteSubdomain"));
  });

  it("if refused, fails the preview of every change that needs it", async () => {
    const { provider } = rehearsal;
    for (const change of [{ target: "/new" }, { name: "new" }, { domainIdentifier: unknownValue }]) {
      const message = await messageOf(provider.diff("subdomain", blogId, blog, { ...blog, ...change }));
      assert.match(
        message,
        /subdomain blog\.sommer-gartenbau\.de .* cannot be replaced because of \w+: the API cannot delete a single subdomain/,
      );
    }
  });

  it("if refused, fails a move that needs its domain deleted as soon as the domain is known to stay", async () => {
    const { provider } = rehearsal;
    const stored = { ...blog, __resource: "blog", __deletedWith: "old" };
    await provider.check("subdomain", stored, stored);
    const { replaces } = await provider.diff("subdomain", blogId, stored, { ...stored, domainIdentifier: unknownValue });
    assert.deepEqual(replaces, ["domainIdentifier"]);
    const old = { accountIdentifier: "p100001", sld: "sommer-gartenbau", tld: "de", __resource: "old" };
    await provider.check("domain", old, old);
    assert.match(
      await messageOf(provider.diff("domain", "p100001/sommer-gartenbau.de", old, old)),
      /domain sommer-gartenbau\.de .* replacing subdomain p100001\/sommer-gartenbau\.de\/blog would delete it first/,
    );
  });

  it("if refused, succeeds with its domain if that is replaced with --replace, which no comparison shows", async () => {
    const { provider } = rehearsal;
    const domain = { accountIdentifier: "p100001", sld: "replaced", tld: "de", __resource: "domain" };
    await provider.create("domain", domain);
    const inside = { accountIdentifier: "p100001", domainIdentifier: "replaced.de", name: "blog", __resource: "blog" };
    const { id, state } = await provider.create("subdomain", inside);
    await rehearsal.beginRun();
    await provider.check("domain", { ...domain, adopt: true });
    await provider.printed();
    await provider.delete("subdomain", id, state);
    assert.match(await provider.printed(), /is deleted with domain replaced\.de, which this run deletes or replaces \(/);
  });

  it("if refused, never fails a refresh", async () => {
    const { provider } = rehearsal;
    const stored = { ...blog, __resource: "blog" };
    const { replaces } = await provider.diff("subdomain", blogId, { ...stored, target: "/found" }, stored);
    assert.deepEqual(replaces, ["target"]);
  });
});

describe("the deletion of a subdomain by a request body", () => {
  const rehearsal = rehearse({ config: { "hosting:subdomainDeletion": "body" } });

  const left = () =>
    rehearsal.sandbox.control.store.subdomains
      .all()
      .filter(({ domain }) => domain === "sommer-gartenbau.de")
      .map(({ name }) => name);

  it("deletes the named subdomain, between two uncached listings", async () => {
    const { provider, sandbox } = rehearsal;
    await provider.delete("subdomain", blogId, blog);
    assert.deepEqual(left(), ["www"]);
    const requests = sandbox.control.journal.requests().filter(({ operation }) => operation !== "authenticate");
    const [before, deletion, after] = requests.map(({ operation }) => operation);
    assert.deepEqual([before, deletion, after], ["listSubdomains", "deleteSubdomain", "listSubdomains"]);
    assert.deepEqual(requests[1]!.request.body, [{ name: "blog" }]);
  });

  it("fails and names what else was deleted", async () => {
    const { provider, sandbox } = rehearsal;
    sandbox.control.faults.add({ operation: "deleteSubdomain", effect: { kind: "delete-all-subdomains" } });
    const message = await messageOf(provider.delete("subdomain", blogId, blog));
    assert.match(message, /The provider also deleted other subdomains: www of sommer-gartenbau\.de\./);
    assert.match(message, /Restore them at the provider, and set hosting:subdomainDeletion back to "refuse"/);
  });

  it("checks the listing if its answer was lost", async () => {
    const { provider, sandbox } = rehearsal;
    sandbox.control.faults.add({ operation: "deleteSubdomain", effect: { kind: "reset-after" } });
    await provider.delete("subdomain", blogId, blog);
    assert.deepEqual(left(), ["www"]);
    assert.equal(rehearsal.requests("deleteSubdomain"), 1);
  });
});

describe("the deletion of a subdomain if the API means something else", () => {
  for (const subdomainDeletion of ["all", "refused", "full-name"] as const)
    describe(`(${subdomainDeletion})`, () => {
      const rehearsal = rehearse({
        sandbox: { readings: { subdomainDeletion } },
        config: { "hosting:subdomainDeletion": "body" },
      });

      it("is never reported as successful", async () => {
        const { provider, sandbox } = rehearsal;
        const message = await messageOf(provider.delete("subdomain", blogId, blog));
        if (subdomainDeletion === "all") assert.match(message, /also deleted other subdomains: www/);
        else {
          assert.match(message, /was not deleted/);
          assert.equal(sandbox.control.store.subdomains.all().filter(({ name }) => name === "blog").length, 1);
        }
      });
    });
});

describe("what cannot be deleted", () => {
  const rehearsal = rehearse();

  it("is removed only from the state, with a warning, for a preset", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("gdprContractPreset", samples.gdprContractPreset);
    sandbox.control.journal.clear();
    await provider.delete("gdprContractPreset", id, state);
    assert.match(
      await provider.printed(),
      new RegExp(`^GDPR contract preset "standard" \\(${id}\\) was removed from the Pulumi state only\\. The API cannot delete`),
    );
    assert.deepEqual(sandbox.control.journal.requests(), []);
    assert.equal((await provider.read("gdprContractPreset", id, state))?.id, id);
  });

  it("is refused for a concluded contract, whether or not the state shows that", async () => {
    const { provider, sandbox } = rehearsal;
    const inputs = sampleContract(sandbox);
    const { id, state } = await provider.create("gdprContract", inputs);
    sandbox.control.store.gdprContracts.update(id, { confirmed: Date.UTC(2026, 0, 2), signer: "Bruno Sommer" });
    const known = (await provider.read("gdprContract", id, state))!.state;
    assert.match(await provider.printed(), /it was concluded since the last run, so it can no longer be deleted or replaced/);
    await provider.read("gdprContract", id, known);
    assert.equal(await provider.printed(), "", "the state knows it now");
    for (const each of [state, known]) {
      const message = await messageOf(provider.delete("gdprContract", id, each));
      assert.match(message, /^GDPR contract of client 5f\w+ .* was not deleted\. deleteGdprContract .*status 409/);
      assert.match(message, /A concluded contract stays for good\. .*`pulumi state delete <urn>`/);
    }
    for (const each of [state, known]) {
      const message = await messageOf(provider.diff("gdprContract", id, each, { ...inputs, html: "<p>New</p>" }));
      assert.match(message, /cannot be replaced because of html: A concluded contract stays for good/);
    }
    assert.ok(sandbox.control.store.gdprContracts.get(id));
  });

  it("is refused for a concluded contract with every record it names that this run creates or replaces", async () => {
    const { provider, sandbox, beginRun } = rehearsal;
    const records = {
      gdprTom: { content: "<p>Measures</p>" },
      gdprContact: { street: "Allee", houseNumber: "1", zipCode: "04109", city: "Leipzig", mail: "a@new.example" },
    };
    const named = { tom: "gdprTom", client: "gdprContact", recipient: "gdprContact" } as const;
    const inputs = { ...sampleContract(sandbox), __resource: "contract" };
    const { id, state } = await provider.create("gdprContract", inputs);
    sandbox.control.store.gdprContracts.update(id, { confirmed: Date.UTC(2026, 0, 2), signer: "Bruno Sommer" });
    for (const [argument, kind] of Object.entries(named)) {
      const declared = { ...records[kind], ...(kind === "gdprContact" && { name: argument }), __resource: "record" };
      const made = await provider.create(kind, declared);
      const news = { ...inputs, [argument]: unknownValue };
      const compare = async (sources: object) => {
        await provider.check("gdprContract", { ...news, ...sources }, state);
        return provider.diff("gdprContract", id, state, news);
      };
      const bySource = { __unknown: { [argument]: { kind, name: "record" } } };
      await beginRun();
      await provider.check(kind, declared, made.state);
      await compare(bySource);
      assert.match(
        await provider.printed(),
        new RegExp(
          `because of ${argument}: A concluded .* as a new resource\\. .*Whether ${argument} changes is not known yet\\.`,
        ),
      );

      const edit = kind === "gdprTom" ? { content: "<p>Other</p>" } : { name: `Other ${argument}` };
      await beginRun();
      await provider.check(kind, { ...declared, ...edit }, made.state);
      await provider.diff(kind, made.id, made.state, { ...declared, ...edit });
      assert.match(await messageOf(compare(bySource)), new RegExp(`because of ${argument}: A concluded .* as a new resource\\.`));
      // A value that has another source as well may turn out to be the present one.
      await compare({});
    }
  });
});

describe("a deletion", () => {
  /** A subdomain is deleted by its name in the body. */
  const cases = creationCases.filter(({ kind, deletion }) => deletion !== undefined && kind !== "subdomain");
  const all = cases.map(({ kind }) => kind);
  const deletionOf = (kind: Kind): string => creationCaseOf(kind).deletion!;

  rehearseEach({ all, apart: ["webhook", "domain"] }, (rehearsal, kinds) => {
    const create = (kind: Kind) => rehearsal.provider.create(kind, creationCaseOf(kind).inputs(rehearsal.sandbox));

    const gone = async (kind: Kind, id: string, state: object): Promise<boolean> =>
      rehearsal.provider.read(kind, id, { ...state }).then(
        (read) => read === undefined,
        (error: unknown) => / is gone\. /.test((error as Error).message),
      );

    const losses: readonly FaultEffect[] = [
      { kind: "reset-after" },
      { kind: "status", status: 500, when: "after" },
      { kind: "status", status: 503, body: { msg: "internal server error" }, when: "after" },
      { kind: "truncate" },
    ];

    for (const kind of kinds) {
      it(`checks whether the object is gone if its answer was lost, ${kind}`, async () => {
        for (const effect of losses) {
          const { id, state } = await create(kind);
          rehearsal.sandbox.control.journal.clear();
          rehearsal.sandbox.control.faults.clear();
          rehearsal.sandbox.control.faults.add({ operation: deletionOf(kind), effect });
          await rehearsal.provider.delete(kind, id, state);
          assert.equal(rehearsal.requests(deletionOf(kind)), 1);
          assert.ok(await gone(kind, id, state));
        }
      });

      it(`succeeds if the object is already gone, ${kind}`, async () => {
        const { id, state } = await create(kind);
        await rehearsal.provider.delete(kind, id, state);
        await rehearsal.provider.delete(kind, id, state);
      });

      it(`fails if the API refuses it and the object still exists, ${kind}`, async () => {
        const { provider, sandbox } = rehearsal;
        const { id, state } = await create(kind);
        const effect = { kind: "status", status: 403, body: { msg: "access denied" } } as const;
        sandbox.control.faults.add({ operation: deletionOf(kind), occurrence: "always", effect });
        const message = await messageOf(provider.delete(kind, id, state));
        assert.match(message, / was not deleted\. .*access denied.* It still exists\./);
        assert.ok(!(await gone(kind, id, state)));
      });
    }

    for (const status of [400, 409])
      for (const kind of kinds)
        it(`succeeds if a duplicate of its request is answered with status ${status}, ${kind}`, async () => {
          const { provider, sandbox, requests } = rehearsal;
          const { id, state } = await create(kind);
          const effect = { kind: "status", status, body: { msg: "no such object" }, when: "after" } as const;
          sandbox.control.faults.add({ operation: deletionOf(kind), effect });
          await provider.delete(kind, id, state);
          assert.equal(requests(deletionOf(kind)), 1);
          assert.ok(await gone(kind, id, state));
        });

    for (const kind of kinds.filter((each) => !creationCaseOf(each).costly))
      it(`is retried if it never arrived, ${kind}`, async () => {
        const { id, state } = await create(kind);
        rehearsal.sandbox.control.faults.add({ operation: deletionOf(kind), effect: { kind: "reset-before" } });
        await rehearsal.provider.delete(kind, id, state);
        assert.equal(rehearsal.requests(deletionOf(kind)), 2);
        assert.ok(await gone(kind, id, state));
      });

    for (const kind of kinds.filter((each) => creationCaseOf(each).costly))
      it(`is not retried if it may have arrived and the object costs money, ${kind}`, async () => {
        const { provider, sandbox, requests } = rehearsal;
        const { id, state } = await create(kind);
        sandbox.control.faults.add({ operation: deletionOf(kind), effect: { kind: "reset-before" } });
        assert.match(await messageOf(provider.delete(kind, id, state)), / was not deleted\. .* It still exists\./);
        assert.equal(requests(deletionOf(kind)), 1);
      });
  });
});

describe("the deletion of an account that takes time", () => {
  const rehearsal = rehearse({ sandbox: { accountDelay: 60_000 } });

  it("waits as long as declared, then says that the account still exists", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("virtualAccount", samples.virtualAccount);
    const hurried = { ...state, timeouts: { delete: "1ms" } };
    const message = await messageOf(provider.delete("virtualAccount", id, hurried));
    assert.match(message, /still exists 1 millisecond after its deletion was accepted\. Run again to check once more/);
    const again = await messageOf(provider.delete("virtualAccount", id, hurried));
    assert.match(again, /It still exists/);
    sandbox.control.advance(60_000);
    await provider.delete("virtualAccount", id, hurried);
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
