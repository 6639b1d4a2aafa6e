import assert from "node:assert/strict";
import type { Kind } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import { markedKey } from "../../provider/values/reserved-properties.js";
import type { FaultEffect } from "../../sandbox/index.js";
import { InitFailure } from "../support/provider-calls.js";
import { login, rehearse, sampleHandle, samples } from "../support/rehearsal.js";

const secrets = {
  header: 'planted "header" <ü>',
  parameter: "planted&parameter=value/1",
  address: "planted@address",
  password: "planted+password%21",
  newPassword: "planted new password",
  authcode: "planted\\authcode",
  marked: "planted by 'pulumi.secret'\nin the program",
  login: login["hosting:password"],
};

/** The encodings in which an answer may repeat a value. */
const writings = (value: string): string[] => [
  value,
  encodeURIComponent(value),
  JSON.stringify(value).slice(1, -1),
  Buffer.from(value).toString("base64"),
  Buffer.from(value).toString("hex"),
];

const planted: Readonly<Record<string, Properties>> = {
  webhook: {
    ...samples.webhook,
    url: `https://ci:${encodeURIComponent(secrets.address)}@agency.example/hook`,
    headers: { Authorization: secrets.header },
    parameters: { key: "code", value: secrets.parameter },
  },
  virtualAccount: { ...samples.virtualAccount, password: secrets.password },
  domain: {
    ...samples.domain,
    handles: { owner: sampleHandle },
    domainNameTransfer: { authcode: secrets.authcode, authInfoProcedure: 1 },
  },
  applicationToken: { description: secrets.marked, [markedKey]: [["description"]] },
};

const operations: Readonly<Record<string, readonly string[]>> = {
  webhook: ["listWebhooks", "createWebhook", "getWebhook", "updateWebhook", "deleteWebhook"],
  virtualAccount: ["listVirtualAccounts", "createVirtualAccount", "deleteVirtualAccount", "getCustomer"],
  domain: ["listDomains", "registerDomain", "deleteDomain", "getAccount"],
  applicationToken: ["listApplicationTokens", "createApplicationToken", "deleteApplicationToken"],
};

/** The values of a kind that the provider process must treat as secret. */
const known: Readonly<Record<string, readonly (keyof typeof secrets)[]>> = {
  webhook: ["login", "header", "parameter", "address"],
  virtualAccount: ["login", "password"],
  domain: ["login", "authcode"],
  applicationToken: ["login", "marked"],
};

/** Answers that repeat the request in every place that a message may quote. */
function echoes(kind: string): FaultEffect[] {
  // Short enough to be printed in full.
  const text = known[kind]!.flatMap((name) => writings(secrets[name])).join("|");
  const flat = { ...planted[kind], uid: text, fullname: text, name: text, message: text, msg: text };
  return [
    { kind: "status", status: 400, body: { message: text } },
    { kind: "status", status: 403, body: { msg: text } },
    { kind: "status", status: 409, body: text },
    { kind: "status", status: 418, body: { reason: text, trace: text } },
    { kind: "redirect", location: `https://elsewhere.example/?${encodeURIComponent(text)}` },
    { kind: "body", body: { [text]: text } },
    { kind: "body", body: [flat, { ...flat, uid: [text], article: text, headers: text, fullname: [text] }] },
    { kind: "body", body: { ...flat, uid: { [text]: text }, headers: text, fullname: 7 } },
    { kind: "status", status: 500, body: { msg: text }, when: "after" },
  ];
}

describe("a secret", function () {
  this.timeout(120_000);
  const rehearsal = rehearse();

  function assertNone(text: string, what: string): void {
    for (const [name, value] of Object.entries(secrets))
      for (const writing of writings(value)) assert.ok(!text.includes(writing), `${what} shows ${name} as ${writing}: ${text}`);
  }

  /** Returns the error and the output of a call that fails. */
  const messageFrom = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => "",
      (error: unknown) => {
        assert.ok(error instanceof Error);
        return error instanceof InitFailure ? [error.message, ...error.reasons].join("\n") : error.message;
      },
    );

  for (const kind of Object.keys(planted) as Kind[])
    it(`appears in no message or output of any failing path, ${kind}`, async () => {
      const { provider, sandbox } = rehearsal;
      const { control } = sandbox;
      control.store.foreignDomains.insert({ id: "sommer-shop.de", authcode: secrets.authcode });
      const inputs = { ...planted[kind]!, timeouts: { create: "1ms", update: "1ms", delete: "1ms" } };
      const beginning = control.snapshot();
      const { id, state } = await provider.create(kind, inputs);
      const created = control.snapshot();
      let failures = 0;
      for (const operation of operations[kind]!)
        for (const effect of echoes(kind)) {
          // A request without an effect would be retried with pauses.
          if (effect.kind === "status" && effect.status === 500 && !/^(create|register|delete)/.test(operation)) continue;
          // Other tests cover the wait for a lost creation, which takes a minute.
          if (operation === "getCustomer" || operation === "getAccount")
            control.faults.add({
              operation: operation === "getAccount" ? "listDomains" : "listVirtualAccounts",
              occurrence: "always",
              effect: { kind: "body", body: [] },
            });
          control.faults.add({ operation, occurrence: "always", effect });
          const calls: (() => Promise<unknown>)[] = [
            () => provider.read(kind, id, state),
            () => provider.update(kind, id, state, inputs),
            () => provider.delete(kind, id, state),
          ];
          for (const call of calls) {
            rehearsal.restore(created);
            const message = await messageFrom(call());
            if (message !== "") failures += 1;
            assertNone(message, `${operation} ${JSON.stringify(effect.kind)}`);
          }
          if (operation.startsWith("list") || (effect.kind === "status" && effect.status < 500)) {
            rehearsal.restore(beginning);
            const message = await messageFrom(provider.create(kind, inputs));
            if (message !== "") failures += 1;
            assertNone(message, `creation, ${operation} ${JSON.stringify(effect.kind)}`);
          }
          control.faults.clear();
        }
      assert.ok(failures > 40, `only ${failures} calls failed`);
      assertNone(await provider.printed(), "the output");
      // The sandbox does not know which values a program marks as secret.
      if (!(markedKey in planted[kind]!))
        assertNone(JSON.stringify(control.journal.requests().map(({ request }) => request)), "the sandbox's journal");
    });

  it("appears in no message about arguments that are wrong or cannot be changed", async () => {
    const { provider } = rehearsal;
    const wrong: [Kind, Properties, Properties][] = [
      ["webhook", {}, { ...planted["webhook"], headers: { Authorization: [secrets.header] }, parameters: secrets.parameter }],
      ["virtualAccount", {}, { ...planted["virtualAccount"], password: [secrets.password], virtualName: 7 }],
      ["virtualAccount", {}, { ...planted["virtualAccount"], password: secrets.password.padEnd(2000, "x") }],
      ["virtualAccount", planted["virtualAccount"]!, { ...planted["virtualAccount"], password: secrets.newPassword }],
      ["domain", {}, { ...planted["domain"], domainNameTransfer: { authcode: [secrets.authcode], authInfoProcedure: 3 } }],
    ];
    for (const [kind, olds, news] of wrong) {
      const { failures } = await provider.check(kind, news, olds);
      assert.ok(failures.length > 0);
      for (const { property, reason } of failures) {
        assert.equal(property, "");
        assertNone(reason, kind);
      }
    }
    assertNone(await provider.printed(), "the output");
  });
});

describe("a secret that is too short to be masked", () => {
  const rehearsal = rehearse();

  it("is named by its argument, once for each argument of a kind, and never shown", async () => {
    const { provider } = rehearsal;
    const moved = (authcode: string) => ({ ...samples.domain, domainNameTransfer: { authcode, authInfoProcedure: 1 } });
    await provider.check("domain", { ...moved("wrong"), __resource: "shop" });
    await provider.check("domain", { ...moved("odd"), __resource: "other" });
    await provider.check("domain", moved("a longer one"));
    await provider.check("webhook", { ...samples.webhook, headers: { "X-Env": "prod" } });
    await provider.check("applicationToken", { description: "abc", [markedKey]: [["description"]], __resource: "token" });
    assert.equal(
      await provider.printed(),
      'resource "shop": `domainNameTransfer` has a secret that messages may show, because it is too short or a plain word. Use at least 12 characters, or 6 with a digit.\n' +
        'resource "token": `description` has a secret that messages may show, because it is too short or a plain word. Use at least 12 characters, or 6 with a digit.\n',
    );
  });
});
