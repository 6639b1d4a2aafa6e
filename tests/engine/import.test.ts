import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "../../sdk/index.js";
import { commandTimeout, Stack, succeeded } from "../support/engine.js";
import { type Ended, run } from "../support/hosting.js";
import { everyKind } from "../support/kinds.js";
import { assertFormatted, assertStrict } from "../support/program-quality.js";

interface JsonReport {
  readonly outcome: string;
  readonly files: readonly { readonly file: string; readonly action: string; readonly toAdd?: readonly string[] }[];
  readonly objects: readonly { readonly kind: string; readonly id: string; readonly name: string; readonly file: string }[];
  readonly leftOut: readonly { readonly what: string; readonly why: string }[];
  readonly notRead: readonly { readonly what: string; readonly why: string }[];
  readonly state?: {
    readonly entered: readonly string[];
    readonly proven: boolean;
    readonly undeclared: readonly string[];
    readonly rest: readonly { readonly op: string; readonly urn: string }[];
    readonly backup?: string;
  };
}

const hook = {
  eventType: "DOMAIN_REGISTRATION_STATUS",
  method: "POST",
  url: "https://agency.example/hook?token=planted-token",
  headers: { "X-Key": "planted-header-value" },
} as const;

const planted = "planted4711PLANTED0815planted";

describe("hosting import, with the real CLI", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;
  let out: string;

  const begin = async (seed: "default" | "agency") => {
    stack = await Stack.create({ seed });
    out = join(stack.folder, "imported");
  };

  const importing = (...flags: string[]): Promise<Ended> =>
    run(["import", "--out", out, ...flags], { env: { HOME: stack.folder, ...stack.environment } });

  async function reported(code: number, ...flags: string[]): Promise<JsonReport> {
    const ended = await importing("--json", ...flags);
    assert.equal(ended.code, code, ended.stderr + ended.stdout);
    assert.notEqual(ended.stdout, "", ended.stderr);
    assert.doesNotMatch(ended.stdout + ended.stderr, /planted|sandbox-password/);
    return JSON.parse(ended.stdout) as JsonReport;
  }

  /** What was sent, except reads and logins. */
  const written = (): readonly string[] =>
    stack.sandbox.control.journal
      .requests()
      .filter(({ method, operation }) => method !== "GET" && operation !== "authenticate")
      .map(({ method, path }) => `${method} ${path}`);

  const client = () =>
    createClient({ baseUrl: stack.sandbox.url, credentials: { username: "reseller", password: "sandbox-password" } });

  const pulumi = async (...args: string[]): Promise<string> => {
    const env = { PATH: process.env["PATH"], ...stack.environment };
    const { stdout } = await promisify(execFile)("pulumi", [...args, "--stack", "test", "--non-interactive"], { cwd: out, env });
    return stdout;
  };

  const exported = async (): Promise<readonly { readonly urn: string }[]> => {
    const state = JSON.parse(await pulumi("stack", "export")) as {
      deployment: { resources?: readonly { readonly urn: string }[] };
    };
    return state.deployment.resources ?? [];
  };

  /** Every file of the program, by name. */
  async function program(): Promise<ReadonlyMap<string, string>> {
    const files = (await readdir(out, { recursive: true })).filter((file) => file.endsWith(".ts")).sort();
    return new Map(await Promise.all(files.map(async (file) => [file, await readFile(join(out, file), "utf8")] as const)));
  }

  describe("of an agency", () => {
    const customers = ["110001", "110011", "110013"].flatMap((number) => ["--customer", number]);

    before(async () => {
      await begin("agency");
      await client().webhooks.create({ body: hook });
    });
    after(() => stack.dispose());

    it("declares and enters what exists, and only reads", async () => {
      stack.sandbox.control.journal.clear();
      const first = await reported(0, ...customers, "--dry-run");
      assert.ok(first.leftOut.some(({ what }) => /^what belongs to the login itself .*webhook/.test(what)));
      assert.ok(first.objects.every(({ file }) => file.startsWith("customers/")));
      const { outcome, objects, leftOut, notRead, state } = await reported(0, ...customers, ...everyKind, "--stack", "test");
      assert.deepEqual([outcome, notRead], ["imported", []]);
      assert.deepEqual(written(), []);
      assert.equal(state!.entered.length, objects.length);
      assert.ok(objects.length > 60, String(objects.length));
      assert.deepEqual(
        objects.filter(({ kind }) => kind === "virtualAccount").map(({ id, name, file }) => [id, name, file]),
        [
          ["110001/p111001", "baeckerei-albrecht-2", "customers/110001.ts"],
          ["110013/p111013", "architektur-maurer-2", "customers/110013.ts"],
        ],
      );
      assert.ok(leftOut.some(({ what, why }) => what === "account p110001 of customer 110001" && /only read/.test(why)));
      assert.ok(
        leftOut.some(({ what, why }) => what === "subdomain www.baeckerei-albrecht.de" && /every registration/.test(why)),
      );

      assert.equal(state!.proven, true);
      assert.doesNotMatch(JSON.stringify(await exported()), /planted/);
      const mode = (await stat(state!.backup!)).mode & 0o777;
      assert.equal(mode, 0o600);
    });

    it("writes a program that is formatted and type-checked", async () => {
      const files = await program();
      await assertFormatted(out, [...files.keys(), "Pulumi.yaml", "package.json", "tsconfig.json", "hosting-import.json"]);
      await promisify(execFile)(process.execPath, [require.resolve("typescript/bin/tsc")], { cwd: out });
      assert.ok(!(await readdir(out, { recursive: true })).some((file) => file.endsWith(".js")));
      assert.equal(
        files.get("customers/110001.ts"),
        `/**
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
`,
      );
      assert.match(files.get("login.ts")!, /"X-Key": config\.requireSecret\("postAgencyExampleHookHeadersXKey"\)/);
    });

    it("adds what is new, and leaves a file alone that somebody has edited", async () => {
      const { domains } = client();
      const add = (account: string, domain: string, name: string) =>
        domains.createSubdomains({ accountIdentifier: account, domainIdentifier: domain, body: [{ name, target: `/${name}` }] });
      await add("p110001", "baeckerei-albrecht.de", "news");
      await add("p110011", "apotheke-krueger.de", "news");
      const edited = join(out, "customers/110001.ts");
      const mine = `${await readFile(edited, "utf8")}\nexport const mine = p110001;\n`;
      await writeFile(edited, mine);

      const first = await reported(1, "--stack", "test");
      assert.deepEqual(
        first.files.filter(({ action }) => action !== "keep").map(({ file, action }) => `${action} ${file}`),
        ["edited customers/110001.ts", "write customers/110011.ts"],
      );
      assert.equal(await readFile(edited, "utf8"), mine);
      assert.match(first.files.find(({ action }) => action === "edited")!.toAdd![0]!, /news: \{ target: "\/news" \}/);
      assert.deepEqual(
        [first.state!.entered.map((urn) => urn.split("::")[3]), first.state!.undeclared],
        [["news.apotheke-krueger.de"], ["news.baeckerei-albrecht.de"]],
      );

      await writeFile(edited, mine.replace('    blog: { target: "/blog" },', '    news: { target: "/news" },\n$&'));
      const second = await reported(0, "--stack", "test");
      assert.deepEqual(
        second.state!.entered.map((urn) => urn.split("::")[3]),
        ["news.baeckerei-albrecht.de"],
      );
    });
  });

  describe("of objects that are special", () => {
    before(async () => {
      await begin("default");
      const { domains, gdpr } = client();
      const path = { accountIdentifier: "p100001" };
      await domains.register({ ...path, body: { sld: "größe", tld: "de" } });
      const names = Array.from({ length: 60 }, (_, index) => ({ name: `shop-${index + 1}`, target: `/shops/${index + 1}` }));
      await domains.createSubdomains({ ...path, domainIdentifier: "sommer-gartenbau.de", body: names });
      const toms = [`Access: "by key" only`, `Access: 'by key' only`];
      for (const content of toms) await gdpr.createTom({ body: { content } });
      const [tom] = await gdpr.listToms();
      const [recipient, principal] = await gdpr.listContacts();
      const idOf = (record: object) => String((record as Record<string, unknown>)["_id"]);
      await client().webhooks.create({
        body: { ...hook, url: `https://hooks.slack.com/services/T00PLANTED/B00PLANTED/${planted}` },
      });
      const html = '<p class="first">Contract of “all”</p>\n'.repeat(20);
      await gdpr.createContract({
        body: { html, tom: idOf(tom!), client: idOf(principal!), recipient: idOf(recipient!) },
      });
    });
    after(() => stack.dispose());

    it("goes on after what it may not read, and says so", async () => {
      const { faults } = stack.sandbox.control;
      const both = ["--customer", "100001", "--customer", "100002", ...everyKind];
      const names = join(stack.folder, "names.json");
      const slack = (await reported(0, ...both, "--dry-run")).objects.find(({ name }) => name === "post-hooks.slack.com")!;
      await writeFile(names, JSON.stringify([{ ...slack, name: "deployments" }]));
      faults.add({ operation: "listGdprPdfs", effect: { kind: "status", status: 403 } });
      // The second account alone.
      faults.add({ operation: "listDomains", occurrence: 2, effect: { kind: "status", status: 403 } });
      const { notRead, objects } = await reported(1, ...both, "--names", names, "--stack", "test");
      faults.clear();
      assert.deepEqual(
        notRead.map(({ what }) => what),
        ["contract PDFs", "domains of account p100002"],
      );
      const within = (kind: string) => objects.filter((object) => object.kind === kind);
      assert.ok(within("subdomain").length >= 60);
      assert.deepEqual(
        within("gdprTom")
          .map(({ name }) => name)
          .slice(-2),
        ["access-by-key-only", "access-by-key-only-2"],
      );
      assert.ok(within("domain").some(({ name }) => name === "xn--gre-6ka8i.de"));
      const files = await program();
      await assertFormatted(out, [...files.keys(), "hosting-import.json"]);
      await assertStrict(out);
      assert.match(files.get("login.ts")!, /tom: \w+\.tomIdentifier,\n {2}client: \w+\.contactIdentifier,/);
      assert.match(files.get("login.ts")!, /html: textOf\("gdpr-contract-\S+\.html"\)/);
      assert.match(files.get("customers/100001.ts")!, /^\/\/ größe\.de$/m);
    });

    it("writes no secret of an address into any file, and none in clear into the state", async () => {
      for (const file of await readdir(out, { recursive: true, withFileTypes: true }))
        if (file.isFile()) assert.doesNotMatch(await readFile(join(file.parentPath, file.name), "utf8"), /planted/i, file.name);
      assert.doesNotMatch(await pulumi("stack", "export"), /planted/i);
      assert.match(await pulumi("config"), /^deploymentsUrl +\[secret\]$/m);
    });

    it("shows the edit of a text as a change of its object", async () => {
      const [text] = (await readdir(join(out, "texts"))).filter((file) => file.endsWith(".html"));
      const file = join(out, "texts", text!);
      const whole = await readFile(file, "utf8");
      await writeFile(file, `${whole}<p>Edited</p>`);
      assert.match(await pulumi("preview"), /GdprContract[^]*replace/);
      await writeFile(file, whole);
    });

    it("adds it once it may", async () => {
      const { objects, notRead, state } = await reported(0, "--stack", "test");
      assert.deepEqual(notRead, []);
      assert.ok(objects.length > 0 && objects.every(({ file }) => file === "customers/100002.ts"));
      assert.equal(state!.entered.length, objects.length);
    });
  });

  describe("that cannot be proven", () => {
    before(() => begin("default"));
    after(() => stack.dispose());

    it("leaves no stack, configuration or entry behind, and shows the difference", async () => {
      await client().webhooks.create({ body: hook });
      const only = ["--customer", "100001", "--only", "domain", "--only", "webhook"];
      await reported(0, ...only, "--code-only");
      const edited = join(out, "customers/100001.ts");
      const right = await readFile(edited, "utf8");
      await writeFile(edited, right.replace("account: p100001", 'account: "p100002"'));
      const { code, stdout, stderr } = await importing(...only, "--stack", "test");
      assert.equal(code, 1, stdout + stderr);
      assert.match(
        stdout,
        /^Nothing entered stack test, and its state is as before: a preview after a refresh would not be empty\./m,
      );
      assert.match(stdout, /^Domain sommer-gartenbau\.com /m);
      const { stdout: stacks } = await promisify(execFile)("pulumi", ["stack", "ls", "--json"], {
        cwd: out,
        env: { PATH: process.env["PATH"], ...stack.environment },
      });
      assert.deepEqual(JSON.parse(stacks), []);
      assert.ok(!(await readdir(out)).includes("Pulumi.test.yaml"));

      await writeFile(edited, right);
      assert.equal((await reported(0, ...only, "--stack", "test")).state!.entered.length, 3);
    });
  });

  describe("into a project with a program of its own", () => {
    before(async () => {
      await begin("default");
      out = stack.folder;
      await stack.declare({ resources: [{ type: "Webhook", name: "post-agency.example-hook", args: hook }] });
      succeeded(await stack.up());
      await client().webhooks.create({ body: hook });
    });
    after(() => stack.dispose());

    it("says what to add to a program that it does not know, and then enters what that declares", async () => {
      const before = await exported();
      // The site has the name that an import would choose for its domain.
      const site = { account: "p100002", domain: { sld: "buch-herbst", tld: "de" } };
      await stack.declare({
        resources: [
          { type: "Webhook", name: "post-agency.example-hook", args: hook },
          { type: "Site", name: "mine", args: site },
        ],
      });
      const flags = ["--only", "webhook", "--only", "domain", "--account", "p100002", "--stack", "test"];
      const first = await reported(1, ...flags);
      assert.deepEqual(
        first.leftOut.filter(({ why }) => /adopt/.test(why)).map(({ what }) => what),
        ["domain buch-herbst.de of account p100002"],
      );
      assert.deepEqual(
        first.objects.map(({ name }) => name),
        ["post-agency.example-hook-2"],
      );
      assert.deepEqual(first.state!.undeclared, ["post-agency.example-hook-2"]);
      assert.deepEqual(
        first.files.map(({ file, action }) => `${action} ${file}`),
        ["write login.ts", "write imported.ts"],
      );
      assert.deepEqual(await exported(), before);

      const own = `new hosting.Webhook("post-agency.example-hook", ${JSON.stringify(hook)});`;
      await writeFile(join(out, "main.ts"), `import * as hosting from "pulumi-hosting";\nimport "./imported";\n\n${own}\n`);
      await writeFile(join(out, "Pulumi.yaml"), "name: engine-test\nmain: main.ts\nruntime: nodejs\n");
      const second = await reported(0, "--only", "webhook", "--stack", "test");
      assert.deepEqual(
        second.state!.entered.map((urn) => urn.split("::")[3]),
        ["post-agency.example-hook-2"],
      );
      assert.equal((await exported()).length, before.length + 1);
    });

    it("leaves out what a component of it declares already", async () => {
      const component = `
class Garden extends pulumi.ComponentResource {
  constructor(name: string) {
    super("shop:index:Garden", name);
    new hosting.Webhook("chat", ${JSON.stringify({ ...hook, url: `https://hooks.slack.com/services/T0/B0/${planted}` })}, { parent: this });
    new hosting.Domain("garden", { accountIdentifier: "p100001", sld: "sommer-gartenbau", tld: "de" }, { parent: this });
  }
}
new Garden("garden");
`;
      const main = await readFile(join(out, "main.ts"), "utf8");
      await writeFile(join(out, "main.ts"), `import * as pulumi from "@pulumi/pulumi";\n${main}${component}`);
      const flags = ["--account", "p100001", "--only", "domain", "--stack", "test"];
      const first = await reported(1, ...flags);
      assert.deepEqual(
        first.leftOut.map(({ what, why }) => [what, /adopt/.test(why)]),
        [["domain sommer-gartenbau.de of account p100001", true]],
      );
      assert.equal(
        first.state!.entered.some((urn) => urn.includes("sommer-gartenbau.com")),
        true,
      );
      assert.deepEqual(first.state!.rest.map(({ op, urn }) => `${op} ${urn.split("::").at(-1)}`).sort(), [
        "create chat",
        "create garden",
      ]);
      // A preview masks the address that the component declares, but it is another one.
      await client().webhooks.create({ body: { ...hook, url: "https://alerts.example/plain" } });
      const second = await reported(1, "--only", "webhook", "--stack", "test");
      assert.deepEqual(
        second.objects.map(({ name }) => name),
        ["post-alerts.example-plain"],
      );
    });
  });
});
