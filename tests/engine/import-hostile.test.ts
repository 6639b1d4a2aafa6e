import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Seed } from "../../sandbox/seeds/schema.js";
import { kinds } from "../../provider/values/kinds.js";
import { commandTimeout, useStack } from "../support/engine.js";
import { actingTexts } from "../support/hostile.js";
import { Importing } from "../support/importing.js";
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
  ...["__proto__", "constructor", "config", "hosting", "await", "customerNumber", "textOf"],
  ...["Größe & Söhne GmbH", "日本語の名前", "😀".repeat(30), `${"long ".repeat(400)}end`, "a-b", "a_b", "a b", "1e3"],
];
const textAt = (index: number): string => texts[index % texts.length]!;

const planted = "planted4711PLANTED0815planted";
const addresses = [
  `https://hooks.slack.com/services/T0PLANTED/B0PLANTED/${planted}`,
  `https://user:${planted}@agency.example/hook`,
  `https://agency.example/${planted}/hook`,
  `https://agency.example/hook?token=${planted}#${planted}`,
  "https://agency.example/hook?source=pulumi",
];

const numbers = Array.from({ length: 12 }, (_, index) => 500_001 + index);
const id = (kind: "a" | "b", index: number) => `5f00000000000000000${kind}${String(index).padStart(4, "0")}`;

const seed = {
  logins: [{ username: "reseller", password: "sandbox-password", customerNumber: 500_000 }],
  customers: [
    { customerNumber: 500_000 },
    ...numbers.map((customerNumber, index) => ({
      customerNumber,
      reseller: 500_000,
      contractPartner: { firstName: textAt(index), lastName: textAt(index + 12), company: textAt(index + 24), country: "DE" },
      ...(index % 2 === 0 && { contactPerson: { firstName: textAt(index + 3), lastName: "Own", country: "DE" } }),
    })),
  ],
  accounts: numbers.flatMap((customerNumber, index) => [
    { name: `p${customerNumber}`, customerNumber, description: textAt(index), articleNumber: 1101 },
    {
      name: `p${customerNumber + 1000}`,
      customerNumber,
      description: textAt(index + 12),
      articleNumber: 1201,
      virtualName: textAt(index + 24),
    },
  ]),
  domains: numbers.map((customerNumber, index) => ({
    account: `p${customerNumber + (index % 2) * 1000}`,
    fullname: `${["größe", "xn-constructor", "import", "a-b", "1e3", "default"][index % 6]!}-${index}.de`,
    ...(index === 0 && { registryStatus: "PENDING_DELETE" }),
    subdomains: [
      { name: "constructor", target: index % 2 === 0 ? addresses[index % addresses.length]! : "/a b" },
      { name: "a-b.c", target: textAt(index) },
    ],
  })),
  webhooks: [...addresses, addresses[4]!].map((url) => ({
    login: "reseller",
    method: "POST" as const,
    url,
    headers: { "X-Key": planted },
  })),
  gdprContacts: texts.map((name, index) => ({
    owner: 500_000,
    id: id("a", index),
    name,
    street: textAt(index + 1),
    houseNumber: "1",
    zipCode: "30159",
    city: textAt(index + 2),
    mail: "info@sommer.example",
  })),
  gdprToms: texts.map((text, index) => ({
    owner: 500_000,
    id: id("b", index),
    content: `${text}\n${index % 3 === 0 ? "<p>Long</p>\r\n".repeat(200) : ""}`,
  })),
  gdprContracts: [0, 1].map((index) => ({
    owner: 500_000,
    html: `<p>${textAt(texts.length - 1 - index)}</p>\n`.repeat(1 + index * 100),
    tom: id("b", index),
    client: id("a", index),
    recipient: id("a", index + 1),
  })),
} satisfies Seed;

describe("hosting import of an account with hostile texts", function () {
  this.timeout(6 * commandTimeout);
  const stack = useStack({ seed, rateLimit: false });
  const importing = new Importing(stack);
  const toStack = ["--stack", "test"];

  it("declares, enters and proves each object, only reads, and goes on after what it may not read", async () => {
    const customers = numbers.flatMap((number) => ["--customer", String(number)]);
    const { faults } = stack.sandbox.control;
    faults.add({ operation: "listGdprPdfs", effect: { kind: "status", status: 403 } });
    // The second account alone.
    faults.add({ operation: "listDomains", occurrence: 2, effect: { kind: "status", status: 403 } });
    const all = kinds.flatMap((kind) => ["--only", kind]);
    const names = join(stack.folder, "names.json");
    await writeFile(names, JSON.stringify([{ kind: "gdprTom", id: id("b", 0), name: "access" }]));
    const first = await importing.told(1, ...customers, ...all, "--names", names, ...toStack);
    faults.clear();
    assert.equal(first.notRead.length, 2, JSON.stringify(first.notRead));
    assert.equal(new Set(first.objects.map(({ kind, name }) => `${kind} ${name}`)).size, first.objects.length);
    assert.ok(first.objects.some(({ kind, name }) => kind === "gdprTom" && name === "access"));
    assert.equal(first.attention.filter(({ what }) => what.startsWith("webhook ")).length, 2, "two are alike");
    const rest = await importing.told(0, ...toStack);
    assert.ok(first.objects.length > 150 && rest.objects.length > 0);
    for (const { objects, state } of [first, rest])
      assert.deepEqual([state!.entered.length, state!.proven], [objects.length, true]);
    assert.deepEqual(stack.writes(), []);
    const again = await importing.told(0, ...toStack);
    assert.deepEqual([again.outcome, again.state!.entered], ["nothing new", []]);
  });

  it("writes a program that the strictest compiler and linter accept, and no secret", async () => {
    const files = await importing.files();
    for (const [name, text] of files) assert.doesNotMatch(text, /planted/i, name);
    assert.doesNotMatch(await importing.pulumi("stack", "export", ...toStack), /planted/i);
    await assertStrict(importing.out);
  });
});
