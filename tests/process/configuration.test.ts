import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Remark, remarksVariable } from "../../provider/values/remarks.js";
import type { Properties } from "../../provider/values/properties.js";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { temporaryFolder } from "../support/folder.js";
import { ProviderProcess } from "../support/provider-process.js";
import { startRawServer } from "../support/raw-server.js";
import { login, messageOf, reasons, samples } from "../support/rehearsal.js";

/** What a provider process sees. */
interface World {
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: the sandbox with its login. */
  readonly config?: Readonly<Record<string, string>>;
}

describe("the configuration of a provider process", function () {
  this.timeout(30_000);
  const folder = temporaryFolder();
  let sandbox: Sandbox;
  beforeEach(async () => (sandbox = await startSandbox()));
  afterEach(() => sandbox.close());

  const own = () => ({ "hosting:baseUrl": sandbox.url, ...login });
  const ofSecond = () => ({ ...own(), "hosting:provider": "second-account" });
  const gartenbau = "p100001/sommer-gartenbau.de";
  const existing = { accountIdentifier: "p100001", sld: "sommer-gartenbau", tld: "de" };

  /** A separate provider process, which ends with the test. */
  const withProcess = (world: World, test: (provider: ProviderProcess) => Promise<unknown>): Promise<void> =>
    ProviderProcess.during(world.environment ?? {}, async (provider) => {
      await provider.configure(world.config ?? own());
      await test(provider);
    });
  const refusalOf = async (provider: ProviderProcess, kind: "webhook" | "domain" = "webhook") =>
    reasons(await provider.check(kind, samples[kind]));
  /** Every call, each of which fails without a login. */
  const calls = (provider: ProviderProcess): Promise<unknown>[] => [
    provider.create("webhook", samples.webhook),
    provider.create("domain", samples.domain),
    provider.update("webhook", "7", samples.webhook, { ...samples.webhook, url: "https://agency.example/other" }),
    provider.read("domain", gartenbau, samples.domain),
    provider.read("applicationToken", "7", samples.applicationToken),
    provider.read("gdprContract", "7", samples.gdprContract),
    provider.delete("webhook", "7", samples.webhook),
    provider.delete("domain", gartenbau, samples.domain),
  ];

  it("reports every missing setting in the check, with every place to set it", () =>
    withProcess({ config: {} }, async (provider) => {
      const checked = await provider.check("webhook", samples.webhook);
      assert.deepEqual(
        checked.failures.map(({ property }) => property),
        ["", "", ""],
      );
      assert.match(reasons(checked), /^baseUrl is missing.*HOSTING_BASE_URL.*`pulumi config set hosting:baseUrl …`$/m);
      assert.match(reasons(checked), /^password is missing.*HOSTING_PASSWORD.*`pulumi config set --secret hosting:password …`$/m);
      assert.deepEqual(checked.inputs, samples.webhook);
      const wrong = await provider.check("webhook", { ...samples.webhook, url: "x" });
      assert.match(reasons(wrong), /^url: must be a URL .*\nbaseUrl is missing/);
    }));

  it("fails calls that come before it without ending the process, and later kinds work", () =>
    ProviderProcess.during({}, async (provider) => {
      await assert.rejects(provider.read("webhook", "1", samples.webhook), /baseUrl is missing/);
      await assert.rejects(provider.delete("webhook", "1", samples.webhook), /baseUrl is missing/);
      assert.match(await refusalOf(provider), /baseUrl is missing/);
      await provider.configure(own());
      assert.equal((await provider.create("domain", samples.domain)).id, "p100001/sommer-shop.de");
      assert.equal(typeof (await provider.create("webhook", samples.webhook)).id, "string");
    }));

  it("neither looks up nor creates anything while existing objects enter the state", () =>
    withProcess({ environment: { HOSTING_ENTERING: "true" } }, async (provider) => {
      assert.deepEqual((await provider.check("domain", existing)).failures, []);
      const { password: _, ...adopted } = samples.virtualAccount;
      assert.deepEqual((await provider.check("virtualAccount", adopted)).failures, []);
      assert.match(await messageOf(provider.create("domain", existing)), /^Nothing is created while HOSTING_ENTERING is set/);
      assert.deepEqual(sandbox.control.journal.requests(), []);
    }));

  for (const [environment, expected] of [
    [{ HOSTING_ENTERING: "true" }, []],
    [{}, ["accountIdentifier"]],
  ] as const)
    it(`replaces ${expected.join() || "nothing"} because of what is not known, ${Object.keys(environment).join() || "as usual"}`, () =>
      withProcess({ environment }, async (provider) => {
        const { inputs } = await provider.check("domain", { ...existing, accountIdentifier: unknownValue }, existing);
        assert.deepEqual((await provider.diff("domain", gartenbau, existing, inputs)).replaces, expected);
      }));

  it("hands over what would stop a comparison, goes on, and changes nothing", async () => {
    const environment = { HOSTING_COMPARING: "true", [remarksVariable]: join(folder.path, "remarks.json") };
    const reported = async () => {
      const lines = (await readFile(environment[remarksVariable], "utf8")).trim().split("\n");
      return (JSON.parse(lines.at(-1)!) as { readonly remark: Remark }).remark;
    };
    const hook = { ...samples.webhook, __resource: "hook" };
    await withProcess({ environment }, async (provider) => {
      const wrong = { ...hook, url: "planted" };
      assert.deepEqual(await provider.check("webhook", wrong), { inputs: wrong, failures: [] });
      const { code, kind, resource, text } = await reported();
      assert.deepEqual([code, kind, resource], ["refused", "webhook", "hook"]);
      assert.match(text, /^url: must be a URL/);

      const blog = { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de", name: "blog", target: "/blog" };
      const { replaces } = await provider.diff("subdomain", `${gartenbau}/blog`, blog, { ...blog, target: "/elsewhere" });
      assert.deepEqual([replaces, (await reported()).code], [[], "refused"]);

      sandbox.control.faults.add({ operation: "listWebhooks", occurrence: "always", effect: { kind: "status", status: 403 } });
      const read = await provider.read("webhook", "7", { ...hook, uid: "7" });
      assert.deepEqual([read?.inputs, (await reported()).code], [hook, "unread"]);

      for (const change of [
        provider.create("webhook", hook),
        provider.update("webhook", "7", hook, { ...hook, method: "PUT" }),
        provider.delete("webhook", "7", hook),
      ])
        assert.match(await messageOf(change), /^Nothing is \w+ while HOSTING_COMPARING is set\. Nothing was sent\./);
      const others = sandbox.control.journal.requests().filter(({ method }) => method !== "GET");
      assert.deepEqual(new Set(others.map(({ operation }) => operation)), new Set(["authenticate"]));
    });
    await withProcess({ environment, config: { "hosting:baseUrl": sandbox.url } }, async (provider) =>
      assert.match(await refusalOf(provider), /^username is missing/),
    );
  });

  const unknownKeys: readonly [keys: Readonly<Record<string, string>>, expected: RegExp][] = [
    [{ "hosting:subdomainDeletions": "planted-value" }, /^hosting:subdomainDeletions: .* Did you mean subdomainDeletion\?$/],
    [{ "hosting:zzz": "x", "other:zzz": "x", "test:own": "x" }, /^hosting:zzz: unknown setting; known are baseUrl, [^\n]*$/],
    [{ "hosting:provider": "second", "hosting:baseURL": "x" }, /^baseURL: .* of Provider "second"\. Did you mean baseUrl\?$/],
    [{ "hosting:provider": "second", "test:own": "x" }, /^hosting:provider: unknown setting/],
  ];
  it("has no key that names no setting: the check refuses it, with the one that may be meant", () =>
    withProcess({}, async (provider) => {
      for (const [keys, expected] of unknownKeys) {
        await provider.configure({ ...own(), ...keys });
        assert.match(await refusalOf(provider), expected);
        assert.doesNotMatch(await provider.printed(), /planted-value|zzz/);
      }
    }));

  it("may have such a key in a refresh and a destroy, which reuse an earlier one: a warning names it once", () =>
    withProcess({ config: { ...own(), "hosting:retired": "x" } }, async (provider) => {
      for (const { id, account } of sandbox.control.store.domains.all().slice(0, 2))
        assert.notEqual(await provider.read("domain", `${account}/${id}`, {}), undefined);
      await provider.delete("webhook", "1", samples.webhook);
      assert.equal((await provider.printed()).match(/hosting:retired: unknown setting/g)?.length, 1);
    }));

  it("with a wrong login fails once and says what to check", () =>
    withProcess({ config: { ...own(), "hosting:password": "planted-wrong-secret" } }, async (provider) => {
      const expected = /^(?!.*Login of).*refused the login: invalid credentials\. Check username and password/s;
      assert.match(await refusalOf(provider), expected);
      await Promise.all(calls(provider).map((call) => assert.rejects(call, expected)));
      assert.equal(sandbox.control.journal.requests({ operation: "authenticate" }).length, 1);
      assert.doesNotMatch(await provider.printed(), /planted-wrong-secret/);
    }));

  const wrong = { "hosting:password": "planted-wrong-secret" };
  const [ofLogin, ofToken] = [
    "HOSTING_SECOND_ACCOUNT_USERNAME, HOSTING_SECOND_ACCOUNT_PASSWORD",
    "HOSTING_SECOND_ACCOUNT_ACCESS_TOKEN",
  ];
  for (const [what, config, variables] of [
    ["wrong login", () => ({ ...ofSecond(), ...wrong }), ofLogin],
    ["expired access token", () => ({ ...ofSecond(), "hosting:accessToken": "PLANTED-TOKEN" }), ofToken],
    ["wrong address", () => ({ ...ofSecond(), "hosting:baseUrl": `${sandbox.url}/nope` }), "HOSTING_SECOND_ACCOUNT_BASE_URL"],
  ] as const)
    it(`with the ${what} of an explicit provider names that provider and how to change it, for every call`, () =>
      withProcess({ config: config() }, async (provider) => {
        const advice = new RegExp(
          `^(?!.*explain .*explain ).*[^.]\\. Provider "second-account": set ${variables}\\. See .* explain (login-refused|lost-answer)\`\\.$`,
          "s",
        );
        await Promise.all(calls(provider).map((call) => assert.rejects(call, advice)));
        assert.doesNotMatch(await provider.printed(), /planted/i);
      }));

  it("that cannot work fails the check at once, with the address or the login, and one sentence more", async () => {
    const server = await startRawServer(() => undefined);
    await server.close();
    await withProcess({}, async (provider) => {
      const token = { "hosting:accessToken": "planted-refused-token" };
      const tls = sandbox.url.replace("http:", "https:");
      const cases: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
        [{ "hosting:baseUrl": server.url, ...login }, /ECONNREFUSED\), host 127\.0\.0\.1:\d+\. Check baseUrl/],
        [{ "hosting:baseUrl": server.url, ...token }, /ECONNREFUSED\), host 127\.0\.0\.1:\d+\. Check baseUrl/],
        [{ "hosting:baseUrl": tls, ...login }, /TLS handshake was not accepted.*Check baseUrl/],
        [{ "hosting:baseUrl": sandbox.url, ...token }, /refused token.*Set a new accessToken/],
        [
          { "hosting:baseUrl": `${sandbox.url}/nope`, ...login },
          /no login \(POST \/v1\/authenticate\) at http:\/\/[^ ]+\/nope: /,
        ],
      ];
      for (const [config, expected] of cases)
        for (const kind of ["webhook", "domain", "contactPerson"] as const) {
          await provider.configure(config);
          const args = kind === "contactPerson" ? { customerNumber: 100001 } : samples[kind];
          assert.match(reasons(await provider.check(kind, args)), expected);
          assert.doesNotMatch(await provider.printed(), /Retrying|could not be looked up|[Nn]ot checked|planted/);
        }
      await provider.configure({ "hosting:baseUrl": server.url, ...login, "hosting:previewChecks": "off" });
      assert.match(await refusalOf(provider, "domain"), /ECONNREFUSED/);
    });
  });

  it("logs in with an application token and refuses to delete or replace that token", async () => {
    const inputs = { ...samples.applicationToken, [nameKey]: "ci" };
    let made: { id: string; state: Properties } | undefined;
    await withProcess({}, async (provider) => (made = await provider.create("applicationToken", inputs)));
    const { id, state } = made!;
    const config = { ...own(), "hosting:username": id, "hosting:password": String(state["token"]) };
    await withProcess({ config }, async (provider) => {
      assert.equal((await provider.read("applicationToken", id, state))?.id, id);
      await assert.rejects(provider.delete("applicationToken", id, state), /was not deleted: this run logs in with it/);
      const rotated = { ...inputs, triggers: ["next"] };
      await provider.check("applicationToken", state, rotated);
      const compared = provider.diff("applicationToken", id, state, rotated);
      await assert.rejects(compared, /cannot be replaced because of triggers: this run logs in with it/);
      assert.ok(sandbox.control.store.applicationTokens.get(id));
    });
  });
});
