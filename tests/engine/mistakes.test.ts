import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commandTimeout, failed, useStack } from "../support/engine.js";
import { domain, token, webhook } from "../support/resources.js";

const args = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };
const noTrace = /^\s+at |TypeError|unhandled/m;

describe("mistakes and failures of a program on the real engine", function () {
  this.timeout(6 * commandTimeout);
  const stack = useStack();

  /** Runs this program in place of the declared resources. */
  const program = (text: string) =>
    writeFile(
      join(stack.folder, "index.js"),
      `const hosting = require("pulumi-hosting"), pulumi = require("@pulumi/pulumi"), args = ${JSON.stringify(args)};\n${text}\n`,
    );

  it("are all shown by one preview, each with its resource, although the engine stops at the first", async () => {
    const ofBlog = { accountIdentifier: "p100001", domainIdentifier: "sommer-gartenbau.de", name: "blog.Sommer-Gartenbau.de" };
    const misspelt = { ignoreChanges: ["parameter[0].value", 'headers["x"]', "*"], additionalSecretOutputs: ["uid", "urls"] };
    const outcome = await stack.previewed(
      webhook("right"),
      token("token", {}, { deletedWith: "right" }),
      domain("domain", { sld: "", tld: "" }),
      webhook("hook", { method: "FETCH" }, { import: "1" }),
      webhook("slow", {}, { customTimeouts: { create: "1h" } }),
      webhook("misspelt", {}, misspelt),
      { type: "Webhook", name: "missing" },
      { type: "Subdomain", name: "blog", args: ofBlog },
    );
    const { output } = failed(outcome, /resource '\w+' has a problem: /);
    for (const [type, name, problem] of [
      ["ApplicationToken", "token", '`deletedWith` names Webhook "right"'],
      ["Domain", "domain", "sld: must not be empty"],
      ["Domain", "domain", "tld: must not be empty"],
      ["Webhook", "hook", "method: must be one of"],
      ["Webhook", "hook", "the option `import`"],
      ["Webhook", "slow", "the option `customTimeouts`"],
      ["Webhook", "misspelt", "ignoreChanges: parameter[0].value: unknown property"],
      ["Webhook", "misspelt", "additionalSecretOutputs: urls: unknown property"],
      ["Webhook", "missing", "url: required"],
      ["Subdomain", "blog", "name: must be only the labels"],
    ] as const) {
      const places = [`resource '${name}' has a problem: ${problem}`, `${type} "${name}": ${problem}`];
      assert.equal(places.filter((place) => output.includes(place)).length, 1, `${name}: ${problem}\n${output}`);
    }
    assert.doesNotMatch(output, noTrace);
    assert.deepEqual(stack.writes(), []);
  });

  it("in options are found wherever the program adds them, and said in a sentence", async () => {
    await program(`
      const slow = ({ props, opts }) => ({ props, opts: { ...opts, customTimeouts: { create: "1m" } } });
      new hosting.Webhook("first", args, { transformations: [slow] });
      pulumi.runtime.registerStackTransformation(({ props, opts }) => ({ props, opts: { ...opts, import: "17" } }));
      new hosting.Webhook("second", { ...args, url: "https://agency.example/second" });
      hosting.Domain.get("read", "p100001/sommer-gartenbau.de", { customTimeouts: { read: "1m" } });`);
    const { output } = failed(await stack.preview(), /has a problem: the option/);
    assert.match(output, /(?:'first' has a problem|Webhook "first"): the option `customTimeouts`/);
    assert.match(output, /(?:'second' has a problem|Webhook "second"): the option `import`/);
    assert.doesNotMatch(output, /^\s+at |TypeError|Domain "read"/m);
  });

  const lookups: readonly (readonly [string, string, RegExp])[] = [
    [
      "without an address",
      'new hosting.Domain("d", { ...hosting.Account.get("a", "p1"), tld: "de" });',
      /error: baseUrl is missing/,
    ],
    [
      "that is awaited",
      '(async () => { await hosting.getAccount({ accountIdentifier: "p9" }); })();',
      /error: getAccount .* status 403/,
    ],
    [
      "that nobody awaits",
      "hosting.findAccountOutput({ customerNumber: 999999 });",
      /error: listCustomerAccounts .* status 40\d/,
    ],
  ];
  for (const [what, text, expected] of lookups)
    it(`in a lookup are said without a stack trace: ${what}`, async () => {
      await program(text);
      const environment: Record<string, string> = what === "without an address" ? { HOSTING_BASE_URL: "" } : {};
      const { output } = failed(await (await stack.start(["preview"], environment)).outcome, expected);
      assert.doesNotMatch(output, noTrace);
    });

  for (const [statement, message] of [
    ['{ transformations: [() => { throw new Error("in my transformation"); }] }', /in my transformation/],
    ['{ transforms: [() => { throw new Error("in my transform"); }] }', /transform failed/],
  ] as const)
    it(`of its own have a stack trace with its line: ${statement}`, async () => {
      // Later, because Pulumi's SDK takes a minute to report what is thrown while a program is loaded.
      await program(`setTimeout(() => { new hosting.Webhook("hook", args, ${statement}); }, 10);`);
      assert.match(failed(await stack.preview(), message).output, /index\.js:2:\d+/);
    });
});
