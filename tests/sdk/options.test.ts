import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import { ConfigurationError, createClient, Secrets, type CallOptions, type ClientOptions } from "../../sdk/index.js";
import { readCallOptions } from "../../sdk/http/call-options.js";
import { resolveOptions } from "../../sdk/http/options.js";

const valid: ClientOptions = { baseUrl: "https://api.example.com", credentials: { username: "me", password: "hunter22" } };

const refused = (options: unknown, pattern: RegExp) =>
  assert.throws(
    () => createClient({ ...valid, ...(options as ClientOptions) }),
    (error) => {
      assert.ok(error instanceof ConfigurationError);
      assert.match(error.message, pattern);
      assert.ok(!error.message.includes("hunter22"));
      return true;
    },
  );

describe("options of the client", () => {
  it("have the documented defaults", () => {
    const settings = resolveOptions(valid);
    assert.deepEqual(settings.timeouts, { connect: 10_000, request: 60_000, body: 30_000, total: 300_000 });
    assert.deepEqual(settings.retry, { attempts: 4, budget: 5_000, baseDelay: 500, maxDelay: 20_000 });
    assert.deepEqual(settings.rateLimit, { window: 900_000, limit: undefined, probes: 10 });
    assert.equal(settings.maxRateLimitWait, 900_000);
    assert.equal(resolveOptions({ ...valid, rateLimit: { window: 60_000 } }).maxRateLimitWait, 900_000);
    assert.equal(resolveOptions({ ...valid, rateLimit: { window: 3_600_000 } }).maxRateLimitWait, 3_600_000);
    assert.equal(settings.maxAnswerBytes, 33_554_432);
    assert.equal(settings.fresh, true);
  });

  it("accept https anywhere, http only on loopback, and a path prefix", () => {
    for (const baseUrl of [
      "http://localhost:8080",
      "http://127.0.0.1",
      "http://127.8.8.8:1",
      "http://[::1]:3",
      "https://a.example/x/y/",
    ])
      assert.doesNotThrow(() => createClient({ ...valid, baseUrl }), baseUrl);
    assert.equal(resolveOptions({ ...valid, baseUrl: "https://a.example/x/y//" }).base.href, "https://a.example/x/y");
    for (const baseUrl of [
      "http://api.example.com",
      "http://localhost.example.com",
      "http://127.0.0.1.example.com",
      "ftp://localhost",
      "http://10.0.0.1",
    ])
      refused({ baseUrl }, /baseUrl must be https/);
  });

  it("refuse an invalid baseUrl, or one with a login, query, fragment or version", () => {
    refused({ baseUrl: "https://me:hunter22@api.example.com" }, /must not contain a login/);
    refused({ baseUrl: "https://api.example.com?password=hunter22" }, /query or a fragment/);
    refused({ baseUrl: "https://api.example.com#hunter22" }, /query or a fragment/);
    refused({ baseUrl: "https://api.example.com?" }, /query or a fragment/);
    refused({ baseUrl: "https://api.example.com/v1/" }, /must not end in \/v1/);
    for (const baseUrl of ["", "api.example.com", "hunter22", undefined, 7]) refused({ baseUrl }, /baseUrl must be/);
  });

  it("require a login or a token that can be sent", () => {
    refused({ credentials: undefined }, /credentials must be/);
    refused({ credentials: { username: "", password: "hunter22" } }, /credentials\.username is missing/);
    refused({ credentials: { username: "me" } }, /credentials\.password is missing/);
    for (const name of ["username", "password"])
      for (const value of ["hunter22\n", "hunter22\r\n", " hunter22", "hunter\u000022"])
        refused({ credentials: { ...valid.credentials, [name]: value } }, new RegExp(`^credentials\\.${name} has white space`));
    for (const accessToken of ["", "hunter22\r\nX-Evil: 1", "hunter22 x", 7])
      refused({ credentials: { accessToken } }, /credentials\.accessToken/);
    refused({ credentials: { accessToken: "hunter22", username: "me" } }, /^credentials must be either .*, not both/);
    refused({ credentials: { ...valid.credentials, multiFactorCode: 123456 } }, /^credentials\.multiFactorCode must be a string/);
    const both = { username: "me", password: "hunter22", accessToken: undefined } as unknown as ClientOptions["credentials"];
    assert.deepEqual(resolveOptions({ ...valid, credentials: both }).credentials, { username: "me", password: "hunter22" });
  });

  it("require positive whole numbers that timers support", () => {
    for (const value of [0, -1, NaN, Infinity, 1.5, 2 ** 31]) refused({ timeouts: { total: value } }, /timeouts\.total must be/);
    refused({ maxConnections: 0 }, /maxConnections/);
    refused({ maxAnswerBytes: -1 }, /maxAnswerBytes/);
    refused({ retry: { attempts: 0 } }, /retry\.attempts/);
    refused({ maxRateLimitWait: -1 }, /maxRateLimitWait/);
    refused({ rateLimit: { window: 0 } }, /rateLimit\.window/);
    refused({ rateLimit: { limit: 1 } }, /rateLimit\.limit/);
  });

  it("are refused if unknown", () => {
    refused({ timeout: 5 }, /^options of createClient: unknown option "timeout"\. Known: baseUrl, credentials, .*timeouts/);
    refused({ timeouts: { headers: 300 } }, /^timeouts: unknown option "headers"\. Known: connect, request, body, total\.$/);
    refused({ retry: { retries: 3 } }, /^retry: unknown option "retries"/);
    refused({ rateLimit: { windowMs: 3 } }, /^rateLimit: unknown option "windowMs"/);
    refused({ credentials: { username: "me", pasword: "hunter22" } }, /^credentials: unknown option "pasword"/);
    refused({ "x\u001b": 1 }, /unknown option "x\\u001b"/);
    for (const timeouts of [5, null, [], "5s"]) refused({ timeouts }, /^timeouts must be a plain object/);
    refused({ fresh: "no" }, /^fresh must be true or false/);
    refused({ onRequest: "log" }, /^onRequest must be a function/);
    refused({ onNotice: "log" }, /^onNotice must be a function/);
    refused({ secrets: ["a"] }, /^secrets must be Secrets/);
    for (const clock of [{}, null, { now: () => 0 }]) refused({ clock }, /^clock must be a Clock/);
    for (const userAgent of ["", "a\r\nX-Evil: 1", " a", "\u00fc", "x".repeat(201), 7])
      refused({ userAgent }, /^userAgent must be/);
    assert.doesNotThrow(() => resolveOptions({ ...valid, ...{ unheardOf: undefined } }));
  });

  it("of one call are refused if unknown", () => {
    const bad = (options: unknown, pattern: RegExp) =>
      assert.throws(
        () => readCallOptions(options as CallOptions),
        (error) => error instanceof ConfigurationError && pattern.test(error.message),
      );
    bad(
      { timeOut: 5 },
      /^options of a call: unknown option "timeOut"\. Known: signal, timeout, fresh, retry, headers, onAnswer, onSend\.$/,
    );
    // A signal that one of these holds would not be read.
    const without = [
      AbortSignal.abort(),
      Object.create({ signal: AbortSignal.abort() }),
      [],
      () => undefined,
      "5s",
      1,
      true,
      "",
      null,
    ];
    for (const options of without) bad(options, /^options of a call must be a plain object/);
    bad(new Proxy({}, { ownKeys: () => assert.fail("trapped") }), /^options of a call cannot be read/);
    bad(
      {
        get timeout() {
          return assert.fail("trapped");
        },
      },
      /^options of a call cannot be read/,
    );
    bad({ signal: new AbortController() }, /^signal must be an AbortSignal/);
    bad({ signal: null }, /^signal must be an AbortSignal/);
    bad({ onSend: true }, /^onSend must be a function/);
    bad({ onAnswer: {} }, /^onAnswer must be a function/);
    bad({ fresh: 1 }, /^fresh must be true or false/);
    assert.doesNotThrow(() => readCallOptions({ signal: new AbortController().signal, timeout: undefined }));
  });

  it("are required, and must be a readable plain object", () => {
    for (const options of [undefined, null, 5, [], new URL("https://api.example.com"), Object.create(valid)])
      assert.throws(() => createClient(options as ClientOptions), ConfigurationError);
    const failure = new Error("trapped");
    const trap = {
      ...valid,
      get retry(): undefined {
        throw failure;
      },
    };
    assert.throws(
      () => createClient(trap),
      (error) => error instanceof ConfigurationError && error.cause === failure,
    );
    const elsewhere = runInNewContext("({ attempts: 2 })") as object;
    assert.equal(resolveOptions({ ...valid, retry: elsewhere }).retry.attempts, 2);
  });

  it("add the login's secrets to the shared registry", () => {
    const secrets = new Secrets(["own-value"]);
    const client = createClient({ ...valid, secrets });
    assert.equal(client.secrets, secrets);
    assert.equal(secrets.redact("own-value hunter22"), "[secret] [secret]");
    createClient({ ...valid, secrets, credentials: { accessToken: "given-token" } });
    assert.equal(secrets.redact("given-token"), "[secret]");
  });

  it("mask secrets in notices, and ignore errors of onNotice", () => {
    const messages: string[] = [];
    const onNotice = ({ message }: { message: string }) => {
      messages.push(message);
      throw new Error("the observer failed");
    };
    resolveOptions({ ...valid, onNotice }).notify({ kind: "retry", message: "again with hunter22" });
    assert.deepEqual(messages, ["again with [secret]"]);
  });
});
