import assert from "node:assert/strict";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commandTimeout, type ResourceSpec, useStack } from "../support/engine.js";
import { Importing, namesIn } from "../support/importing.js";
import { everyKind } from "../support/kinds.js";
import { assertFormatted } from "../support/program-quality.js";

const hook = {
  eventType: "DOMAIN_REGISTRATION_STATUS",
  method: "POST",
  url: "https://agency.example/hook?token=planted-token",
  headers: { "X-Key": "planted-header-value" },
} as const;

const page = `/**
 * Customer 110001.
 *
 * The API does not show these arguments, so they are left out, which changes nothing:
 * - Domain: handles, domainNameTransfer, external, target
 * - VirtualAccount: password
 */

import * as hosting from "pulumi-hosting";

const customerNumber = 110001;

// Accounts that this file does not declare.
const p110001 = "p110001"; // Bäckerei Albrecht

new hosting.VirtualAccount("baeckerei-albrecht-2", {
  customerNumber,
  virtualName: "baeckerei-albrecht-2",
  description: "Shop Albrecht",
  articleNumber: 1201,
});

new hosting.Site("baeckerei-albrecht.com", {
  account: p110001,
  domain: { sld: "baeckerei-albrecht", tld: "com" },
});

new hosting.Site("baeckerei-albrecht.de", {
  account: p110001,
  domain: { sld: "baeckerei-albrecht", tld: "de" },
  subdomains: {
    blog: { target: "/blog" },
    shop: { target: "/shop" },
  },
});

new hosting.Site("baeckerei-albrecht.eu", {
  account: p110001,
  domain: { sld: "baeckerei-albrecht", tld: "eu" },
});
`;

describe("hosting import of an agency, with the real CLI", function () {
  this.timeout(6 * commandTimeout);
  const stack = useStack({ seed: "agency" });
  const importing = new Importing(stack);
  const stackFlag = ["--stack", "test"];
  const customers = ["110001", "110011"].flatMap((number) => ["--customer", number]);
  const file = () => join(importing.out, "customers/110001.ts");

  before(() => importing.byHand((client) => client.webhooks.create({ body: hook })));

  it("declares and enters what exists, keeps URNs when it enters more, and reads nothing twice", async () => {
    stack.sandbox.control.journal.clear();
    await importing.told(0, "--customer", "110011", "--only", "subdomain", ...stackFlag);
    const before = await importing.entries();
    const since = stack.sandbox.control.journal.requests().length;
    const { outcome, objects, leftOut, notRead, state } = await importing.told(0, ...customers, ...everyKind, ...stackFlag);
    assert.deepEqual([outcome, notRead, stack.writes(), state!.proven], ["imported", [], [], true]);
    assert.ok(objects.length > 30 && state!.rest.length === 0, JSON.stringify(state!.rest));
    const after = await importing.entries();
    assert.deepEqual(
      before.filter(({ urn }) => !after.some((each) => each.urn === urn)),
      [],
    );
    // Once for the program and once for the proof.
    const paths = stack.sandbox.control.journal
      .requests()
      .slice(since)
      .map(({ path }) => path);
    assert.ok(paths.length <= 2 * new Set(paths).size, paths.join("\n"));
    const reasons: readonly (readonly [string, RegExp])[] = [
      ["account p110001 of customer 110001", /only read/],
      ["subdomain www.baeckerei-albrecht.de", /every registration/],
    ];
    for (const [name, reason] of reasons)
      assert.ok(
        leftOut.some(({ what, why }) => what === name && reason.test(why)),
        name,
      );
    assert.doesNotMatch(await importing.pulumi("stack", "export", ...stackFlag), /planted/);
    assert.equal((await stat(state!.backup!)).mode & 0o777, 0o600);
  });

  it("writes a formatted program, and leaves all files as they were if it cannot be previewed", async () => {
    const files = await importing.files();
    const written = [...files.keys()].filter((name) => /^(?:[\w/]+\.ts|Pulumi\.yaml|package\.json)$/.test(name));
    await assertFormatted(importing.out, written);
    assert.equal(files.get("customers/110001.ts"), page);
    assert.match(files.get("login.ts")!, /"X-Key": config\.requireSecret\("postAgencyExampleHookHeadersXKey"\)/);
    await importing.pulumi("config", "set", "hosting:whenGones", "recreate", ...stackFlag);
    const before = await importing.files();
    const refused = await importing.run(...stackFlag);
    assert.equal(refused.code, 1, refused.stdout);
    assert.match(refused.stderr, /nothing was written\.\n.*whenGones/);
    assert.deepEqual(await importing.files(), before);
    await importing.pulumi("config", "rm", "hosting:whenGones", ...stackFlag);
  });

  it("adds what is new, and leaves a file alone that somebody has edited", async () => {
    await importing.byHand(async ({ domains }) => {
      for (const [accountIdentifier, domainIdentifier] of [
        ["p110001", "baeckerei-albrecht.de"],
        ["p110011", "apotheke-krueger.de"],
      ] as const)
        await domains.createSubdomains({ accountIdentifier, domainIdentifier, body: [{ name: "news", target: "/news" }] });
    });
    const mine = `${await readFile(file(), "utf8")}\nexport const mine = p110001;\n`;
    await writeFile(file(), mine);
    const { files, state } = await importing.told(0, ...stackFlag);
    assert.deepEqual(files.flatMap((each) => (each.action === "write" ? [each.file] : [])).sort(), [
      "customers/110001-2.ts",
      "customers/110011.ts",
      "index.ts",
    ]);
    assert.equal(await readFile(file(), "utf8"), mine);
    assert.deepEqual([...namesIn(state!.entered)].sort(), ["news.apotheke-krueger.de", "news.baeckerei-albrecht.de"]);
    assert.deepEqual((await importing.told(0, ...stackFlag)).outcome, "nothing new");
  });
});

describe("hosting import into a project with a program of its own", function () {
  this.timeout(6 * commandTimeout);
  const stack = useStack();
  const importing = new Importing(stack, ".");
  const own: ResourceSpec = { type: "Webhook", name: "post-agency.example-hook", args: hook };
  const program = (...lines: string[]) => writeFile(join(stack.folder, "main.ts"), lines.join("\n"));
  const line = `new hosting.Webhook("${own.name}", ${JSON.stringify(hook)});`;
  const imports = [
    'import * as hosting from "pulumi-hosting";',
    'import * as pulumi from "@pulumi/pulumi";',
    'import "./imported";',
  ];

  before(async () => {
    await stack.applied(own);
    await importing.byHand((client) => client.webhooks.create({ body: hook }));
  });

  it("says what to add to a program that it does not know, and then enters what that declares", async () => {
    const before = await importing.entries();
    // The site has the name that an import would choose for its domain.
    const site = { account: "p100002", domain: { sld: "buch-herbst", tld: "de" } };
    await stack.declare({ resources: [own, { type: "Site", name: "mine", args: site }] });
    const flags = ["--only", "webhook", "--only", "domain", "--account", "p100002", "--stack", "test"];
    const first = await importing.told(1, ...flags);
    assert.deepEqual(
      [
        first.leftOut.filter(({ why }) => /adopt/.test(why)).map(({ what }) => what),
        first.objects.map(({ name }) => name),
        first.state!.undeclared,
        first.files.map(({ file, action }) => `${action} ${file}`),
      ],
      [
        ["domain buch-herbst.de of account p100002"],
        [`${own.name}-2`],
        [`${own.name}-2`],
        ["write login.ts", "write imported.ts"],
      ],
    );
    assert.deepEqual(await importing.entries(), before);
    await program(...imports, line);
    await writeFile(join(stack.folder, "Pulumi.yaml"), "name: engine-test\nmain: main.ts\nruntime: nodejs\n");
    const second = await importing.told(0, "--only", "webhook", "--stack", "test");
    assert.deepEqual(namesIn(second.state!.entered), [`${own.name}-2`]);
    assert.equal((await importing.entries()).length, before.length + 1);
  });
});
