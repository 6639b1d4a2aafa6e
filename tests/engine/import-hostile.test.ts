import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Seed } from "../../sandbox/seeds/schema.js";
import { kinds } from "../../provider/values/kinds.js";
import { commandTimeout, Stack } from "../support/engine.js";
import { actingTexts } from "../support/hostile.js";
import { run } from "../support/hosting.js";
import { assertStrict } from "../support/program-quality.js";

/** Texts that code, markup, a name or a terminal could take for something else. */
const texts = [
  ...actingTexts.filter((text) => text.isWellFormed()),
  "quotes \"'` \\",
  "${process.exit(1)}",
  "*/ process.exit(1); /*",
  "// hosting",
  "<h1 class='a'>Big</h1><!-- x --><script>y()</script>",
  "{{ template }} %s %d",
  "__proto__",
  "constructor",
  "config",
  "hosting",
  "await",
  "customerNumber",
  "textOf",
  "Größe & Söhne GmbH",
  "日本語の名前",
  "😀".repeat(30),
  `${"long ".repeat(400)}end`,
  "a-b",
  "a_b",
  "a b",
  "1e3",
];
const textAt = (index: number): string => texts[index % texts.length]!;

const planted = "planted4711PLANTED0815planted";
const addresses = [
  `https://hooks.slack.com/services/T0PLANTED/B0PLANTED/${planted}`,
  `https://discord.com/api/webhooks/4711/${planted}`,
  `https://user:${planted}@agency.example/hook`,
  `https://agency.example/${planted}/hook`,
  `https://agency.example/hook?token=${planted}#${planted}`,
  "https://agency.example/hook?source=pulumi",
];

const first = 500_001;
const numbers = Array.from({ length: 24 }, (_, index) => first + index);
const tlds = ["de", "com", "eu"];

/** An account of a reseller with two dozen customers, as no other test has. */
const seed = {
  logins: [{ username: "reseller", password: "sandbox-password", customerNumber: 500_000 }],
  customers: [
    { customerNumber: 500_000 },
    ...numbers.map((customerNumber, index) => ({
      customerNumber,
      reseller: 500_000,
      contractPartner: { firstName: textAt(index), lastName: textAt(index + 1), company: textAt(index + 2), country: "DE" },
      ...(index % 2 === 0 && { contactPerson: { firstName: textAt(index + 3), lastName: "Own", country: "DE" } }),
    })),
  ],
  accounts: numbers.flatMap((customerNumber, index) => [
    { name: `p${customerNumber}`, customerNumber, description: textAt(index), articleNumber: 1101 },
    {
      name: `p${customerNumber + 1000}`,
      customerNumber,
      description: textAt(index + 5),
      articleNumber: 1201,
      virtualName: textAt(index + 6),
    },
  ]),
  domains: numbers.flatMap((customerNumber, index) =>
    tlds.slice(0, 1 + (index % 3)).map((tld) => ({
      account: `p${customerNumber + (index % 2) * 1000}`,
      fullname: `${["größe", "xn-constructor", "import", "a-b", "1e3", "default"][index % 6]!}-${index}.${tld}`,
      ...(index % 7 === 0 && { registryStatus: "PENDING_DELETE" }),
      subdomains: [
        { name: "constructor", target: index % 2 === 0 ? addresses[index % addresses.length]! : "/a b" },
        { name: "a-b.c", target: textAt(index) },
      ],
    })),
  ),
  webhooks: [...addresses, addresses[5]!].map((url, index) => ({
    login: "reseller",
    method: "POST" as const,
    url,
    headers: { "X-Key": `${planted}${index === 6 ? 5 : index}` },
  })),
  gdprContacts: texts.map((name, index) => ({
    owner: 500_000,
    id: `5f00000000000000000a${String(index).padStart(4, "0")}`,
    name,
    street: textAt(index + 1),
    houseNumber: "1",
    zipCode: "30159",
    city: textAt(index + 2),
    mail: "info@sommer.example",
  })),
  gdprToms: texts.map((text, index) => ({
    owner: 500_000,
    id: `5f00000000000000000b${String(index).padStart(4, "0")}`,
    content: `${text}\n${index % 3 === 0 ? "<p>Long</p>\r\n".repeat(200) : ""}`,
  })),
  gdprContracts: Array.from({ length: 6 }, (_, index) => ({
    owner: 500_000,
    html: `<p>${textAt(index)}</p>\n`.repeat(1 + index * 100),
    tom: `5f00000000000000000b000${index}`,
    client: `5f00000000000000000a000${index}`,
    recipient: `5f00000000000000000a000${index + 1}`,
  })),
} satisfies Seed;

describe("hosting import of an account with hostile texts", function () {
  this.timeout(6 * commandTimeout);
  let stack: Stack;
  let out: string;
  before(async () => {
    stack = await Stack.create({ seed, rateLimit: false });
    out = join(stack.folder, "imported");
  });
  after(() => stack.dispose());

  const importing = async (code: number, ...flags: string[]) => {
    const ended = await run(["import", "--out", out, "--json", ...flags], { env: { HOME: stack.folder, ...stack.environment } });
    assert.equal(ended.code, code, ended.stderr + ended.stdout);
    assert.doesNotMatch(ended.stdout + ended.stderr, /planted/i);
    return JSON.parse(ended.stdout) as {
      readonly outcome: string;
      readonly objects: readonly { readonly kind: string; readonly name: string }[];
      readonly attention: readonly { readonly what: string; readonly why: string }[];
      readonly leftOut: readonly { readonly what: string; readonly why: string }[];
      readonly state?: { readonly entered: readonly string[]; readonly proven: boolean };
    };
  };

  const pulumi = async (...args: string[]): Promise<string> => {
    const env = { PATH: process.env["PATH"], ...stack.environment };
    const { stdout } = await promisify(execFile)("pulumi", [...args, "--stack", "test", "--non-interactive"], {
      cwd: out,
      env,
      maxBuffer: 1e8,
    });
    return stdout;
  };

  const requests = () => stack.sandbox.control.journal.requests().filter(({ operation }) => operation !== "authenticate");

  it("declares, enters and proves each object, and only reads", async () => {
    const customers = numbers.flatMap((number) => ["--customer", String(number)]);
    const { objects, attention, leftOut } = await importing(
      0,
      ...customers,
      ...kinds.flatMap((kind) => ["--only", kind]),
      "--code-only",
    );
    assert.ok(objects.length > 250, String(objects.length));
    assert.equal(new Set(objects.map(({ kind, name }) => `${kind} ${name}`)).size, objects.length);
    // Every second contact person, and each billing recipient.
    assert.equal(leftOut.filter(({ why }) => /contract partner is shown/.test(why)).length, 36);
    assert.equal(attention.filter(({ what }) => what.startsWith("webhook ")).length, 2);
    assert.ok(attention.some(({ what }) => what.startsWith("domain ")));
    const { state } = await importing(0, "--stack", "test");
    assert.deepEqual([state!.entered.length, state!.proven], [objects.length, true]);
    assert.deepEqual([...new Set(requests().map(({ method }) => method))], ["GET"]);
  });

  it("writes a program that the strictest compiler and linter accept, and no secret", async () => {
    await assertStrict(out);
    for (const file of await readdir(out, { recursive: true, withFileTypes: true }))
      if (file.isFile()) assert.doesNotMatch(await readFile(join(file.parentPath, file.name), "utf8"), /planted/i, file.name);
    assert.doesNotMatch(await pulumi("stack", "export"), /planted/i);
  });

  it("changes nothing a second time", async () => {
    const before = await readFile(join(out, "hosting-import.json"), "utf8");
    const { outcome, state } = await importing(0, "--stack", "test");
    assert.deepEqual([outcome, state!.entered], ["nothing new", []]);
    assert.equal(await readFile(join(out, "hosting-import.json"), "utf8"), before);
  });

  it("leaves everything at the provider when the state forgets it", async () => {
    const before = requests().length;
    await pulumi("state", "delete", "--all", "--force", "--yes");
    assert.equal(requests().length, before);
    assert.equal(stack.sandbox.control.store.domains.all().length, seed.domains.length);
  });
});
