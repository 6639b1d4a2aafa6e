import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Remark, remarksVariable } from "../../provider/values/remarks.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/index.js";
import { temporaryFolder } from "../support/folder.js";
import { ProviderProcess } from "../support/provider-process.js";
import { startRawServer } from "../support/raw-server.js";
import { login, messageOf, reasons, rehearse, samples } from "../support/rehearsal.js";

/** A separate provider process for one test, which ends with it. */
async function withProcess(
  environment: Readonly<Record<string, string>>,
  config: Readonly<Record<string, string>> | undefined,
  test: (provider: ProviderProcess) => Promise<void>,
): Promise<void> {
  const provider = await ProviderProcess.start(environment);
  try {
    if (config !== undefined) await provider.configure(config);
    await test(provider);
  } finally {
    await provider.stop();
  }
}

/** A separate sandbox for one test, which ends with it. */
async function withSandbox(options: SandboxOptions, test: (sandbox: Sandbox) => Promise<void>): Promise<void> {
  const sandbox = await startSandbox(options);
  try {
    await test(sandbox);
  } finally {
    await sandbox.close();
  }
}

describe("the configuration of a provider process", function () {
  this.timeout(30_000);
  const folder = temporaryFolder();

  it("reports every missing setting in the check, with every place to set it", async () => {
    await withProcess({}, {}, async (provider) => {
      const checked = await provider.check("webhook", samples.webhook);
      assert.deepEqual(
        checked.failures.map(({ property }) => property),
        ["", "", ""],
      );
      assert.match(reasons(checked), /^baseUrl is missing.*HOSTING_BASE_URL.*`pulumi config set hosting:baseUrl …`$/m);
      assert.match(reasons(checked), /^username is missing.*HOSTING_USERNAME/m);
      assert.match(reasons(checked), /^password is missing.*HOSTING_PASSWORD.*`pulumi config set --secret hosting:password …`$/m);
      assert.deepEqual(checked.inputs, samples.webhook);
      const wrong = await provider.check("webhook", { ...samples.webhook, url: "x" });
      assert.match(reasons(wrong), /^url: must be a URL .*\nbaseUrl is missing/);
    });
  });

  it("neither looks up nor creates anything while existing objects enter the state", async () => {
    await withSandbox({}, async (sandbox) => {
      const config = { "hosting:baseUrl": sandbox.url, ...login };
      await withProcess({ HOSTING_ENTERING: "true" }, config, async (provider) => {
        const existing = { accountIdentifier: "p100001", sld: "sommer-gartenbau", tld: "de" };
        assert.deepEqual((await provider.check("domain", existing)).failures, []);
        const { password: _, ...adopted } = samples.virtualAccount;
        assert.deepEqual((await provider.check("virtualAccount", adopted)).failures, []);
        assert.match(await messageOf(provider.create("domain", existing)), /^Nothing is created while HOSTING_ENTERING is set/);
        assert.deepEqual(sandbox.control.journal.requests(), []);
      });
    });
  });

  it("hands over what would stop a comparison, goes on, and changes nothing", async () => {
    await withSandbox({}, async (sandbox) => {
      const environment = { HOSTING_COMPARING: "true", [remarksVariable]: join(folder.path, "remarks.json") };
      const told = async () => {
        const lines = (await readFile(environment[remarksVariable], "utf8")).trim().split("\n");
        return (JSON.parse(lines.at(-1)!) as { readonly remark: Remark }).remark;
      };
      const hook = { ...samples.webhook, __resource: "hook" };
      await withProcess(environment, { "hosting:baseUrl": sandbox.url, ...login }, async (provider) => {
        const wrong = { ...hook, url: "planted" };
        assert.deepEqual(await provider.check("webhook", wrong), { inputs: wrong, failures: [] });
        const { code, kind, resource, text } = await told();
        assert.deepEqual([code, kind, resource], ["refused", "webhook", "hook"]);
        assert.match(text, /^url: must be a URL/);

        const subdomain = {
          accountIdentifier: "p100001",
          domainIdentifier: "sommer-gartenbau.de",
          name: "blog",
          target: "/blog",
        };
        const moved = { ...subdomain, target: "/elsewhere" };
        const { replaces } = await provider.diff("subdomain", "p100001/sommer-gartenbau.de/blog", subdomain, moved);
        assert.deepEqual([replaces, (await told()).code], [[], "refused"]);

        sandbox.control.faults.add({ operation: "listWebhooks", occurrence: "always", effect: { kind: "status", status: 403 } });
        const read = await provider.read("webhook", "7", { ...hook, uid: "7" });
        assert.deepEqual([read?.inputs, (await told()).code], [hook, "unread"]);

        const changes = [
          provider.create("webhook", hook),
          provider.update("webhook", "7", hook, { ...hook, method: "PUT" }),
          provider.delete("webhook", "7", hook),
        ];
        for (const change of changes)
          assert.match(await messageOf(change), /^Nothing is \w+ while HOSTING_COMPARING is set\. Nothing was sent\./);
        const others = sandbox.control.journal
          .requests()
          .filter(({ method, operation }) => method !== "GET" && operation !== "authenticate");
        assert.deepEqual(others, []);
      });
      await withProcess(environment, { "hosting:baseUrl": sandbox.url }, async (provider) =>
        assert.match(reasons(await provider.check("webhook", hook)), /^username is missing/),
      );
    });
  });

  it("takes what is not known while objects enter the state for what the state has, so that nothing is replaced", async () => {
    await withSandbox({}, async (sandbox) => {
      const config = { "hosting:baseUrl": sandbox.url, ...login };
      const existing = { accountIdentifier: "p100001", sld: "sommer-gartenbau", tld: "de" };
      const open = { ...existing, accountIdentifier: unknownValue };
      for (const [environment, expected] of [
        [{ HOSTING_ENTERING: "true" }, []],
        [{}, ["accountIdentifier"]],
      ] as const)
        await withProcess(environment, config, async (provider) => {
          const { inputs } = await provider.check("domain", open, existing);
          const { replaces } = await provider.diff("domain", "p100001/sommer-gartenbau.de", existing, inputs);
          assert.deepEqual(replaces, expected);
        });
    });
  });

  it("fails calls that come before it without ending the process, and later kinds work", async () => {
    await withSandbox({}, (sandbox) =>
      withProcess({}, undefined, async (provider) => {
        await assert.rejects(provider.read("webhook", "1", samples.webhook), /baseUrl is missing/);
        await assert.rejects(provider.delete("webhook", "1", samples.webhook), /baseUrl is missing/);
        assert.match(reasons(await provider.check("webhook", samples.webhook)), /baseUrl is missing/);
        await provider.configure({ "hosting:baseUrl": sandbox.url, ...login });
        assert.equal((await provider.create("domain", samples.domain)).id, "p100001/sommer-shop.de");
        assert.equal(typeof (await provider.create("webhook", samples.webhook)).id, "string");
      }),
    );
  });

  it("of an explicit provider is separate: only variables with its name apply", async () => {
    await withSandbox({}, (sandbox) =>
      withProcess(
        {
          HOSTING_BASE_URL: "https://elsewhere.example.com",
          HOSTING_USERNAME: "reseller",
          HOSTING_PASSWORD: "sandbox-password",
          HOSTING_SECOND_ACCOUNT_PASSWORD: "agency-password",
        },
        {
          "hosting:provider": "second-account",
          "hosting:baseUrl": sandbox.url,
          "hosting:username": "agency",
          "hosting:password": "recorded-long-ago",
        },
        async (provider) => {
          const { id } = await provider.create("webhook", samples.webhook);
          assert.equal(sandbox.control.store.webhooks.get(id)!.login, "agency");
        },
      ),
    );
  });

  it("has no key that names no setting: the check refuses it, with the one that may be meant", async () => {
    await withSandbox({}, async (sandbox) => {
      const config = { "hosting:baseUrl": sandbox.url, ...login };
      const all = {
        ...config,
        "hosting:subdomainDeletions": "planted-value",
        "hosting:zzz": "x",
        "other:zzz": "x",
        "test:own": "x",
      };
      await withProcess({}, all, async (provider) => {
        assert.equal(
          reasons(await provider.check("webhook", samples.webhook)),
          "hosting:subdomainDeletions: unknown setting. Did you mean subdomainDeletion?\n" +
            "hosting:zzz: unknown setting; known are baseUrl, username, password, accessToken, subdomainDeletion, whenGone, previewChecks, requestTimeout, rateLimitWait.",
        );
        assert.doesNotMatch(await provider.printed(), /planted-value|zzz/);
      });
      await withProcess({}, { ...config, "hosting:provider": "second", "hosting:baseURL": "x" }, async (provider) => {
        assert.equal(
          reasons(await provider.check("webhook", samples.webhook)),
          'baseURL: unknown argument of Provider "second". Did you mean baseUrl?',
        );
      });
      await withProcess({}, { ...config, "hosting:provider": "second", "test:own": "x" }, async (provider) => {
        assert.match(reasons(await provider.check("webhook", samples.webhook)), /^hosting:provider: unknown setting/);
      });
    });
  });

  it("may have such a key in a refresh and a destroy, which reuse an earlier one: a warning names it once", async () => {
    await withSandbox({}, (sandbox) =>
      withProcess({}, { "hosting:baseUrl": sandbox.url, ...login, "hosting:retired": "x" }, async (provider) => {
        const [first, second] = sandbox.control.store.domains.all().map(({ id, account }) => `${account}/${id}`);
        for (const id of [first!, second!]) assert.notEqual(await provider.read("domain", id, {}), undefined);
        await provider.delete("webhook", "1", samples.webhook);
        assert.equal((await provider.printed()).match(/hosting:retired: unknown setting/g)?.length, 1);
      }),
    );
  });

  it("with a wrong login fails once and says what to check", async () => {
    await withSandbox({}, (sandbox) =>
      withProcess(
        {},
        { "hosting:baseUrl": sandbox.url, ...login, "hosting:password": "planted-wrong-secret" },
        async (provider) => {
          const expected = /The provider refused the login: invalid credentials\. Check username and password/;
          assert.match(reasons(await provider.check("webhook", samples.webhook)), expected);
          await Promise.all([
            assert.rejects(provider.create("webhook", samples.webhook), expected),
            assert.rejects(provider.read("domain", "p100001/sommer-gartenbau.de", samples.domain), expected),
          ]);
          assert.equal(sandbox.control.journal.requests({ operation: "authenticate" }).length, 1);
          assert.doesNotMatch(await provider.printed(), /planted-wrong-secret/);
        },
      ),
    );
  });

  it("that cannot work fails the check at once, with the address or the login, and one sentence more", async () => {
    const server = await startRawServer(() => undefined);
    await server.close();
    await withSandbox({}, (sandbox) =>
      withProcess({}, undefined, async (provider) => {
        const token = { "hosting:accessToken": "planted-refused-token" };
        const cases: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
          [{ "hosting:baseUrl": server.url, ...login }, /ECONNREFUSED\), host 127\.0\.0\.1:\d+\. Check baseUrl/],
          [{ "hosting:baseUrl": server.url, ...token }, /ECONNREFUSED\), host 127\.0\.0\.1:\d+\. Check baseUrl/],
          [
            { "hosting:baseUrl": sandbox.url.replace("http:", "https:"), ...login },
            /TLS handshake was not accepted.*Check baseUrl/,
          ],
          [{ "hosting:baseUrl": sandbox.url, ...token }, /refused token.*Set a new accessToken/],
        ];
        for (const [config, expected] of cases)
          for (const kind of ["webhook", "domain", "contactPerson"] as const) {
            await provider.configure(config);
            const args = kind === "contactPerson" ? { customerNumber: 100001 } : samples[kind];
            assert.match(reasons(await provider.check(kind, args)), expected);
            assert.doesNotMatch(await provider.printed(), /Retrying|could not be looked up|was not checked|planted/);
          }
        await provider.configure({ "hosting:baseUrl": server.url, ...login, "hosting:previewChecks": "off" });
        assert.match(reasons(await provider.check("domain", samples.domain)), /ECONNREFUSED/);
      }),
    );
  });

  it("at an address without a login names the address, and takes no object for gone", async () => {
    await withSandbox({}, async (sandbox) => {
      const config = { "hosting:baseUrl": `${sandbox.url}/nope`, ...login };
      const expected = /no login \(POST \/v1\/authenticate\) at http:\/\/[^ ]+\/nope: .*Check baseUrl/;
      await withProcess({}, config, async (provider) => {
        for (const kind of ["domain", "webhook"] as const) {
          const refused = reasons(await provider.check(kind, samples[kind]));
          assert.match(refused, expected);
          assert.doesNotMatch(refused, /does not exist/);
        }
        await assert.rejects(provider.create("domain", samples.domain), expected);
        await assert.rejects(provider.read("domain", "p100001/sommer-gartenbau.de", samples.domain), expected);
        await assert.rejects(provider.read("applicationToken", "7", samples.applicationToken), expected);
        await assert.rejects(provider.read("gdprContract", "7", samples.gdprContract), expected);
        await assert.rejects(provider.delete("domain", "p100001/sommer-gartenbau.de", samples.domain), expected);
      });
      await withProcess({}, { ...config, "hosting:provider": "second-account" }, (provider) =>
        assert.rejects(provider.create("webhook", samples.webhook), advice("HOSTING_SECOND_ACCOUNT_BASE_URL")),
      );
    });
  });

  const advice = (variables: string) =>
    new RegExp(
      `^(?!.*explain .*explain ).*[^.]\\. Provider "second-account": set ${variables}\\. See .* explain login-refused\`\\.$`,
      "s",
    );

  it("with a wrong login of an explicit provider names that provider and how to change its login, for every call", async () => {
    const domain = "p100001/sommer-gartenbau.de";
    const calls = (provider: ProviderProcess): Promise<unknown>[] => [
      provider.create("webhook", samples.webhook),
      provider.update("webhook", "7", samples.webhook, { ...samples.webhook, url: "https://agency.example/other" }),
      provider.read("domain", domain, samples.domain),
      provider.read("applicationToken", "7", samples.applicationToken),
      provider.delete("webhook", "7", samples.webhook),
      provider.delete("domain", domain, samples.domain),
    ];
    await withSandbox({}, async (sandbox) => {
      const config = { "hosting:baseUrl": sandbox.url, ...login, "hosting:password": "planted-wrong-secret" };
      await withProcess({}, { ...config, "hosting:provider": "second-account" }, async (provider) => {
        const expected = advice("HOSTING_SECOND_ACCOUNT_USERNAME, HOSTING_SECOND_ACCOUNT_PASSWORD");
        await Promise.all(calls(provider).map((call) => assert.rejects(call, expected)));
        assert.doesNotMatch(await provider.printed(), /planted-wrong-secret/);
      });
      await withProcess({}, config, (provider) =>
        assert.rejects(provider.create("webhook", samples.webhook), /^(?!.*Login of).*refused the login/s),
      );
    });
  });

  it("with an expired access token of an explicit provider says the same", async () => {
    await withSandbox({}, (sandbox) => {
      const config = { "hosting:baseUrl": sandbox.url, "hosting:accessToken": "PLANTEDACCESSTOKEN" };
      return withProcess({}, { ...config, "hosting:provider": "second-account" }, (provider) =>
        assert.rejects(provider.create("webhook", samples.webhook), advice("HOSTING_SECOND_ACCOUNT_ACCESS_TOKEN")),
      );
    });
  });
});

describe("one provider process", () => {
  const rehearsal = rehearse({ sandbox: { tokenLifetime: 3600 } });

  it("logs in once for all kinds, and asks every cache for fresh answers in the same way", async () => {
    const { provider, sandbox, requests } = rehearsal;
    await provider.create("webhook", samples.webhook);
    await provider.create("domain", samples.domain);
    await provider.create("virtualAccount", samples.virtualAccount);
    await provider.create("applicationToken", samples.applicationToken);
    assert.equal(requests("authenticate"), 1);
    const reads = sandbox.control.journal.requests({ method: "GET" });
    assert.ok(reads.length >= 8);
    for (const { request } of reads) {
      assert.equal(request.headers["cache-control"], "no-cache");
      assert.equal(request.headers["accept"], "application/json");
    }
  });

  it("logs in with an application token and refuses to delete or replace that token", async () => {
    const { provider, sandbox } = rehearsal;
    const { id, state } = await provider.create("applicationToken", samples.applicationToken);
    const environment = {
      HOSTING_BASE_URL: sandbox.url,
      HOSTING_USERNAME: id,
      HOSTING_PASSWORD: String(state["token"]),
    };
    await withProcess(environment, {}, async (second) => {
      assert.equal((await second.read("applicationToken", id, state))?.id, id);
      await assert.rejects(
        second.delete("applicationToken", id, state),
        /application token "deployment" .* was not deleted: this run logs in with it/,
      );
      const rotated = { ...samples.applicationToken, triggers: ["next"] };
      await second.check("applicationToken", state, rotated);
      await assert.rejects(
        second.diff("applicationToken", id, state, rotated),
        /cannot be replaced because of triggers: this run logs in with it/,
      );
      assert.ok(sandbox.control.store.applicationTokens.get(id));
    });
  });
});
