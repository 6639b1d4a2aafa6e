import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import { ConfigurationError, createClient, Secrets, type ClientOptions } from "../../sdk/index.js";
import { readCallOptions } from "../../sdk/http/call-options.js";
import { resolveOptions } from "../../sdk/http/options.js";

const valid: ClientOptions = { baseUrl: "https://api.example.com", credentials: { username: "me", password: "hunter22" } };

const refused = (options: unknown, pattern: RegExp) =>
  assert.throws(
    () => createClient({ ...valid, ...(options as ClientOptions) }),
    (error) => error instanceof ConfigurationError && pattern.test(error.message) && !error.message.includes("hunter22"),
  );
const login = valid.credentials;
/** What is no plain object. A signal that one of these holds would not be read. */
const heir = Object.create({ signal: AbortSignal.abort() }) as object;
const foreign: readonly unknown[] = [AbortSignal.abort(), heir, [], () => undefined, "5s", 1, true, "", null];

describe("options of the client", () => {
  it("have the documented defaults", () => {
    const { timeouts, retry, rateLimit, maxRateLimitWait, maxAnswerBytes, fresh } = resolveOptions(valid);
    assert.deepEqual(timeouts, { connect: 10_000, request: 60_000, body: 30_000, total: 300_000 });
    assert.deepEqual(retry, { attempts: 4, budget: 5_000, baseDelay: 500, maxDelay: 20_000 });
    assert.deepEqual(rateLimit, { window: 900_000, limit: undefined, probes: 10 });
    assert.deepEqual([maxRateLimitWait, maxAnswerBytes, fresh], [900_000, 33_554_432, true]);
    for (const [window, wait] of [
      [60_000, 900_000],
      [3_600_000, 3_600_000],
    ] as const)
      assert.equal(resolveOptions({ ...valid, rateLimit: { window } }).maxRateLimitWait, wait);
  });

  for (const [baseUrl, href] of [
    ["http://localhost:8080", "http://localhost:8080/"],
    ["http://127.8.8.8:1", "http://127.8.8.8:1/"],
    ["http://[::1]:3", "http://[::1]:3/"],
    ["https://a.example/x/y//", "https://a.example/x/y"],
  ] as const)
    it(`accept https anywhere, http only on loopback, and a path prefix: ${baseUrl}`, () => {
      assert.equal(resolveOptions({ ...valid, baseUrl }).base.href, href);
    });

  const strangers =
    "http://api.example.com http://localhost.example http://127.0.0.1.example http://a.localhost http://0.0.0.0 http://[::] ftp://localhost";
  const unsound = ["hunter22\n", " hunter22", "hunter\u000022"].map((password) => ({ ...login, password }));
  const unsendable = ["", "hunter22\r\nX-Evil: 1", "hunter22 x", 7].map((accessToken) => ({ accessToken }));
  for (const [option, values, pattern] of [
    ["baseUrl", strangers.split(" "), /baseUrl must be https/],
    ["baseUrl", ["https://me:hunter22@api.example.com"], /must not contain a login/],
    ["baseUrl", ["?password=hunter22", "#hunter22", "?"].map((end) => `https://a.example${end}`), /query or a fragment/],
    ["baseUrl", ["https://api.example.com/v1/"], /must not end in \/v1/],
    ["baseUrl", ["", "api.example.com", "hunter22", undefined, 7], /baseUrl must be/],
    ["credentials", [undefined], /credentials must be/],
    ["credentials", [{ username: "", password: "hunter22" }], /credentials\.username is missing/],
    ["credentials", [{ username: "me" }], /credentials\.password is missing/],
    ["credentials", unsound, /^credentials\.password has white space/],
    ["credentials", [{ ...login, username: "hunter22\r\n" }], /^credentials\.username has white space/],
    ["credentials", unsendable, /credentials\.accessToken/],
    ["credentials", [{ accessToken: "hunter22", username: "me" }], /^credentials must be either .*, not both/],
    ["credentials", [{ ...login, multiFactorCode: 123456 }], /^credentials\.multiFactorCode must be a string/],
    ["credentials", [{ username: "me", pasword: "hunter22" }], /^credentials: unknown option "pasword"/],
    ["timeouts", [0, -1, NaN, Infinity, 1.5, 2 ** 31].map((total) => ({ total })), /timeouts\.total must be/],
    ["timeouts", [{ headers: 300 }], /^timeouts: unknown option "headers"\. Known: connect, request, body, total\.$/],
    ["timeouts", [5, null, [], "5s"], /^timeouts must be a plain object/],
    ["timeout", [5], /^options of createClient: unknown option "timeout"\. Known: baseUrl, /],
    ["x\u001b", [1], /unknown option "x\\u001b"/],
    ["maxConnections", [0], /maxConnections/],
    ["maxAnswerBytes", [-1], /maxAnswerBytes/],
    ["maxRateLimitWait", [-1], /maxRateLimitWait/],
    ["retry", [{ attempts: 0 }], /retry\.attempts/],
    ["retry", [{ retries: 3 }], /^retry: unknown option "retries"/],
    ["rateLimit", [{ window: 0 }], /rateLimit\.window/],
    ["rateLimit", [{ limit: 1 }], /rateLimit\.limit/],
    ["rateLimit", [{ windowMs: 3 }], /^rateLimit: unknown option "windowMs"/],
    ["fresh", ["no"], /^fresh must be true or false/],
    ["onRequest", ["log"], /^onRequest must be a function/],
    ["onNotice", ["log"], /^onNotice must be a function/],
    ["secrets", [["a"]], /^secrets must be Secrets/],
    ["clock", [{}, null, { now: () => 0 }], /^clock must be a Clock/],
    ["userAgent", ["", "a\r\nX-Evil: 1", " a", "\u00fc", "x".repeat(201), 7], /^userAgent must be/],
    ["dispatcher", [{}], /^dispatcher must be a Dispatcher/],
  ] as [string, unknown[], RegExp][])
    it(`are refused: ${option}, ${pattern.source}`, () => {
      for (const value of values) refused({ [option]: value }, pattern);
    });

  it("may be undefined", () => {
    assert.doesNotThrow(() => resolveOptions({ ...valid, ...{ unheardOf: undefined } }));
    const both = { ...login, accessToken: undefined } as unknown as ClientOptions["credentials"];
    assert.deepEqual(resolveOptions({ ...valid, credentials: both }).credentials, login);
  });

  const trapped = () => assert.fail("trapped");
  for (const [options, pattern] of [
    [{ timeOut: 5 }, /^options of a call: unknown option "timeOut"\. Known: signal, timeout, fresh, /],
    ...foreign.map((each) => [each, /^options of a call must be a plain object/] as const),
    [new Proxy({}, { ownKeys: trapped }), /^options of a call cannot be read/],
    [Object.defineProperty({}, "timeout", { enumerable: true, get: trapped }), /^options of a call cannot be read/],
    [{ signal: new AbortController() }, /^signal must be an AbortSignal/],
    [{ signal: null }, /^signal must be an AbortSignal/],
    [{ onSend: true }, /^onSend must be a function/],
    [{ onAnswer: {} }, /^onAnswer must be a function/],
    [{ fresh: 1 }, /^fresh must be true or false/],
  ] as [object, RegExp][])
    it(`of one call are refused: ${pattern.source}`, () => {
      assert.throws(
        () => readCallOptions(options),
        (error) => error instanceof ConfigurationError && pattern.test(error.message),
      );
      assert.doesNotThrow(() => readCallOptions({ signal: new AbortController().signal, timeout: undefined }));
    });

  it("are required, and must be a readable plain object", () => {
    for (const options of [undefined, ...foreign, new URL("https://api.example.com"), Object.create(valid)])
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
