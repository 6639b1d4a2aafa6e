import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ProxyAgent } from "undici";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { ConfigurationError, createClient } from "../../sdk/index.js";
import { proxiesFor } from "../../sdk/http/proxy.js";
import { type Certificate, selfSigned } from "../support/certificate.js";
import { temporaryFolder } from "../support/folder.js";
import { type Proxy, startProxy, startTlsFront, type ProxyManner } from "../support/proxy.js";

/** No name of this kind exists, so a client that bypasses the proxy reaches nothing. */
const host = "api.hosting.invalid";
const baseUrl = `https://${host}`;
const credentials = { username: "reseller", password: "sandbox-password" };

describe("a proxy", () => {
  let sandbox: Sandbox;
  let certificate: Certificate;
  let front: { port: number; close(): Promise<void> };
  let authority: string;
  const open: { close(): Promise<void> }[] = [];
  const folder = temporaryFolder();

  before(async () => {
    sandbox = await startSandbox();
    certificate = selfSigned(host);
    front = await startTlsFront(Number(new URL(sandbox.url).port), certificate);
    authority = join(folder.path, "authority.pem");
    await writeFile(authority, certificate.cert);
  });
  after(async () => {
    await front.close();
    await sandbox.close();
  });
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });

  const start = async (manner?: ProxyManner): Promise<Proxy> => {
    const proxy = await startProxy(front.port, manner);
    open.push(proxy);
    return proxy;
  };

  const withLogin = (proxy: Proxy) => proxy.url.replace("//", "//agent:proxy-password@");

  /** Runs a program of the client; the certificate authority is read at the start of a process. */
  async function runProgram(variables: Record<string, string>, connect = 20_000): Promise<string> {
    const program = `
      const { createClient } = require(${JSON.stringify(require.resolve("../../sdk/index.js"))});
      const client = createClient({
        baseUrl: ${JSON.stringify(baseUrl)},
        credentials: ${JSON.stringify(credentials)},
        retry: { attempts: 2, budget: 0 },
        timeouts: { connect: ${connect} },
      });
      client.customers.getCurrent()
        .then(({ customerNumber }) => console.log(customerNumber), (error) => console.log(error.name, error.effect, error.message))
        .finally(() => client.close());`;
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", program], {
      env: { PATH: process.env["PATH"], NODE_EXTRA_CA_CERTS: authority, ...variables },
    });
    return stdout.trim();
  }

  for (const name of ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY"])
    it(`carries the client's requests if ${name} names it`, async () => {
      const proxy = await start();
      assert.equal(await runProgram({ [name]: withLogin(proxy) }), "100000");
      const authorization = `Basic ${Buffer.from("agent:proxy-password").toString("base64")}`;
      assert.ok(proxy.tunnels.length > 0);
      for (const tunnel of proxy.tunnels) assert.deepEqual(tunnel, { target: `${host}:443`, authorization });
    });

  it("is bypassed for the hosts of NO_PROXY", async () => {
    const proxy = await start();
    const outcome = await runProgram({ HTTPS_PROXY: proxy.url, NO_PROXY: `other.example,.hosting.invalid` });
    assert.match(outcome, /^ConnectionError none .*(ENOTFOUND|EAI_AGAIN)/);
    assert.ok(!outcome.includes("proxy"), outcome);
    assert.deepEqual(proxy.tunnels, []);
  });

  for (const [manner, told, tries] of [
    [407, /^ConnectionError none .*127\.0\.0\.1:\d+ refused .* status 407, .*Check the login in HTTPS_PROXY/, 1],
    [403, /^ConnectionError none .*127\.0\.0\.1:\d+ refused .* status 403, .*Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY/, 1],
    [502, /^ConnectionError none .* \(2 attempts\): the proxy 127\.0\.0\.1:\d+ refused .* status 502/, 2],
    ["close", /^ConnectionError none .*through the proxy 127\.0\.0\.1:\d+: the connection failed/, undefined],
    ["silence", /^TimeoutError none .*through the proxy 127\.0\.0\.1:\d+: no connection within 300 milliseconds/, undefined],
  ] as const)
    it(`is named if it ends a connection with ${manner}, and nothing was sent`, async () => {
      const proxy = await start(manner);
      const outcome = await runProgram({ HTTPS_PROXY: withLogin(proxy) }, manner === "silence" ? 300 : undefined);
      assert.match(outcome, told);
      assert.ok(!outcome.includes("proxy-password"), outcome);
      // A permanent refusal of a proxy is not retried.
      if (tries === undefined) assert.ok(proxy.tunnels.length >= 2);
      else assert.equal(proxy.tunnels.length, tries);
    });

  it("is named if it cannot be reached", async () => {
    const proxy = await start();
    await proxy.close();
    open.pop();
    assert.match(
      await runProgram({ HTTPS_PROXY: withLogin(proxy) }),
      /^ConnectionError none .*through the proxy 127\.0\.0\.1:\d+: the connection was refused \(ECONNREFUSED\)/,
    );
  });

  for (const [address, told] of [
    ["socks5://agent:hidden@127.0.0.1:1", /^HTTPS_PROXY must be/],
    ["agent:hidden@proxy", /^HTTPS_PROXY must be/],
    ["http://agent:hidden%zz@proxy.example", /^HTTPS_PROXY contains .* that is not percent-encoded/],
    ["http://hidden%@proxy.example", /^HTTPS_PROXY contains .* that is not percent-encoded/],
  ] as const)
    it(`with an invalid address is refused without repeating the address: ${address}`, () => {
      assert.throws(
        () => proxiesFor(new URL(baseUrl), { HTTPS_PROXY: address }),
        (error) => error instanceof ConfigurationError && told.test(error.message) && !error.message.includes("hidden"),
      );
    });

  it("is bypassed for loopback, and if the variable of the same name in small letters is empty", () => {
    const variables = { HTTP_PROXY: "http://proxy.example", HTTPS_PROXY: "http://proxy.example" };
    for (const address of ["http://localhost:1", "http://127.0.0.1:1", "https://[::1]:1"])
      assert.equal(proxiesFor(new URL(address), variables), undefined, address);
    assert.equal(proxiesFor(new URL(baseUrl), { HTTPS_PROXY: "http://proxy.example", https_proxy: "" }), undefined);
  });

  it("can be passed as a dispatcher, which the client leaves open", async () => {
    const proxy = await start();
    const dispatcher = new ProxyAgent({ uri: proxy.url, requestTls: { ca: certificate.cert } });
    open.unshift(dispatcher);
    for (let count = 0; count < 2; count++) {
      const client = createClient({ baseUrl, credentials, dispatcher });
      assert.equal((await client.customers.getCurrent()).customerNumber, 100000);
      await client.close();
    }
    assert.equal(proxy.tunnels[0]?.target, `${host}:443`);
  });
});
