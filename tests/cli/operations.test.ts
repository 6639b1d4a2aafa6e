import assert from "node:assert/strict";
import { hasColours } from "../../cli/shared/terminal.js";
import { tableRows } from "../../sdk/operations/rows.js";
import { runInProcess } from "../support/hosting-in-process.js";

const table = tableRows.map(({ area, verb, operation }) => ({ area, verb, ...operation }));

interface Listed {
  readonly area: string;
  readonly verb: string;
  readonly id: string;
  readonly repeat: string;
}

describe("hosting operations", function () {
  this.timeout(60_000);

  it("lists every operation with what is needed to call it", async () => {
    const { code, stdout, stderr } = await runInProcess(["operations"]);
    assert.deepEqual([code, stderr], [0, ""]);
    const [heading, ...lines] = stdout.trimEnd().split("\n");
    assert.deepEqual(heading!.split(/ +/), ["OPERATION", "ID", "METHOD", "PATH", "REPEAT", "EVIDENCE", "PURPOSE"]);
    assert.equal(lines.length, table.length);
    table.forEach(({ area, verb, id, method, path, repeat, purpose }, index) => {
      const cells = lines[index]!.split(/ {2,}/);
      assert.deepEqual([...cells.slice(0, 5), cells[6]], [`${area}.${verb}`, id, method, path, repeat, purpose]);
    });
  });

  it("lists the same as JSON", async () => {
    const { stdout } = await runInProcess(["operations", "--json"]);
    assert.equal(stdout.trimEnd().split("\n").length, 1);
    const listed = JSON.parse(stdout) as Listed[];
    const names = ({ area, verb, id, repeat }: Listed) => ({ area, verb, id, repeat });
    assert.deepEqual(listed.map(names), table.map(names));
  });

  for (const [title, args, reported] of [
    [
      "an unknown area, with those there are",
      ["--area", "webhook"],
      /Did you mean webhooks\?\nThe areas are authentication, .*mailing/,
    ],
    ["an unknown operation, with a similar one", ["registerDomian"], /Did you mean registerDomain \(domains\.register\)/],
    ["an operation and an area", ["createWebhook", "--area", "webhooks"], /not both/],
  ] as const)
    it(`refuses ${title}`, async () => {
      const { code, stdout, stderr } = await runInProcess(["operations", ...args]);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, reported);
    });

  for (const [name, ...patterns] of [
    [
      "webhooks.create",
      /^webhooks\.create \(createWebhook\)\n {2}POST \/v1\/webhooks\n {2}register a webhook\n/,
      /Repeat {4}ambiguous: /,
      /\nBody\n {2}eventType .*\n {2}method +"GET" \| "POST"/,
      /parameters\.value +text, optional, secret/,
      /\nExample\n {2}hosting call webhooks\.create --body @body\.json\n$/,
    ],
    [
      "webhooks.get",
      /\nAnswer 200 \(documented\)\n {2}uid +text, optional +Identifier given by/,
      /\n {2}headers +object, optional, secret/,
    ],
    [
      "domains.list",
      /Path parameters\n {2}accountIdentifier {2}text\n/,
      /Query\n {2}limit {3}whole number, optional/,
      /\n {2}\(the whole\) +list of object\n {2}\[\]\.name +text +Name of the domain\.\n/,
    ],
    ["domains.check", /410 {2}"taken": /],
    ["gdpr.downloadPdf", /--param pdfIdentifier=… --output FILE/],
    ["domains.delete", /requires --yes[^]*Body \(optional\)[^]*--param domainIdentifier=… --yes\n$/],
    ["authentication.authenticate", /\nAnswer 200 .*\n {2}token +text, secret[^]*\nAnswer 202 .*\n {2}name +text, optional/],
    ["mailing.listTemplates", /\nAnswer 200 \(unknown\)\n {2}\(the whole\) +list of anything\n/],
    ["customers.getBenefit", /\n {2}\(the whole\) +list of object\n {2}\[\]\.benefit +object, optional/],
  ] as const)
    it(`describes ${name}`, async () => {
      const { stdout } = await runInProcess(["operations", name]);
      for (const pattern of patterns) assert.match(stdout, pattern);
    });

  it("has the schemas of the answers in JSON", async () => {
    const { stdout } = await runInProcess(["operations", "webhooks.get", "--json"]);
    const { answers } = JSON.parse(stdout) as {
      answers: Record<string, { kind: string; schema: { properties: Record<string, unknown>; required: string[] } }>;
    };
    assert.deepEqual(Object.keys(answers["200"]!.schema.properties).slice(0, 2), ["uid", "eventType"]);
    assert.deepEqual(answers["200"]!.schema.required, ["eventType", "method", "url"]);
    assert.ok("message" in answers["403"]!.schema.properties);
  });

  it("prints colours only on a terminal, and never with NO_COLOR", () => {
    assert.equal(hasColours({ isTTY: true }, {}), true);
    assert.equal(hasColours({ isTTY: true }, { NO_COLOR: "" }), true);
    assert.equal(hasColours({ isTTY: true }, { NO_COLOR: "1" }), false);
    assert.equal(hasColours({ isTTY: true }, { TERM: "dumb" }), false);
    assert.equal(hasColours({}, { FORCE_COLOR: "1" }), false);
  });
});
