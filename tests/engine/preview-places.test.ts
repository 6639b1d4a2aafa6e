import assert from "node:assert/strict";
import { commandTimeout, failed, type Outcome, type ResourceSpec, Stack, succeeded } from "../support/engine.js";
import { account, domain, subdomain } from "../support/new-shop.js";

/** What a preview knows of an object in a container whose identifier the provider has not chosen yet, or that is replaced. */
describe("a preview of the real engine of what lies in something new", function () {
  this.timeout(20 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
    stack.sandbox.control.store.accounts.update("p100001", { virtual: { virtualName: "gartenbau", passwordHash: "" } });
  });
  after(() => stack.dispose());

  const writes = () =>
    stack.sandbox.control.journal.requests({ effect: true }).filter(({ operation }) => operation !== "authenticate").length;
  const preview = async (...resources: readonly ResourceSpec[]): Promise<Outcome> => {
    await stack.declare({ resources });
    return stack.preview();
  };
  const inNew = { accountIdentifier: { $of: ["account", "accountIdentifier"] } };
  const existing = {
    virtualName: "gartenbau",
    description: "Sommer Gartenbau",
    articleNumber: 1102,
    password: undefined,
    adopt: true,
  };
  const mistakes: readonly (readonly [string, readonly ResourceSpec[], ...RegExp[]])[] = [
    [
      "identifiers that are not those of their containers",
      [
        account(),
        domain(inNew),
        { ...domain({ accountIdentifier: { $of: ["account", "id"] }, sld: "in-id" }), name: "in-id" },
        subdomain("in-name", { domainIdentifier: { $of: ["domain", "name"] } }, { deletedWith: "domain" }),
      ],
      /accountIdentifier: `id` of VirtualAccount "account" is not its identifier\. Pass on its `accountIdentifier`\./,
      /domainIdentifier: `name` of Domain "domain" is not its identifier\. Pass on its `domainIdentifier`\./,
    ],
    [
      "a subdomain of a new domain in a new account that is declared twice",
      [account(), domain(inNew), subdomain("blog"), { ...subdomain("BLOG"), name: "other" }],
      /declare the same subdomain blog.*: declare it once\./i,
    ],
    [
      "a subdomain in another account than its new domain of a new account",
      [account(), domain(inNew), subdomain("elsewhere", { accountIdentifier: "p100002" })],
      /accountIdentifier: `domainIdentifier` comes from resource "domain", which this run creates elsewhere\. Pass on its `accountIdentifier` too\./,
    ],
    [
      "a deletion with a new account that does not contain it",
      [account({ forceDestroy: true }), domain({}, { deletedWith: "account" })],
      /`deletedWith` names resource "account", but `accountIdentifier` names another container/,
    ],
  ];
  for (const [mistake, resources, ...says] of mistakes)
    it(`fails: ${mistake}`, async () => {
      const outcome = await preview(...resources);
      for (const each of says) failed(outcome, each);
      assert.equal(writes(), 0);
    });

  it("follows what an adopted account contains", async () => {
    const { output } = succeeded(
      await preview(account(existing), domain({ ...inNew, sld: "sommer-gartenbau", adopt: true }), subdomain("news")),
    );
    assert.match(output, /adopt: domain sommer-gartenbau\.de of account p100001 \(p100001\/sommer-gartenbau\.de\) is adopted/);
    failed(
      await preview(account(existing), domain({ ...inNew, sld: "sommer-gartenbau", adopt: true }), subdomain("blog")),
      /subdomain blog\.sommer-gartenbau\.de already exists/,
    );
  });

  it("refuses to put something into a domain that is replaced, and to move one into a new account", async () => {
    await stack.declare({ resources: [domain()] });
    succeeded(await stack.up());
    const before = writes();
    const moved = { sld: "newer-shop" };
    const inOld = subdomain("blog", { accountIdentifier: "p100001", domainIdentifier: "new-shop.de" });
    failed(
      await preview(account(), inOld, domain({ ...inNew, ...moved })),
      /take its identifiers from the outputs of what contains it/,
    );
    succeeded(await preview(domain(moved), subdomain("blog")));
    failed(
      await preview(account(), domain(inNew)),
      /the API cannot move a domain, and its account would be a new one \(resource "account"\)/,
    );
    assert.equal(writes(), before);
  });
});
