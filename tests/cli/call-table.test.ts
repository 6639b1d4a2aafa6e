import assert from "node:assert/strict";
import { aligned } from "../../cli/shared/terminal.js";
import type { Ended } from "../support/hosting.js";
import { runInProcess } from "../support/hosting-in-process.js";
import { against, useCalls } from "./calls.js";

describe("hosting call as a table", () => {
  const { sandbox, call } = useCalls();

  /** What it prints; it succeeds and says nothing else. */
  async function printed(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await call(args);
    assert.deepEqual([code, stderr], [0, ""]);
    return stdout;
  }

  /** Calls an operation whose answer is the given one. */
  const answered = (answer: unknown, ...args: readonly string[]): Promise<Ended> =>
    against(
      () => answer,
      (env) => runInProcess(["call", ...args], { env }),
    );

  const domains = ["domains.list", "--param", "accountIdentifier=p100001"];
  const contacts = ["gdpr.listContacts"];

  describe("prints", () => {
    it("a list with the members that the description of the answer names", async () => {
      assert.equal(
        await printed(...domains, "--table"),
        [
          "name              fullname              registryStatus  tld",
          "sommer-gartenbau  sommer-gartenbau.de   ok              de",
          "sommer-gartenbau  sommer-gartenbau.com  ok              com",
          "",
        ].join("\n"),
      );
    });

    it("no column of objects, of secrets, or that is empty in every element", async () => {
      const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };
      const webhooks = [
        { ...hook, uid: "1", headers: { "X-Key": "HUSH-HUSH" }, parameters: { key: "k", value: "HUSH-HUSH" } },
        { ...hook, uid: "2" },
      ];
      const { stdout, stderr } = await answered(webhooks, "webhooks.list", "--table");
      assert.match(stdout, /^uid {2}eventType +method {2}url\n1 {4}DOMAIN/);
      assert.equal(stderr, "", "nothing that is printed is masked");
      const { stdout: empty } = await answered([{ uuid: "a", crdate: 1 }], "authentication.listTokens", "--table");
      assert.equal(empty, "uuid  crdate\na     1\n");
    });

    it("the columns that are asked for, also those of nested objects and lists", async () => {
      const listed = await printed(
        "accounts.listByCustomer",
        "-p",
        "customerNumber=100001",
        "--columns",
        "name, [].ipAddresses[].version,disabled",
      );
      assert.match(listed, /^name +ipAddresses\.version +disabled\np100001 +4 +false\n/);
    });

    it("masked secrets in columns that are asked for, and says so", async () => {
      const hook = { eventType: "E", method: "POST", url: "https://agency.example/hook" };
      const webhooks = [{ ...hook, parameters: { key: "k", value: "HUSH-HUSH" } }];
      const columns = ["webhooks.list", "--columns", "parameters.key,parameters.value"];
      const { stdout, stderr } = await answered(webhooks, ...columns);
      assert.equal(stdout, "parameters.key  parameters.value\nk               [secret]\n");
      assert.match(stderr, /secrets are shown as \[secret\]: \[\]\.parameters\.value/);
      assert.match((await answered(webhooks, ...columns, "--show-secrets")).stdout, /HUSH-HUSH/);
    });

    it("long texts shortened, unless their column is asked for", async () => {
      const answer = [{ _id: "1", content: "a".repeat(100) }];
      assert.match((await answered(answer, "gdpr.listToms", "--table")).stdout, /\n1 {4}a{60}…\n/);
      assert.match((await answered(answer, "gdpr.listToms", "--columns", "content")).stdout, /\na{100}\n/);
    });

    it("another answer as a line for each value", async () => {
      const partner = await printed("customers.getContractPartner", "--param", "customerNumber=100001", "--table");
      assert.match(partner, /^firstName +Bruno\n[^]*\naddress\.city +Köln\naddress\.country\.isoShort +DE\n/);
      assert.equal(
        await printed("customers.getContractPartner", "-p", "customerNumber=100001", "-c", "lastName,address.city"),
        "lastName      Sommer\naddress.city  Köln\n",
      );
      assert.equal(await printed("domains.check", "--param", "domainIdentifier=example.de", "--table"), "taken\n");
    });

    it("a list of texts, and a list of which nothing is known", async () => {
      assert.match(await printed("mailing.listTemplates", "--table"), /^value\nnewsletter_without_header\n/);
      const { stdout } = await answered([{ a: 1, b: { c: 2 } }, { d: null }], "mailing.listTemplates", "--table");
      assert.equal(stdout, 'a  b        d\n1  {"c":2}\n\n');
    });

    it("of an empty list only the columns that are asked for, and says that it is empty", async () => {
      const { stdout, stderr } = await call(["webhooks.list", "--table"]);
      assert.deepEqual([stdout, stderr], ["", "hosting: the list is empty.\n"]);
      const asked = await call(["webhooks.list", "--columns", "uid,url"]);
      assert.deepEqual([asked.stdout, asked.stderr], ["uid  url\n", "hosting: the list is empty.\n"]);
    });
  });

  describe("filters", () => {
    const templates = [
      { id: 7, type: "client", name: "Sommer GmbH", to: [{ mail: "a@example.org" }, { mail: "b=c@example.org" }] },
      { id: 8, type: "agency", name: "Winter GmbH", note: "x", to: null },
      { id: 9, type: "client", name: "Herbst", note: "y" },
    ];
    for (const [conditions, expected] of [
      [["name=Herbst"], [9]],
      [["name=Winter"], []],
      [["type!=client"], [8]],
      [["name~gmbh"], [7, 8]],
      [["name~gmbh", "type=client"], [7]],
      [["id=7"], [7]],
      [["note="], [7]],
      [["note!="], [8, 9]],
      [["to[].mail=b=c@example.org"], [7]],
      [["to.mail!=a@example.org"], [8, 9]],
    ] as const)
      it(`by ${conditions.join(" and ")}`, async () => {
        const options = conditions.flatMap((each) => ["--where", each]);
        const { stdout } = await answered(templates, "mailing.listTemplates", "--json", ...options);
        assert.deepEqual(
          (JSON.parse(stdout) as { id: number }[]).map(({ id }) => id),
          expected,
        );
      });

    it("what is printed: a masked secret is not found", async () => {
      const hook = { eventType: "E", method: "POST", url: "https://agency.example/hook" };
      const answer = [{ ...hook, parameters: { key: "k", value: "HUSH-HUSH" } }];
      const search = ["webhooks.list", "--json", "--where", "parameters.value~HUSH"];
      assert.equal((await answered(answer, ...search)).stdout, "[]\n");
      assert.match((await answered(answer, ...search, "--show-secrets")).stdout, /HUSH-HUSH/);
    });

    it("and fails for a name that no element has, instead of finding nothing", async () => {
      for (const option of [
        ["--where", "nmae=x"],
        ["--where", "nmae!=x"],
        ["--columns", "nmae"],
      ]) {
        const { code, stdout, stderr } = await call([...contacts, ...option]);
        assert.deepEqual([code, stdout], [1, ""]);
        assert.match(stderr, new RegExp(`${option[0]} nmae: .* has no such member\\. Did you mean name\\?\n.hosting operations`));
      }
      const { code } = await answered([{ unlisted: 1 }], "resellers.listDatabaseTypes", "--where", "unlisted=1");
      assert.equal(code, 0, "an answer can have more members than the description");
    });
  });

  describe("refuses before sending anything", () => {
    const list = "domains.list -p accountIdentifier=p100001";
    for (const [title, line, reported] of [
      ["a table for programs", `${list} --table --json`, "--table is for people and --json for programs"],
      ["columns for programs", `${list} -c name --json`, "--columns is for people"],
      ["a table in a file", `${list} --table -o x.json`, "--table: --output writes the whole answer"],
      ["a filter of a file", "gdpr.downloadPdf -p pdfIdentifier=1 -w a=b", "is a file"],
      ["a filter without a list", "customers.getCurrent --where a=b", "is not a list"],
      ["a condition that is none", `${list} --where hush`, "--where must be a condition: name=value"],
      ["a condition without a name", `${list} --where =hush`, "--where must be a condition"],
      ["a column without a name", `${list} --columns a,,b`, 'not ""'],
      ["columns given twice", `${list} --columns a -c b`, "--columns is given twice"],
      ["a part of an answer that proves a change", "webhooks.create --body @hook.json -c uid", "is more than a read"],
      [
        "a table of what is shown once",
        "createApplicationToken --body @hook.json --table --show-secrets",
        "shows its token only once",
      ],
    ] as const)
      it(title, async () => {
        const { code, stdout, stderr } = await call(line.split(" "));
        assert.ok(stderr.includes(reported), stderr);
        assert.doesNotMatch(stderr, /hush/);
        assert.deepEqual([code, stdout], [2, ""]);
        assert.deepEqual(sandbox.control.journal.requests(), []);
      });
  });

  it("aligns what a terminal shows, not characters", () => {
    const rows = ["ascii", "Köln", "Ko\u0308ln", "日本", "🙂"].map((name) => [name, "|"]);
    assert.deepEqual(aligned(rows), ["ascii  |", "Köln   |", "Ko\u0308ln   |", "日本   |", "🙂     |"]);
  });
});
