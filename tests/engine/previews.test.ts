import assert from "node:assert/strict";
import { changes, commandTimeout, failed, type ResourceSpec, succeeded, useStack } from "../support/engine.js";
import { account, component, domain, inAccount, of, subdomain, token, webhook } from "../support/resources.js";

/** What a preview says before anything is ordered, and about what leaves the program. */
describe("a preview of the real engine", function () {
  this.timeout(20 * commandTimeout);
  const stack = useStack();
  const existing = { virtualName: "gartenbau", description: "Sommer Gartenbau", articleNumber: 1102, password: undefined };

  before(() =>
    stack.sandbox.control.store.accounts.update("p100001", { virtual: { virtualName: "gartenbau", passwordHash: "" } }),
  );

  const mistakes: readonly (readonly [string, readonly ResourceSpec[], ...RegExp[]])[] = [
    [
      "identifiers that are not those of their containers",
      [
        account("web"),
        domain("in-id", { accountIdentifier: of("web", "id") }),
        domain("inside", inAccount("web")),
        subdomain("blog", "inside", { domainIdentifier: of("inside", "name") }, { deletedWith: "inside" }),
      ],
      /accountIdentifier: `id` of VirtualAccount "web" is not its identifier/,
      /domainIdentifier: `name` of Domain "inside" is not its identifier/,
    ],
    [
      "a subdomain of a new domain in a new account that is declared twice",
      [account("web"), domain("twice", inAccount("web")), subdomain("blog", "twice"), subdomain("BLOG", "twice")],
      /declare the same subdomain blog/i,
    ],
    [
      "a subdomain in another account than its new domain of a new account",
      [account("web"), domain("inside", inAccount("web")), subdomain("blog", "inside", { accountIdentifier: "p100002" })],
      /accountIdentifier: `domainIdentifier` comes from resource "inside"/,
    ],
    [
      "a deletion with what does not contain the object, declared or inherited",
      [
        account("web", { forceDestroy: true }),
        domain("first", inAccount("web"), { deletedWith: "web" }),
        domain("second", {}, { deletedWith: "first" }),
        domain("third", {}, { deletedWith: "web" }),
        component("group", { deletedWith: "web" }),
        token("in-group", {}, { parent: "group" }),
      ],
      /"second"\W.*`deletedWith` names Domain "first"/,
      /`deletedWith` names resource "web", but `accountIdentifier` names another/,
      /"in-group"\W.*`deletedWith` names VirtualAccount "web"/,
    ],
    [
      "a subdomain that exists in an account that is adopted",
      adopting("blog"),
      /subdomain blog\.sommer-gartenbau\.de already exists/,
    ],
  ];
  function adopting(name: string): ResourceSpec[] {
    const adopted = domain("shop", { ...inAccount("web"), sld: "sommer-gartenbau", adopt: true });
    return [account("web", { ...existing, adopt: true }), adopted, subdomain(name, "shop")];
  }
  for (const [mistake, resources, ...says] of mistakes)
    it(`fails, and sends nothing: ${mistake}`, async () => {
      const outcome = await stack.previewed(...resources);
      for (const each of says) failed(outcome, each);
      assert.deepEqual(stack.writes(), []);
    });

  it("leaves unknown outputs unknown, and shows those that the provider does not have as undefined", async () => {
    const external = domain("elsewhere", { external: true });
    const user = token("user", { triggers: [of("elsewhere", "registryStatus")] });
    const outputs = { status: of("elsewhere", "registryStatus"), registered: of("shop", "registryStatus") };
    await stack.declare({ resources: [external, domain("shop"), user], outputs });
    assert.match((await stack.preview()).output, /status *: (?:output<string>|\[unknown\])/);
    succeeded(await stack.up());
    const settled = await stack.settled();
    assert.doesNotMatch(settled.output, /output<|\[unknown\]/);
    assert.match(succeeded(await stack.pulumi("stack", "output")).output, /^ *registered +\S+/m);
  });

  it("says what orders cost with their resources, as the run does, and what leaves the program", async () => {
    await stack.declare({ resources: [account("web"), domain("inside", inAccount("web")), domain("kept")] });
    const { output } = await stack.preview();
    assert.match(output, /virtual account web of customer 100001 will be ordered: price 4\.99 EUR net/);
    assert.match(output, /domain kept\.de of account p100001 will be ordered: 12 months in advance/);
    assert.match(output, /This preview knows of 3 orders: 6\.57 EUR net/);

    const kept = domain("kept");
    const update = await stack.applied(account("web"), kept, subdomain("blog", "kept"), subdomain("news", "kept"));
    // The preview's list of messages is not repeated.
    assert.doesNotMatch(update.output, /Diagnostics:/);
    const removal = failed(
      await stack.previewed(account("web"), kept, subdomain("news", "kept")),
      /- fails to delete subdomain \S+\/blog /,
    );
    assert.doesNotMatch(removal.output, /kept\.de\/news|cancels|destroys|^\s+at /m);
    failed(await stack.up(), / explain kind-refuses`/);

    const end = succeeded(await stack.previewed());
    assert.match(end.output, /- cancels domain p100001\/kept\.de \(resource "kept"\)/);
    assert.match(end.output, /- permanently destroys virtual account 100001\/p\d+ \(resource "web"\)/);
    assert.doesNotMatch(end.output, /fails to delete/);
  });

  it("only warns of a value that may turn out to be the present one, and says nothing of what is retained", async () => {
    const target = { $from: ["hook", "uid"], $gives: "/" };
    const rest = [account("web"), domain("kept"), subdomain("news", "kept")];
    const hook = webhook("hook", {}, { retainOnDelete: true });
    const { output } = succeeded(await stack.previewed(hook, ...rest, subdomain("blog", "kept", { target })));
    assert.match(output, /blog\) cannot be replaced because of target: .* is not known yet/);
    assert.deepEqual(changes(succeeded(await stack.up())), ["create hook"]);
    const retained = succeeded(await stack.previewed(...rest, subdomain("blog", "kept")));
    assert.match(retained.output, /- 1 to delete/);
    assert.doesNotMatch(retained.output, /no longer declares/);
  });
});
