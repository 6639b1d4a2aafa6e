import assert from "node:assert/strict";
import { createClient } from "../../sdk/index.js";
import { commandTimeout, type ResourceSpec, useStack } from "../support/engine.js";
import { account, domain, inAccount, token, webhook } from "../support/resources.js";

interface Told {
  readonly outcome: string;
  readonly resources: readonly {
    readonly name: string;
    readonly status: string;
    readonly entered: boolean;
    readonly ordered: boolean;
    readonly differs?: readonly string[];
    readonly properties?: readonly object[];
    readonly elsewhere?: string;
  }[];
}

const hook = (path: string, key = `planted-${path}`, parameter = "code") => ({
  eventType: "DOMAIN_REGISTRATION_STATUS" as const,
  method: "POST" as const,
  url: `https://agency.example/${path}`,
  headers: { "X-Key": key },
  parameters: { key: parameter },
});

describe("hosting adopt, with the real CLI", function () {
  this.timeout(6 * commandTimeout);
  const stack = useStack();
  const client = () =>
    createClient({ baseUrl: stack.sandbox.url, credentials: { username: "reseller", password: "sandbox-password" } });

  before(async () => {
    const provider = client();
    const web = { virtualName: "web", description: "Shop", article: { articleNumber: 1101 }, password: "planted-password" };
    const { name: accountIdentifier = "" } = await provider.accounts.createVirtual({ customerNumber: 100001, body: web });
    await provider.domains.register({ accountIdentifier, body: { sld: "adopted", tld: "de" } });
    for (const path of ["same", "other"]) await provider.webhooks.create({ body: hook(path) });
    await provider.authentication.createToken({ body: { description: "CI" } });
    await provider.close();
  });

  /** What exists as declared, unless `other` has another parameter or `same` another header. */
  const existing = (parameter = "code", key?: string): readonly ResourceSpec[] => [
    account("web", { password: undefined }),
    domain("adopted", inAccount("web")),
    webhook("same", hook("same", key)),
    webhook("other", hook("other", undefined, parameter)),
  ];
  const missing = [domain("missing"), token("token", { description: "CI" })];

  async function told(code: number, ...flags: string[]): Promise<Told> {
    const since = stack.writes().length;
    const ended = await stack.hosting(["adopt", "--json", ...flags]);
    assert.equal(ended.code, code, ended.stderr + ended.stdout);
    assert.doesNotMatch(ended.stdout + ended.stderr, /planted|sandbox-password/);
    assert.deepEqual(stack.writes().slice(since), []);
    return JSON.parse(ended.stdout) as Told;
  }
  const results = ({ resources }: Told): string[] =>
    resources
      .map(
        ({ name, status, entered, ordered }) => `${name}: ${entered ? "entered" : status}${ordered ? ", would be ordered" : ""}`,
      )
      .sort();

  it("shows what exists, and writes nothing without --yes", async () => {
    await stack.declare({ resources: [...existing("elsewhere"), ...missing] });
    const found = await told(3);
    assert.deepEqual(results(found), [
      "adopted: matches",
      "missing: absent, would be ordered",
      "other: differs",
      "same: matches",
      "token: absent",
      "web: matches",
    ]);
    const { differs, properties } = found.resources.find(({ name }) => name === "other")!;
    assert.deepEqual(
      [differs, properties],
      [["parameters"], [{ path: "parameters", program: { key: "elsewhere" }, provider: { key: "code" } }]],
    );
    assert.deepEqual((await stack.export()).resources, []);
  });

  it("enters what exists as declared and leaves out what differs, also in a secret, which a preview masks", async () => {
    await stack.declare({ resources: [...existing("elsewhere", "planted-elsewhere"), ...missing] });
    const adopted = await told(1, "--yes");
    assert.equal(adopted.outcome, "incomplete");
    assert.deepEqual(results(adopted), [
      "adopted: entered",
      "missing: absent, would be ordered",
      "other: differs",
      "same: differs",
      "token: absent",
      "web: entered",
    ]);
    assert.doesNotMatch((await stack.export()).text, /planted/);
    await stack.declare({ resources: existing() });
    assert.deepEqual(results(await told(0, "--yes")), ["other: entered", "same: entered"]);
    await stack.settled();
  });
});
