import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { applicationToken } from "../../provider/resources/applicationToken.js";
import { gdprContract } from "../../provider/resources/gdprContract.js";
import { domain } from "../../provider/resources/domain.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { gdprTom } from "../../provider/resources/gdprTom.js";
import { webhook } from "../../provider/resources/webhook.js";
import { type Definition, ofAnyKind } from "../../provider/definition/definition.js";
import { digestOf, type Mapping } from "../../cli/import/mapping.js";
import { nextMapping, type PlannedProgram, planProgram, type ProgramOptions } from "../../cli/import/program/files.js";
import { withForms, argumentsOf, type Placed } from "../../cli/import/objects.js";
import { fileCode, hostingImport } from "../../cli/import/program/file.js";
import { joinedText } from "../../cli/import/program/additions.js";
import { SecretPlaces } from "../../cli/import/program/values.js";
import type { StoredResource } from "../../cli/stack/deployment.js";
import { temporaryFolder } from "../support/folder.js";

const file = "customers/1.ts";

function placed(definition: Definition, id: string, name: string, inputs: object, of = file): Placed {
  const found = { id, inputs, outputs: {} };
  return { definition, found, args: argumentsOf(definition, found), customerNumber: undefined, name, file: of };
}

const domainNamed = (sld: string, tld = "de") =>
  placed(ofAnyKind(domain), `p1/${sld}.${tld}`, `${sld}.${tld}`, { accountIdentifier: "p1", sld, tld });

const below = (host: string, name: string) =>
  placed(ofAnyKind(subdomain), `p1/${host}/${name}`, `${name}.${host}`, {
    accountIdentifier: "p1",
    domainIdentifier: host,
    name,
    target: `/${name}`,
  });

const hook = (id: string) =>
  placed(ofAnyKind(webhook), id, `hook-${id}`, {
    eventType: "DOMAIN_REGISTRATION_STATUS",
    method: "POST",
    url: `https://agency.example/${id}`,
    headers: { "X-Key": "planted-header-value" },
  });

const noFilter = { address: "https://api.example", customers: [], accounts: [], kinds: [], entered: [] };
const token = (id: string) => placed(ofAnyKind(applicationToken), id, id, { description: id });

describe("what an import does not write itself", () => {
  const parent = temporaryFolder();
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(parent.path, "imported-"));
  });

  const plan = (objects: readonly Placed[], mapping?: Mapping, options: Partial<ProgramOptions> = {}) =>
    planProgram(objects, {
      folder,
      mapping,
      isNewProject: mapping === undefined,
      isModule: false,
      descriptions: new Map(),
      whyUnseen: () => "the provider no longer has",
      isWanted: () => true,
      isPreviewed: true,
      ...options,
    });

  async function write(name: string, text: string): Promise<void> {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }

  /** A first import, whose files a person may then edit. */
  async function imported(objects: readonly Placed[], undeclared: readonly Placed[] = []): Promise<[Mapping, PlannedProgram]> {
    const first = await plan(objects);
    for (const planned of first.files) if (planned.action === "write") await write(planned.file, planned.text);
    return [nextMapping(undefined, { ...noFilter, undeclared, files: first.files }), first];
  }

  const only = ({ files }: PlannedProgram) => files.find((planned) => planned.file === file)!;
  const codes = (planned: PlannedProgram) => only(planned).toAdd.map(({ code }) => code);

  it("does not write a file again that somebody has moved, and prints all that the new object needs", async () => {
    const [mapping] = await imported([domainNamed("a")]);
    await rm(join(folder, file));
    const next = await plan([domainNamed("a"), domainNamed("b")], mapping);
    assert.equal(only(next).action, "missing");
    assert.deepEqual(codes(next), [
      'import * as hosting from "pulumi-hosting";\nconst p1 = "p1";',
      'new hosting.Site("b.de", {\n  account: p1,\n  domain: { sld: "b", tld: "de" },\n});',
    ]);
    assert.deepEqual(
      only(next).declared.map(({ name }) => name),
      ["a.de"],
    );
  });

  it("writes a file again if nothing of it can be elsewhere", async () => {
    const [mapping] = await imported([domainNamed("a")], [domainNamed("a")]);
    await rm(join(folder, file));
    assert.equal(only(await plan([domainNamed("a"), domainNamed("b")], mapping)).action, "write");
  });

  it("does not note what the program does not declare, so that the next import shows it again", async () => {
    const a = domainNamed("a");
    const [mapping, { files }] = await imported([a], [a]);
    assert.deepEqual([mapping.objects, mapping.files[file]], [[], digestOf(files[0]!.text)]);
    await write("index.ts", "// by hand\n");
    const index = (await plan([a], mapping)).files.at(-1)!;
    assert.deepEqual([index.action, index.toAdd.map(({ code }) => code)], ["edited", ['import "./customers/1";']]);
  });

  it("names only a new subdomain for a site that is there", async () => {
    const [mapping, { files }] = await imported([domainNamed("a"), domainNamed("b"), below("a.de", "blog")]);
    await write(file, files[0]!.text.replaceAll("p1", "account"));
    const sites = [domainNamed("a"), domainNamed("b"), below("a.de", "blog")];
    const next = await plan([...sites, below("a.de", "neu"), below("b.de", "neu")], mapping);
    assert.deepEqual(codes(next), [
      '// In Site "a.de", add to `subdomains`:\n  neu: { target: "/neu" },',
      '// In Site "b.de", add:\nsubdomains: {\n  neu: { target: "/neu" },\n},',
    ]);
  });

  it("names imports and constants that the edited file lacks, and no others", async () => {
    const [mapping, { files }] = await imported([token("ci")]);
    await write(file, `${files[0]!.text}// config, pulumi\n`);
    const lacking = await plan([token("ci"), hook("x")], mapping);
    assert.equal(codes(lacking)[0], 'import * as pulumi from "@pulumi/pulumi";\nconst config = new pulumi.Config();');
    await write(file, `import { Config } from "@pulumi/pulumi";\nconst config = new Config();\n${files[0]!.text}`);
    assert.match((await plan([token("ci"), hook("x")], mapping)).files[0]!.toAdd[0]!.code, /^new hosting\.Webhook/);
  });

  it("adds statements in an order in which each uses only earlier ones", () => {
    const named = placed(ofAnyKind(gdprTom), "t1", "locks", { content: "Locks", type: "measures" });
    const tom = { ...named, found: { ...named.found, outputs: { tomIdentifier: "t1" } } };
    const inputs = { html: "<p>x</p>", tom: "t1", client: "c1", recipient: "c2" };
    const contract = placed(ofAnyKind(gdprContract), "d1", "contract", inputs);
    const context = { file, isModule: false, secrets: new SecretPlaces(), texts: [], descriptions: new Map<string, string>() };
    const code = fileCode("Of the login.", [contract, tom], context);
    const text = joinedText(`${hostingImport.code}\n`, code, [contract, tom])!;
    assert.ok(text.indexOf("new hosting.GdprTom") < text.indexOf("new hosting.GdprContract("), text);
  });

  it("says what the name of a resource stands for", async () => {
    const shop = placed(ofAnyKind(domain), "p1/shop.de", "shop", { accountIdentifier: "p1", sld: "shop", tld: "de" });
    const [mapping, { files }] = await imported([shop]);
    await write(file, `${files[0]!.text}// mine\n`);
    const [names, statement] = codes(await plan([shop, below("shop.de", "blog")], mapping));
    assert.equal(names, '// `shop` stands for Domain "shop".');
    assert.match(statement!, /domainIdentifier: shop\.domainIdentifier/);
  });

  const html = "<p>Text of a contract.</p>\n".repeat(20);
  const contract = (id: string, text = html) =>
    placed(ofAnyKind(gdprContract), id, `contract ${id}/x`, { html: text, tom: "t", client: "c", recipient: "r" });
  const textFile = "texts/contract_201_2fx.html";

  it("puts long texts into files of their own, which the program reads", async () => {
    const [mapping, { files }] = await imported([contract("1")]);
    assert.deepEqual(
      files.map(({ file: of, action }) => [of, action]),
      [
        [file, "write"],
        [textFile, "write"],
        ["texts/.gitattributes", "write"],
        ["index.ts", "write"],
      ],
    );
    assert.match(only({ files, secrets: [], stale: [] }).text, /`\$\{__dirname\}\/\.\.\/texts\/\$\{file\}`/);
    assert.match(only({ files, secrets: [], stale: [] }).text, /html: textOf\("contract_201_2fx\.html"\)/);
    assert.doesNotMatch(files.map(({ text }) => text).join(), /pulumi\.Config|import "\.\/texts/);
    assert.equal(mapping.files[textFile], digestOf(html));
    assert.match(only(await plan([contract("1")], undefined, { isModule: true })).text, /new URL\(`\.\.\/texts/);
    const acting = [contract("2", `${html}\u202e`), contract("3", `${html}\r`), contract("4", "short")];
    assert.doesNotMatch(only(await plan(acting)).text, /textOf/);
    assert.match(only(await plan([contract("5", html.replaceAll("\n", "\r\n"))])).text, /textOf\(/);
  });

  it("leaves a text that somebody has edited, and a file that is not from an import", async () => {
    const [mapping] = await imported([contract("1")]);
    await write(textFile, "mine");
    const { files } = await plan([contract("1"), hook("x")], mapping);
    assert.deepEqual(
      files.filter(({ file: of }) => of === textFile).map(({ action, isOwn }) => [action, isOwn]),
      [["keep", false]],
    );
    await rm(join(folder, file));
    assert.deepEqual(
      (await plan([contract("1")])).files.map(({ action, isOwn }) => [action, isOwn]),
      [
        ["write", true],
        ["keep", false],
        ["keep", true],
        ["keep", true],
      ],
    );
  });

  it("names compiled files that would run in place of the program", async () => {
    const [mapping] = await imported([domainNamed("a")]);
    assert.deepEqual((await plan([domainNamed("a")], mapping)).stale, []);
    await write("customers/1.js", "");
    await write("index.js", "");
    assert.deepEqual((await plan([domainNamed("a")], mapping)).stale, ["customers/1.js"]);
  });

  it("uses only what the strictest compiler would not call unused, and writes hosts as people read them", async () => {
    const named = placed(ofAnyKind(domain), "p1/xn--gre-6ka8i.de", "xn--gre-6ka8i.de", {
      accountIdentifier: "p1",
      sld: "xn--gre-6ka8i",
      tld: "de",
    });
    const { text } = only(await plan([token("see config.x and pulumi.y, textOf("), named, below("xn--gre-6ka8i.de", "a")]));
    assert.doesNotMatch(text, /new pulumi\.Config|import \{ readFileSync/);
    assert.match(text, /^\/\/ größe\.de\nnew hosting\.Site\("xn--gre-6ka8i\.de"/m);
  });

  it("puts no login and no query of an address into the program", async () => {
    const withTarget = { ...below("a.de", "old"), args: { name: "old", target: "https://ci:planted@a.example/" } };
    const withQuery = { ...hook("x"), args: { method: "POST", url: "https://a.example/?token=planted" } };
    const chat = { ...hook("y"), args: { method: "POST", url: "https://hooks.slack.com/services/T00/B00/planted" } };
    const { files, secrets } = await plan([domainNamed("a"), withTarget, withQuery, chat]);
    assert.doesNotMatch(files.map(({ text }) => text).join(), /planted/);
    assert.match(files[0]!.text, /url: config\.requireSecret\("hookYUrl"\)/);
    assert.match(files[0]!.text, /old: \{\s+target: config\.requireSecret\(\s*"oldADeTarget",?\s*\)/);
    assert.match(files[0]!.text, /url: config\.requireSecret\("hookXUrl"\)/);
    assert.deepEqual(
      secrets.map(({ value }) => value).sort(),
      [withQuery.args.url, withTarget.args.target, chat.args.url].sort(),
    );
  });

  it("says which object keeps an untouched file as it is", async () => {
    const [mapping] = await imported([domainNamed("a"), domainNamed("gone")]);
    const { action, unseen, toAdd } = only(await plan([domainNamed("a"), domainNamed("b")], mapping));
    assert.deepEqual([action, unseen], ["incomplete", ["domain gone.de, which the provider no longer has"]]);
    assert.match(toAdd[0]!.code, /^new hosting\.Site\("b\.de"/);
  });

  const again = async (first: Mapping, program: PlannedProgram, objects: readonly Placed[]) => {
    for (const planned of program.files) if (planned.action === "write") await write(planned.file, planned.text);
    return only(await plan(objects, nextMapping(first, { ...noFilter, undeclared: [], files: program.files }))).action;
  };

  it("adds to an unedited file of which it was not to read the rest, and does not write it again for that", async () => {
    const a = domainNamed("a");
    const [mapping, { files }] = await imported([a]);
    const options = { isWanted: (kind: string) => kind !== "domain", whyUnseen: () => "was not read" };
    const next = await plan([hook("x")], mapping, options);
    const hostingImport = 'import * as hosting from "pulumi-hosting";\n';
    const start = files[0]!.text.replace(hostingImport, `${hostingImport}import * as pulumi from "@pulumi/pulumi";\n`);
    assert.deepEqual([only(next).action, only(next).toAdd], ["write", []]);
    assert.ok(only(next).text.startsWith(`${start}\nconst config = new pulumi.Config();\n\nnew hosting.Webhook("hook-x", {\n`));
    assert.equal(await again(mapping, next, [a, hook("x")]), "keep");
    assert.equal(await again(mapping, next, [a, hook("x"), hook("y")]), "write");
  });

  it("adds nothing itself if that changes a statement, or a name stands for something else", async () => {
    const [mapping, { files }] = await imported([domainNamed("a"), token("ci")]);
    const options = { isWanted: (kind: string) => kind !== "applicationToken", whyUnseen: () => "was not read" };
    assert.equal(only(await plan([domainNamed("a"), below("a.de", "neu")], mapping, options)).action, "incomplete");
    const text = files[0]!.text.replace('const p1 = "p1";', 'const p1 = "p2";');
    await write(file, text);
    const other = { ...mapping, files: { ...mapping.files, [file]: digestOf(text) } };
    assert.equal(only(await plan([domainNamed("b")], other, { ...options, isWanted: () => false })).action, "incomplete");
  });

  const formed = (objects: readonly Placed[], resources: readonly StoredResource[] = []) =>
    withForms(objects, { folder, resources });

  it("makes no site of what an earlier import has declared by itself", async () => {
    const [blog, neu] = [below("a.de", "blog"), below("a.de", "neu")];
    const [mapping] = await imported([blog]);
    const { text, action } = only(await plan(await formed([domainNamed("a"), blog, neu]), mapping));
    assert.equal(action, "write");
    assert.deepEqual(text.match(/new hosting\.\w+\("\S+"|deletedWith: \w+/g), [
      'new hosting.Domain("a.de"',
      "deletedWith: aDe",
      "deletedWith: aDe",
    ]);
    const urn = "urn:pulumi:prod::shop::pulumi-nodejs:dynamic/hosting:Domain::a.de";
    const stored = { urn, type: "pulumi-nodejs:dynamic/hosting:Domain", id: "p1/a.de" };
    const inState = await formed([domainNamed("a", "de")], [stored]);
    assert.doesNotMatch(only(await plan(inState)).text, /Site/);
  });
});
