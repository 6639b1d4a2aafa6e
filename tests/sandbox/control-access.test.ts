import assert from "node:assert/strict";
import { request } from "node:http";
import { startSandbox } from "../../sandbox/index.js";
import { useSandbox } from "../support/sandbox.js";

describe("the sandbox, against web pages in a browser on its machine", () => {
  const sandbox = useSandbox();

  /** A request with the header fields that a browser would send, which `fetch` does not let a program choose. */
  const send = (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    { body = "", url = sandbox().url } = {},
  ): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}${path}`, { method, headers }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode!));
      });
      sent.on("error", reject).end(body);
    });
  const port = () => new URL(sandbox().url).port;

  const login = JSON.stringify({ username: "reseller", password: "sandbox-password" });

  /** One of each side: what a page could read, and the login that opens the rest. */
  const both = async (headers: Readonly<Record<string, string>>): Promise<readonly number[]> => [
    await send("GET", "/_sandbox/clock", headers),
    await send("POST", "/v1/authenticate", headers, { body: login }),
  ];

  it("accepts a login under any host name from a program, such as behind a proxy", async () => {
    assert.deepEqual(await both({ host: "provider.example" }), [403, 200]);
  });

  it("refuses a host name that may have been made to point here", async () => {
    for (const host of "attacker.example attacker.example:80 127.0.0.1.a.example localhost.a.example a@127.0.0.1 ?".split(" "))
      assert.deepEqual(await both({ host, origin: `http://${host}` }), [403, 403], host);
  });

  it("answers to a name with a dot if it was told so, and to a page of that name", async () => {
    const known = await startSandbox({ allowHosts: ["Sandbox.Test"] });
    try {
      for (const [headers, status] of [
        [{ host: "sandbox.test:4010" }, 200],
        [{ host: "sandbox.test:4010", origin: "http://sandbox.test:4010" }, 200],
        [{ host: "sandbox.test:4010", origin: "http://other.test" }, 403],
        [{ host: "other.test" }, 403],
      ] as const)
        assert.equal(await send("GET", "/_sandbox/clock", headers, { url: known.url }), status);
    } finally {
      await known.close();
    }
  });

  it("answers to IP addresses, localhost and a container's name", async () => {
    for (const host of [`127.0.0.1:${port()}`, "localhost", `[::1]:${port()}`, "192.0.2.7:4010", "sandbox:4010", "a.localhost"])
      assert.deepEqual(await both({ host }), [200, 200], host);
  });

  it("refuses a page of another origin, even for a POST without a body or with plain text", async () => {
    const { store } = sandbox().control;
    const [{ id } = assert.fail()] = store.customers.all();
    store.customers.delete(id);
    for (const origin of ["https://attacker.example", "http://localhost:1", "null", `https://127.0.0.1:${port()}`]) {
      assert.equal(await send("POST", "/_sandbox/reset", { origin }), 403, origin);
      assert.equal(await send("POST", "/v1/authenticate", { origin }, { body: login }), 403, origin);
    }
    assert.equal(store.customers.get(id), undefined, "nothing was reset");
    assert.deepEqual(await both({ origin: sandbox().url }), [200, 200]);
    assert.equal(await send("POST", "/_sandbox/reset", { origin: sandbox().url }), 204);
  });

  it("accepts bodies of control requests only as application/json", async () => {
    for (const [type, status] of [
      ["text/plain", 415],
      ["application/x-www-form-urlencoded", 415],
      ["application/jsonp", 415],
      [undefined, 415],
      ["application/json; charset=utf-8", 200],
    ] as const) {
      const headers = type === undefined ? {} : { "content-type": type };
      assert.equal(await send("POST", "/_sandbox/clock", headers, { body: '{"advance":1000}' }), status, type);
    }
  });

  it("serves no control routes if told so, because they need no login", async () => {
    const closed = await startSandbox({ controlRoutes: false });
    try {
      for (const path of ["/_sandbox", "/_sandbox/state", "/_sandbox/objects/customers"]) {
        const answer = await fetch(`${closed.url}${path}`);
        assert.deepEqual([answer.status, /customerNumber/.test(await answer.text())], [404, false], path);
      }
      assert.equal((await fetch(`${closed.url}/_sandbox/reset`, { method: "POST" })).status, 404);
    } finally {
      await closed.close();
    }
  });
});
