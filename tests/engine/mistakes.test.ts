import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commandTimeout, failed, Stack, succeeded } from "../support/engine.js";

const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };
const accountIdentifier = "p100001";

describe("mistakes of a program on the real engine", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;

  before(async () => {
    stack = await Stack.create();
  });
  beforeEach(() => stack.sandbox.control.journal.clear());
  after(() => stack.dispose());

  /** Reading is what the check of a right resource does. */
  const writes = () =>
    stack.sandbox.control.journal.requests().filter(({ method, operation }) => method !== "GET" && operation !== "authenticate");

  it("are all shown by one preview, each with its resource, although the engine stops at the first", async () => {
    await stack.declare({
      resources: [
        { type: "Webhook", name: "right", args: hook },
        { type: "ApplicationToken", name: "token", args: { description: "with" }, options: { deletedWith: "right" } },
        { type: "Domain", name: "domain", args: { accountIdentifier, sld: "", tld: "" } },
        { type: "Webhook", name: "hook", args: { ...hook, method: "FETCH" }, options: { import: "1" } },
        { type: "Webhook", name: "slow", args: hook, options: { customTimeouts: { create: "1h" } } },
        {
          type: "Webhook",
          name: "misspelt",
          args: hook,
          options: { ignoreChanges: ["parameter[0].value", 'headers["x"]', "*"], additionalSecretOutputs: ["uid", "urls"] },
        },
        { type: "Webhook", name: "missing" },
        {
          type: "Subdomain",
          name: "blog",
          args: { accountIdentifier, domainIdentifier: "sommer-gartenbau.de", name: "blog.Sommer-Gartenbau.de" },
        },
      ],
    });
    const { output } = failed(await stack.preview(), /resource '\w+' has a problem: /);
    const expected = [
      ["Domain", "domain", "sld: must not be empty"],
      ["Domain", "domain", "tld: must not be empty"],
      ["Webhook", "hook", 'method: must be one of "GET"'],
      [
        "Webhook",
        "hook",
        "the option `import`: Pulumi cannot import this resource. Remove the option, and declare `adopt: true`",
      ],
      [
        "Webhook",
        "slow",
        "the option `customTimeouts`: Pulumi does not pass it to the provider. Remove it, and use the argument `timeouts`",
      ],
      ["Webhook", "misspelt", "ignoreChanges: parameter[0].value: unknown property. Did you mean parameters?"],
      ["Webhook", "misspelt", "additionalSecretOutputs: urls: unknown property. Did you mean url?"],
      ["Webhook", "missing", "url: required, but missing"],
      ["Subdomain", "blog", "name: must be only the labels below the domain"],
    ] as const;
    for (const [className, name, problem] of expected) {
      const isOwn = output.includes(`resource '${name}' has a problem: ${problem}`);
      const isAnothers = output.includes(`Another resource has a problem too. ${className} "${name}": ${problem}`);
      assert.ok(isOwn !== isAnothers, `${name}: ${problem}\n${output}`);
    }
    assert.match(
      output,
      /ApplicationToken "token": `deletedWith` names Webhook "right", which does not contain this application token/,
    );
    assert.doesNotMatch(output, /^\s+at |right" also|TypeError/m);
    assert.deepEqual(writes(), []);
  });

  it("in keys of the configuration fail preview and up, and are only named by a refresh and a destroy", async () => {
    await stack.declare({ resources: [{ type: "Webhook", name: "hook", args: hook }] });
    succeeded(await stack.up());
    succeeded(await stack.pulumi("config", "set", "hosting:whenGones", "recreate"));
    const misspelled = /hosting:whenGones: unknown setting\. Did you mean whenGone\?/;
    failed(await stack.preview(), misspelled);
    succeeded(await stack.pulumi("config", "rm", "hosting:whenGones"));

    const { text } = await stack.export();
    const stored = JSON.parse(text) as { deployment: { resources: { type: string; inputs?: object; outputs?: object }[] } };
    for (const resource of stored.deployment.resources.filter(({ type }) => type === "pulumi:providers:pulumi-nodejs"))
      for (const part of ["inputs", "outputs"] as const) resource[part] = { ...resource[part], "hosting:whenGones": "x" };
    await stack.importState(JSON.stringify(stored));
    assert.match(succeeded(await stack.refresh()).output, misspelled);
    assert.match(succeeded(await stack.destroy()).output, misspelled);
    assert.deepEqual(stack.sandbox.control.store.webhooks.all(), []);
  });

  it("in options are found wherever the program adds them, and said in a sentence", async () => {
    await writeFile(
      join(stack.folder, "index.js"),
      `const hosting = require("pulumi-hosting");
       const pulumi = require("@pulumi/pulumi");
       new hosting.Webhook("first", ${JSON.stringify(hook)}, {
         transformations: [({ props, opts }) => ({ props, opts: { ...opts, customTimeouts: { create: "1m" } } })],
       });
       pulumi.runtime.registerStackTransformation(({ props, opts }) => ({ props, opts: { ...opts, import: "17" } }));
       new hosting.Webhook("second", ${JSON.stringify({ ...hook, url: "https://agency.example/second" })});
       hosting.Domain.get("read", "p100001/sommer-gartenbau.de", { customTimeouts: { read: "1m" } });`,
    );
    const { output } = failed(await stack.preview(), /has a problem: the option/);
    assert.match(output, /'first' has a problem: the option `customTimeouts`|Webhook "first": the option `customTimeouts`/);
    assert.match(output, /'second' has a problem: the option `import`|Webhook "second": the option `import`/);
    assert.doesNotMatch(output, /^\s+at |TypeError|Domain "read"/m);
    assert.deepEqual(writes(), []);
  });

  it("in the login of a lookup are said at once and without a stack trace, whatever waits for its output", async () => {
    await writeFile(
      join(stack.folder, "index.js"),
      `const hosting = require("pulumi-hosting");
       const { accountIdentifier } = hosting.Account.get("a", "p100001");
       new hosting.Domain("domain", { accountIdentifier, sld: "new-shop", tld: "de" });`,
    );
    const { outcome } = await stack.start(["preview"], { HOSTING_BASE_URL: "" });
    const { output } = failed(await outcome, /error: baseUrl is missing \(the address of the API\): set HOSTING_BASE_URL/);
    assert.doesNotMatch(output, /^\s+at |unhandled/m);
  });

  it("in what a lookup asks for are said without a stack trace, whether or not the program awaits it", async () => {
    const programs: readonly (readonly [string, RegExp])[] = [
      [
        '(async () => { await hosting.getAccount({ accountIdentifier: "p999999" }); })();',
        /error: getAccount \(GET \/v1\/accounts\/p999999\) failed with status 403: .*/,
      ],
      ["hosting.findAccountOutput({ customerNumber: 999999 });", /error: listCustomerAccounts \(GET .*999999.* status 40\d/],
    ];
    for (const [program, expected] of programs) {
      await writeFile(
        join(stack.folder, "index.js"),
        `const hosting = require("pulumi-hosting");\nconst pulumi = require("@pulumi/pulumi");\n${program}`,
      );
      const { output } = failed(await stack.preview(), expected);
      assert.doesNotMatch(output, /^\s+at |unhandled/m);
    }
  });
});
