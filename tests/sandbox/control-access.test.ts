import assert from "node:assert/strict";
import { request } from "node:http";
import { useSandbox } from "../support/sandbox.js";

describe("the sandbox's control routes", () => {
  const sandbox = useSandbox();

  /** A request with the header fields that a browser would send, which `fetch` does not let a program choose. */
  const send = (method: string, path: string, headers: Readonly<Record<string, string>>, body = ""): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(`${sandbox().url}/_sandbox${path}`, { method, headers }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode!));
      });
      sent.on("error", reject).end(body);
    });
  const port = () => new URL(sandbox().url).port;

  it("refuse a name that somebody may have made to point here", async () => {
    for (const host of [
      "attacker.example",
      "attacker.example:80",
      "127.0.0.1.attacker.example",
      "localhost.attacker.example",
      "?",
    ])
      assert.equal(await send("GET", "/state", { host }), 403, host);
  });

  it("answer to addresses, to localhost and to the name of a container", async () => {
    for (const host of [`127.0.0.1:${port()}`, "localhost", `[::1]:${port()}`, "192.0.2.7:4010", "sandbox:4010", "a.localhost"])
      assert.equal(await send("GET", "/clock", { host }), 200, host);
  });

  it("refuse a page of another origin, which needs no permission for a POST without a body or with plain text", async () => {
    const { store } = sandbox().control;
    const [{ id } = assert.fail()] = store.customers.all();
    store.customers.delete(id);
    for (const origin of ["https://attacker.example", "http://localhost:1", "null", `https://127.0.0.1:${port()}`])
      assert.equal(await send("POST", "/reset", { origin }), 403, origin);
    assert.equal(store.customers.get(id), undefined, "nothing was reset");
    assert.equal(await send("POST", "/reset", { origin: sandbox().url }), 204);
  });

  it("take bodies as application/json only", async () => {
    const body = JSON.stringify({ advance: 1000 });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
      assert.equal(await send("POST", "/clock", { "content-type": type }, body), 415, type);
    assert.equal(await send("POST", "/clock", {}, body), 415);
    assert.equal(await send("POST", "/clock", { "content-type": "application/json; charset=utf-8" }, body), 200);
  });
});
