import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import { mockProgram, valueOf } from "../support/mocked-program.js";
import * as hosting from "../../provider/index.js";

const own = "pulumi-nodejs:dynamic/hosting:";

/** Everything that has been declared, as the engine receives it. */
let registered: pulumi.runtime.MockResourceArgs[] = [];

/** What it received of one of them, such as `Domain example.de`. */
function inputsOf(resource: string): Readonly<Record<string, unknown>> {
  const [className, name] = resource.split(" ");
  const found = registered.find((each) => each.name === name && each.type.endsWith(`:${className ?? ""}`));
  return found?.inputs as Readonly<Record<string, unknown>>;
}

/** Options of each resource of a site, by `Class name`, as a transformation sees them. */
type Seen = Map<string, pulumi.CustomResourceOptions>;

const recorder = (seen: Seen): pulumi.ResourceTransformation => {
  return ({ type, name, opts }) => {
    if (type.startsWith(own)) seen.set(`${type.slice(own.length)} ${name}`, opts);
    return undefined;
  };
};

const order: hosting.SiteAccountArgs = {
  customerNumber: 100001,
  virtualName: "gardener-web",
  description: "Website of the gardener",
  articleNumber: 1101,
  password: "a-plain-password",
};
const domain = { sld: "Gärtner", tld: "de" };
const contract = { html: "<p>…</p>", tom: "tom", client: "client", recipient: "recipient" };
const whole: hosting.SiteArgs = { account: order, domain, subdomains: { www: {}, blog: { target: "/blog" } }, contract };

const host = "xn--grtner-bua.de";
const children = [
  "VirtualAccount 100001/gardener-web",
  `Domain ${host}`,
  `Subdomain www.${host}`,
  `Subdomain blog.${host}`,
  "GdprContract 100001/gardener-web",
];

/** A site, its resources with their options, and what the engine received. */
async function declared(args: hosting.SiteArgs, options: pulumi.ComponentResourceOptions = {}, name = "site") {
  registered = [];
  const seen: Seen = new Map();
  const site = new hosting.Site(name, args, { ...options, transformations: [recorder(seen)] });
  const all = [site, site.account, site.domain, site.contract, ...Object.values(site.subdomains)];
  for (const resource of all) if (resource !== undefined) await valueOf(resource.urn);
  return { site, seen };
}

/** A site as JavaScript or a file may declare it. */
const untyped = (args: unknown) => () => new hosting.Site("b", args as hosting.SiteArgs);

describe("a site", () => {
  before(() =>
    mockProgram((resource) => {
      registered.push(resource);
      return resource.type.endsWith(":VirtualAccount") ? "100001/p123456" : `p123456/${resource.name}`;
    }),
  );

  const mistakes: readonly [args: unknown, says: RegExp][] = [
    [undefined, /^Site "b": the arguments must be an object with `account` and `domain`$/],
    [{}, /account: required, but missing; domain: required, but missing$/],
    [{ ...whole, contarct: {}, adpot: true }, /contarct: unknown argument.*contract\?.*adpot: unknown argument.*adopt\?/],
    [{ ...whole, account: 100001 }, /account: must be the name of an account, or the arguments of one to order$/],
    [
      { ...whole, account: { ...order, virtualName: pulumi.output("x") } },
      /account\.virtualName: must be a string, and not an output/,
    ],
    [{ ...whole, domain: "neu-b.de" }, /domain: must be an object with `sld` and `tld`$/],
    [{ ...whole, domain: { sld: "neu-b" } }, /domain\.tld: must be a string/],
    [{ account: null, domain: null }, /account: required, but missing; domain: required, but missing$/],
    [{ ...whole, subdomains: { www: null } }, /subdomains\.www: must be an object, such as `\{\}`/],
    [{ ...whole, subdomains: ["www"] }, /subdomains: must be an object/],
    [{ ...whole, subdomains: { blog: "/blog" } }, /subdomains\.blog: must be an object, such as/],
    [{ ...whole, contract: true }, /contract: must be an object/],
  ];
  for (const [args, says] of mistakes)
    it(`names its mistakes: ${says.source}`, () => {
      assert.throws(untyped(args), (error) => pulumi.RunError.isInstance(error) && says.test(error.message));
    });

  it("declares its parts, named after what they are at the provider", async () => {
    const { seen } = await declared(whole);
    assert.deepEqual([...seen.keys()].sort(), [...children].sort());
    const inAccount = { accountIdentifier: "p123456" };
    const inDomain = { ...inAccount, domainIdentifier: host };
    const wanted: Readonly<Record<string, object>> = {
      "VirtualAccount 100001/gardener-web": { customerNumber: 100001, virtualName: "gardener-web", articleNumber: 1101 },
      [`Domain ${host}`]: { ...inAccount, ...domain },
      [`Subdomain www.${host}`]: { ...inDomain, name: "www", target: undefined },
      [`Subdomain blog.${host}`]: { ...inDomain, name: "blog", target: "/blog" },
    };
    for (const [resource, args] of Object.entries(wanted))
      for (const [key, value] of Object.entries(args)) assert.deepEqual(inputsOf(resource)[key], value, `${resource}: ${key}`);
  });

  it("shows identifiers, and the address of each host once it exists", async () => {
    const { site } = await declared(whole);
    assert.equal(await valueOf(site.accountIdentifier), "p123456");
    assert.equal(await valueOf(site.domainIdentifier), host);
    assert.equal(await valueOf(site.url), `https://${host}`);
    assert.deepEqual(Object.keys(site.urls), ["www", "blog"]);
    const { blog } = site.urls;
    assert.equal(await valueOf(blog!), `https://blog.${host}`);
    const { resources } = blog as unknown as { resources(): Set<pulumi.Resource> };
    assert.ok(resources().has(site.subdomains["blog"]!), "what uses it waits for the subdomain");
  });

  it("takes an existing account by its name, plain or as an output", async () => {
    for (const account of ["p100001", pulumi.output("p100001"), Promise.resolve("p100001")]) {
      const { site, seen } = await declared({ account, domain });
      assert.deepEqual([...seen.keys()], [`Domain ${host}`]);
      assert.equal(site.account, undefined);
      assert.equal(inputsOf(`Domain ${host}`)["accountIdentifier"], "p100001");
    }
  });

  it("adopts all of its parts, or those that say so", async () => {
    const adopted = async (args: hosting.SiteArgs) => {
      await declared(args);
      return registered.filter(({ inputs }) => (inputs as { adopt?: unknown }).adopt === true).map(({ name }) => name);
    };
    assert.equal((await adopted({ ...whole, adopt: true })).length, children.length);
    assert.deepEqual(await adopted({ ...whole, domain: { ...domain, adopt: true } }), [host]);
    const { length } = await adopted({ ...whole, adopt: true, contract: { ...contract, adopt: false } });
    assert.equal(length, children.length - 1);
  });

  it("keeps its arguments, and the secrets in them, out of the component's own inputs", async () => {
    await declared(whole);
    assert.deepEqual(inputsOf("Site site"), {});
  });

  describe("passes on", () => {
    const optionsOf = async (options: pulumi.ComponentResourceOptions, args = whole) => {
      const { seen } = await declared(args, options);
      return (name: keyof pulumi.CustomResourceOptions): Record<string, unknown> =>
        Object.fromEntries(Array.from(seen, ([resource, each]) => [resource.split(" ")[0]!, each[name] as unknown]));
    };

    it("protection, which account and domain have unless the site says `false`", async () => {
      const of = async (options: pulumi.ComponentResourceOptions) => (await optionsOf(options))("protect");
      const [Subdomain, GdprContract] = [undefined, undefined];
      assert.deepEqual(await of({}), { VirtualAccount: true, Domain: true, Subdomain, GdprContract });
      for (const protect of [true, false])
        assert.deepEqual(await of({ protect }), {
          VirtualAccount: protect,
          Domain: protect,
          Subdomain: protect,
          GdprContract: protect,
        });
    });

    it("retention and dependencies", async () => {
      const other = new pulumi.ComponentResource("test:index:Group", "other");
      const of = await optionsOf({ retainOnDelete: true, dependsOn: other });
      assert.deepEqual(Object.values(of("retainOnDelete")), [true, true, true, true]);
      assert.deepEqual(Object.values(of("dependsOn")), Array(4).fill([other]));
    });

    it("the deletion with a container: to what lies in it, subdomains with their domain, and the contract with nothing", async () => {
      const outer = new hosting.VirtualAccount("outer", { ...order, forceDestroy: true });
      const { site, seen } = await declared({ ...whole, account: outer.accountIdentifier }, { deletedWith: outer });
      const named = Array.from(seen, ([resource, { deletedWith }]) => [resource, deletedWith]);
      assert.deepEqual(named, [
        [`Domain ${host}`, outer],
        [`Subdomain www.${host}`, site.domain],
        [`Subdomain blog.${host}`, site.domain],
        [`GdprContract ${host}`, undefined],
      ]);
    });

    it("the provider, given as one or among several", async () => {
      const branch = new hosting.Provider("branch", { baseUrl: "https://api.example", accessToken: "token" });
      for (const options of [{ provider: branch }, { providers: [branch] }, { providers: { "pulumi-nodejs": branch } }]) {
        await declared(whole, options);
        const providers = registered.filter(({ type }) => type.startsWith(own)).map(({ provider }) => provider);
        assert.equal(providers.length, children.length);
        for (const provider of providers) assert.match(provider ?? "", /::branch::/);
      }
    });
  });
});
