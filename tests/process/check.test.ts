import assert from "node:assert/strict";
import type { Kind } from "../../provider/values/kinds.js";
import { writtenMistakes } from "../../provider/values/mistakes.js";
import type { Properties } from "../../provider/values/properties.js";
import { unknownValue } from "../../provider/values/unknown-values.js";
import { providerKey, providerText, unknownKey } from "../../provider/values/reserved-properties.js";
import { messageOf, reasons, rehearse, sampleContract, sampleHandle, samples } from "../support/rehearsal.js";

describe("the check of arguments", () => {
  const rehearsal = rehearse();

  const all = (): [Kind, Properties][] =>
    Object.entries({ ...samples, gdprContract: sampleContract(rehearsal.sandbox) }) as [Kind, Properties][];

  it("accepts all arguments of each kind and returns them unchanged", async () => {
    for (const [kind, inputs] of all()) {
      const lifecycle = { timeouts: { create: "1m", update: "90s", delete: "1h30m" }, adopt: false };
      assert.deepEqual(
        await rehearsal.provider.check(kind, { ...inputs, ...lifecycle }),
        { inputs: { ...inputs, ...lifecycle }, failures: [] },
        kind,
      );
    }
  });

  it("reports every missing argument without naming a property to Pulumi", async () => {
    const needed: Record<string, string[]> = {
      webhook: ["eventType", "method", "url"],
      virtualAccount: ["customerNumber", "virtualName", "description", "articleNumber"],
      domain: ["accountIdentifier", "sld", "tld"],
      subdomain: ["accountIdentifier", "domainIdentifier", "name"],
      applicationToken: ["description"],
      gdprContract: ["html", "tom", "client", "recipient"],
      gdprContractPreset: ["name"],
    };
    for (const [kind, names] of Object.entries(needed)) {
      const { failures } = await rehearsal.provider.check(kind as Kind, kind === "virtualAccount" ? { adopt: true } : {});
      assert.deepEqual(
        failures,
        names.map((name) => ({ property: "", reason: `${name}: required, but missing` })),
      );
    }
  });

  it("accepts any argument that is not yet known", async () => {
    for (const [kind, inputs] of all()) {
      const everything = Object.fromEntries(Object.keys(inputs).map((name) => [name, unknownValue]));
      assert.deepEqual((await rehearsal.provider.check(kind, everything)).failures, [], kind);
      for (const name of Object.keys(inputs))
        assert.deepEqual(
          (await rehearsal.provider.check(kind, { ...inputs, [name]: unknownValue })).failures,
          [],
          `${kind}.${name}`,
        );
    }
  });

  it("accepts unknown values at any depth and passes them on", async () => {
    const contact = { salutation: "Frau", firstName: "Ada", lastName: unknownValue };
    const deep: [Kind, Properties][] = [
      ["webhook", { ...samples.webhook, headers: { "X-Key": unknownValue }, parameters: { key: "k", value: unknownValue } }],
      ["domain", { ...samples.domain, handles: { owner: { ...contact, street: unknownValue }, admin: unknownValue } }],
      ["domain", { ...samples.domain, domainNameTransfer: { authcode: unknownValue, authInfoProcedure: unknownValue } }],
      ["applicationToken", { description: "d", triggers: [{ deep: [unknownValue, 1] }] }],
      ["gdprContractPreset", { name: "n", config: { a: [{ b: unknownValue }] } }],
      ["webhook", { ...samples.webhook, timeouts: { create: unknownValue } }],
    ];
    for (const [kind, inputs] of deep) {
      const checked = await rehearsal.provider.check(kind, inputs);
      // A member that is missing is wrong, and so is the transfer of a name that nobody has, whatever else is unknown.
      const concerned = checked.failures.filter(
        ({ reason }) => !/^handles\.owner\.\w+: |^domainNameTransfer: \S+ is not registered/.test(reason),
      );
      assert.deepEqual({ inputs: checked.inputs, failures: concerned }, { inputs, failures: [] });
    }
  });

  it("names the mistakes of other resources only with a refusal, also one that only the API shows", async () => {
    const __mistakes = writtenMistakes({ others: ['Webhook "hook": url: wrong'], unnamed: 7 });
    const named = ['Another resource has a problem too. Webhook "hook": url: wrong', "Other resources have 7 more problems."];
    const { description, triggers } = samples.applicationToken as Properties;
    assert.deepEqual(await rehearsal.provider.check("applicationToken", { description, triggers, __mistakes }), {
      inputs: { description, ...(triggers === undefined ? {} : { triggers }) },
      failures: [],
    });
    const unknown = await rehearsal.provider.check("virtualAccount", {
      ...samples.virtualAccount,
      customerNumber: 100077,
      __mistakes,
    });
    const [refusal = "", ...others] = unknown.failures.map(({ reason }) => reason);
    assert.match(refusal, /customer 100077 does not exist/);
    assert.deepEqual(others, named);
    const { provider } = rehearsal;
    const { id, state } = await provider.create("webhook", samples.webhook);
    const olds = { ...state, [providerKey]: providerText("applicationToken") };
    await provider.check("webhook", { ...samples.webhook, __mistakes }, olds);
    const message = await messageOf(provider.diff("webhook", id, olds, samples.webhook));
    assert.match(message, /^The state has an entry of another kind/);
    assert.ok(message.endsWith(` ${named.join(" ")}`), message);
  });

  it("leaves unknown values of an update, and all that depends on them, to Pulumi", async () => {
    const { accountIdentifier: _, ...known } = samples.domain;
    assert.deepEqual(await rehearsal.provider.check("domain", { ...known, tld: "", __unknown: ["accountIdentifier"] }), {
      inputs: { ...known, tld: "" },
      failures: [],
    });
  });

  it("says that a value is not known yet that the API could not change", async () => {
    const { virtualAccount } = samples;
    const unknown = { ...virtualAccount, description: unknownValue };
    await rehearsal.provider.check("virtualAccount", unknown, virtualAccount);
    assert.match(
      await rehearsal.provider.printed(),
      /description: not known yet, so it counts as unchanged\. If it differs, `up` fails here/,
    );
    await rehearsal.provider.check("virtualAccount", virtualAccount, virtualAccount);
    assert.doesNotMatch(await rehearsal.provider.printed(), /not known yet/);
  });

  it("still refuses a wrong argument next to an unknown one", async () => {
    const inputs = { ...samples.webhook, url: unknownValue, method: "FETCH", headers: { "X-Key": unknownValue, "X-Number": 7 } };
    const checked = await rehearsal.provider.check("webhook", inputs);
    assert.match(reasons(checked), /^method: .*\nheaders\.X-Number: must be text$/);
  });

  it("accepts only the exact sentinel as unknown", async () => {
    const checked = await rehearsal.provider.check("webhook", { ...samples.webhook, url: `x${unknownValue}` });
    assert.equal(reasons(checked), "url: must be a URL with its scheme, such as https://example.com/path");
  });

  it("never repeats a value in an error", async () => {
    const values = [
      { planted: ["planted-value"] },
      ["planted-value"],
      "planted-value://planted-value",
      { "planted-value": "planted-value" },
    ];
    let refused = 0;
    for (const [kind, inputs] of Object.entries(samples) as [Kind, Properties][])
      for (const name of Object.keys(inputs))
        for (const value of values) {
          const { failures } = await rehearsal.provider.check(kind, { ...inputs, [name]: value });
          for (const { property, reason } of failures) {
            assert.equal(property, "");
            // The message names members, to locate the mistake, but never their values.
            assert.doesNotMatch(reason.replaceAll(/^[^:]*: (unknown member)?/g, ""), /planted-value/);
          }
          const printed = await rehearsal.provider.printed();
          if (failures.length === 0) continue;
          // What is accepted may name its object.
          assert.doesNotMatch(printed, /planted-value/);
          refused += 1;
        }
    assert.ok(refused > 50, `${refused} were refused`);
  });

  it("escapes names from the program that would end the line or control a terminal", async () => {
    const headers = { "A\r\nSet-Cookie: b\u001b[31m": "c" };
    assert.equal(
      reasons(await rehearsal.provider.check("webhook", { ...samples.webhook, headers })),
      'headers["A\\r\\nSet-Cookie: b\\u001b[31m"]: must be named with letters, digits and !#$%&\'*+-.^_`|~ only',
    );
  });

  it("sends no request", async () => {
    for (const [kind, inputs] of all()) {
      await rehearsal.provider.check(kind, inputs, inputs);
      await rehearsal.provider.diff(kind, "a/b/c", inputs, inputs);
    }
    assert.deepEqual(rehearsal.sandbox.control.journal.requests(), []);
  });
});

describe("the preview of a change that the API cannot make", () => {
  const rehearsal = rehearse();

  const fixed: [Kind, Properties, Properties, RegExp][] = [
    [
      "virtualAccount",
      samples.virtualAccount,
      { description: "Other" },
      /description: the API cannot change it, and a replacement would delete virtual account sommer-shop of customer 100001 and order a new, billed one\. .*explain fixed`/,
    ],
    ["virtualAccount", samples.virtualAccount, { articleNumber: 1102 }, /articleNumber: .*explain fixed`/],
    [
      "virtualAccount",
      samples.virtualAccount,
      { password: "new-password-secret" },
      /password: .* declare `ignoreChanges: \["password"\]`/,
    ],
    [
      "domain",
      samples.domain,
      { target: "/other" },
      /target: .* domain sommer-shop\.de of account p100001 and order a new, billed one\. /,
    ],
    [
      "domain",
      samples.domain,
      { handles: { owner: { ...sampleHandle, company: "planted" } } },
      /handles: .*`ignoreChanges: \["handles"\]`/,
    ],
  ];

  /** The engine's calls in a preview: check, and diff if the check passes. */
  async function preview(kind: Kind, id: string, state: Properties, olds: Properties, news: Properties): Promise<string> {
    const checked = await rehearsal.provider.check(kind, news, olds);
    if (checked.failures.length > 0) return reasons(checked);
    return rehearsal.provider.diff(kind, id, state, checked.inputs).then(
      () => "",
      (error: unknown) => (error as Error).message,
    );
  }

  for (const [kind, inputs, change, expected] of fixed)
    it(`fails for ${kind}.${Object.keys(change).join()} and says what to do`, async () => {
      const { provider } = rehearsal;
      const { id, state } = await provider.create(kind, inputs);
      const fails = await preview(kind, id, state, inputs, { ...inputs, ...change });
      assert.match(fails, expected);
      assert.doesNotMatch(fails + (await provider.printed()), /secret|planted/);
      assert.equal(await preview(kind, id, state, inputs, inputs), "");
      const refreshed = await provider.read(kind, id, state);
      assert.match(await preview(kind, id, refreshed!.state, refreshed!.inputs, { ...inputs, ...change }), expected);
      assert.equal(await preview(kind, id, refreshed!.state, refreshed!.inputs, inputs), "");
    });

  it("accepts a fixed argument that is unknown or left out", async () => {
    const { provider } = rehearsal;
    const { id, state } = await provider.create("domain", { ...samples.domain, target: "/a" });
    for (const target of [{ target: unknownValue }, {}])
      assert.equal(await preview("domain", id, state, { ...samples.domain, target: "/a" }, { ...samples.domain, ...target }), "");
  });

  it("does not compare a fixed argument if the object is replaced anyway", async () => {
    const { provider } = rehearsal;
    const { id, state } = await provider.create("domain", samples.domain);
    const news = { ...samples.domain, sld: "other", target: "/other" };
    assert.deepEqual((await provider.check("domain", news, samples.domain)).failures, []);
    assert.deepEqual((await provider.diff("domain", id, state, news)).replaces, ["sld"]);
  });
});

describe("an entry of another kind", () => {
  const rehearsal = rehearse();

  it("is not compared, also if an argument is unknown in an update, so that the check refuses nothing", async () => {
    const { provider } = rehearsal;
    const { id, state } = await provider.create("applicationToken", samples.applicationToken);
    const olds = { ...state, [providerKey]: providerText("applicationToken") };
    assert.match(reasons(await provider.check("webhook", samples.webhook, olds)), /^The state has an entry of another kind/);
    assert.deepEqual((await provider.check("webhook", { ...samples.webhook, [unknownKey]: ["url"] }, olds)).failures, []);
    assert.match(await messageOf(provider.diff("webhook", id, olds, samples.webhook)), /^The state has an entry of another kind/);
  });
});
