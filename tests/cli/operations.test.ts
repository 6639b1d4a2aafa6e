import assert from "node:assert/strict";
import { hasColours } from "../../cli/shared/terminal.js";
import { operations } from "../../sdk/index.js";
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

  it("shows the weakest evidence", async () => {
    const { stdout } = await runInProcess(["operations"]);
    assert.match(stdout, /getWebhook .*documented/);
    assert.match(stdout, /deleteDomain .*inferred/);
    assert.match(stdout, /createVirtualAccount .*unknown/);
  });

  it("lists the same as JSON", async () => {
    const { stdout } = await runInProcess(["operations", "--json"]);
    assert.equal(stdout.trimEnd().split("\n").length, 1);
    const listed = JSON.parse(stdout) as Listed[];
    const names = ({ area, verb, id, repeat }: Listed) => ({ area, verb, id, repeat });
    assert.deepEqual(listed.map(names), table.map(names));
  });

  it("lists one area", async () => {
    const { stdout } = await runInProcess(["operations", "--area", "webhooks", "--json"]);
    assert.deepEqual(
      (JSON.parse(stdout) as Listed[]).map(({ verb }) => verb),
      Object.keys(operations.webhooks),
    );
  });

  it("names the areas if one is unknown", async () => {
    const { code, stdout, stderr } = await runInProcess(["operations", "--area", "webhook"]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /no area webhook\. Did you mean webhooks\?\nThe areas are authentication, .*mailing/);
  });

  it("describes one operation: its input, its answer and how to call it", async () => {
    const { stdout } = await runInProcess(["operations", "createWebhook"]);
    assert.match(stdout, /^webhooks\.create \(createWebhook\)\n {2}POST \/v1\/webhooks\n {2}register a webhook\n/);
    assert.match(stdout, /Repeat {4}ambiguous: /);
    assert.match(stdout, /\nBody\n {2}eventType .*\n {2}method +"GET" \| "POST"/);
    assert.match(stdout, /parameters\.value +text, optional, secret/);
    assert.match(stdout, /\nAnswers\n {2}200 /);
    assert.match(stdout, /\nExample\n {2}hosting call webhooks\.create --body @body\.json\n$/);
  });

  it("describes parameters, queries, word answers, files and what --yes is for", async () => {
    const describe = async (name: string) => (await runInProcess(["operations", name])).stdout;
    const list = await describe("domains.list");
    assert.match(list, /Path parameters\n {2}accountIdentifier {2}text\n/);
    assert.match(list, /Query\n {2}limit {3}whole number, optional/);
    assert.match(await describe("domains.check"), /410 {2}"taken": /);
    assert.match(await describe("gdpr.downloadPdf"), /--param pdfIdentifier=… --output FILE/);
    assert.match(await describe("domains.delete"), /requires --yes[^]*Body \(optional\)[^]*--param domainIdentifier=… --yes\n$/);
    assert.match(await describe("domains.createSubdomains"), /\[\]\.name +text/);
  });

  it("describes the members of the answer, and says how well they are known", async () => {
    const describe = async (name: string) => (await runInProcess(["operations", name])).stdout;
    const webhook = await describe("webhooks.get");
    assert.match(webhook, /\nAnswer 200 \(documented\)\n {2}uid +text, optional +Identifier given by the provider\.\n/);
    assert.match(webhook, /\n {2}headers +object, optional, secret/);
    assert.match(webhook, /\n {2}parameters\.value +text, optional, secret\n/);
    assert.match(
      await describe("domains.list"),
      /\n {2}\(the whole\) +list of object\n {2}\[\]\.name +text +Name of the domain\.\n/,
    );
    const login = await describe("authentication.authenticate");
    assert.match(
      login,
      /\nAnswer 200 \(documented\)\n {2}token +text, secret[^]*\nAnswer 202 \(documented\)\n {2}name +text, optional/,
    );
    assert.match(await describe("mailing.listTemplates"), /\nAnswer 200 \(unknown\)\n {2}\(the whole\) +list of anything\n/);
    assert.match(await describe("accounts.listVirtual"), /\nAnswer 200 \(inferred\)\n/);
  });

  it("describes an answer that contains itself once, and one element or a list as the list", async () => {
    const { stdout } = await runInProcess(["operations", "accounts.listInstallations"]);
    assert.match(stdout, /\n {2}\[\]\.archiveFrom +object, optional +Installation that this one is an archive of\.\n\n/);
    const benefit = (await runInProcess(["operations", "customers.getBenefit"])).stdout;
    assert.match(benefit, /\n {2}\(the whole\) +list of object\n {2}\[\]\.benefit +object, optional/);
  });

  it("describes the members of every answer that has a schema", async () => {
    for (const { name, operation } of tableRows) {
      const { stdout } = await runInProcess(["operations", name]);
      for (const [status, answer] of Object.entries(operation.answers)) {
        if (answer.kind !== "json") continue;
        const [, lines] = stdout.split(`\nAnswer ${status} (${operation.evidence.answer})\n`);
        assert.match(lines ?? "", /^ {2}\S/, `${name} ${status}`);
      }
    }
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

  it("describes every operation", async () => {
    const { stdout } = await runInProcess(["operations", "--json"]);
    const details = await Promise.all([
      runInProcess(["operations", "carts.update", "--json"]),
      runInProcess(["operations", "carts.update"]),
    ]);
    assert.ok((JSON.parse(stdout) as Listed[]).length === table.length);
    const described = JSON.parse(details[0].stdout) as { body: { type: string; properties: object }; parameters: unknown };
    assert.equal(described.body.type, "object");
    assert.deepEqual(described.parameters, [{ name: "cartIdentifier", type: "string" }]);
    for (const member of Object.keys(described.body.properties)) assert.ok(details[1].stdout.includes(`\n  ${member} `), member);
  });

  it("suggests a similar name", async () => {
    const { code, stderr } = await runInProcess(["operations", "registerDomian"]);
    assert.equal(code, 2);
    assert.match(stderr, /Did you mean registerDomain \(domains\.register\)/);
  });

  it("accepts an operation or an area, not both", async () => {
    const { code, stderr } = await runInProcess(["operations", "createWebhook", "--area", "webhooks"]);
    assert.equal(code, 2);
    assert.match(stderr, /not both/);
  });

  it("prints no colours when piped, whatever the environment sets", async () => {
    const env = { FORCE_COLOR: "1", CLICOLOR_FORCE: "1", TERM: "xterm-256color" };
    for (const args of [["operations"], ["operations", "registerDomain"], ["operations", "nothing"], ["--help"]]) {
      const { stdout, stderr } = await runInProcess(args, { env });
      assert.ok(!(stdout + stderr).includes("\u001b"), args.join(" "));
    }
  });

  it("prints colours only on a terminal, and never with NO_COLOR", () => {
    assert.equal(hasColours({ isTTY: true }, {}), true);
    assert.equal(hasColours({ isTTY: true }, { NO_COLOR: "" }), true);
    assert.equal(hasColours({ isTTY: true }, { NO_COLOR: "1" }), false);
    assert.equal(hasColours({ isTTY: true }, { TERM: "dumb" }), false);
    assert.equal(hasColours({}, { FORCE_COLOR: "1" }), false);
  });
});
