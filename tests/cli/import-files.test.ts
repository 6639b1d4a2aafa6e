import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { applicationToken } from "../../provider/resources/applicationToken.js";
import { gdprContract } from "../../provider/resources/gdprContract.js";
import { domain } from "../../provider/resources/domain.js";
import { subdomain } from "../../provider/resources/subdomain.js";
import { webhook } from "../../provider/resources/webhook.js";
import { type Definition, ofAnyKind } from "../../provider/definition/definition.js";
import { digestOf, type Mapping } from "../../cli/import/mapping.js";
import { nextMapping, type PlannedProgram, planProgram, type ProgramOptions } from "../../cli/import/program/files.js";
import { withForms, argumentsOf, type Placed } from "../../cli/import/objects.js";
import { writeForNow } from "../../cli/shared/files.js";
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

const noFilter = { address: "https://api.example", customers: [], accounts: [], kinds: [] };
const token = (id: string) => placed(ofAnyKind(applicationToken), id, id, { description: id });

describe("the files that an import writes", () => {
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
      ...options,
    });

  async function write(name: string, text: string): Promise<void> {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }

  /** A first import, whose files a person may then edit. */
  async function imported(objects: readonly Placed[]): Promise<[Mapping, PlannedProgram]> {
    const first = await plan(objects);
    for (const planned of first.files) if (planned.action === "write") await write(planned.file, planned.text);
    return [nextMapping(undefined, { ...noFilter, ...first }), first];
  }

  const only = ({ files: [first] }: PlannedProgram) => first!;
  /** What is written, and the resources that each file declares. */
  const writes = ({ files }: PlannedProgram) =>
    files
      .filter(({ action }) => action === "write")
      .map(({ file: of, text }) => [
        of,
        ...Array.from(text.matchAll(/new hosting\.(\w+)\(\s*"(\S+)"/g), ([, ...each]) => each.join(" ")),
      ]);
  const second = "customers/1-2.ts";
  const beside = (resource: string) => [[second, resource], ["index.ts"]];

  it("never writes again what somebody has edited, moved or deleted: what is new has a file beside it", async () => {
    const [a, b] = [domainNamed("a"), domainNamed("b")];
    const [mapping, { files }] = await imported([a]);
    await write(file, `${files[0]!.text}// mine\n`);
    const next = await plan([a, b], mapping);
    assert.deepEqual(writes(next), beside("Site b.de"));
    assert.equal(next.files.at(-1)!.text, 'import "./customers/1-2";\nimport "./customers/1";\n');
    assert.deepEqual(
      next.objects.map(({ file: of }) => of),
      [file, second],
    );
    await rm(join(folder, file));
    assert.deepEqual(writes(await plan([a, b], mapping)), beside("Site b.de"));
    await write(second, "// not from an import\n");
    assert.deepEqual(writes(await plan([a, b], mapping))[0], ["customers/1-3.ts", "Site b.de"]);
  });

  it("leaves a file whose objects were not all found, and writes the one beside it again", async () => {
    const [a, b, c] = [domainNamed("a"), domainNamed("b"), domainNamed("c")];
    const [mapping] = await imported([a]);
    const next = await plan([b], mapping);
    assert.deepEqual(writes(next), beside("Site b.de"));
    for (const planned of next.files) if (planned.action === "write") await write(planned.file, planned.text);
    const noted = nextMapping(mapping, { ...noFilter, ...next });
    const known = { ...b, file: second };
    assert.deepEqual(writes(await plan([known, c], noted)), [[second, "Site b.de", "Site c.de"]]);
    assert.deepEqual(writes(await plan([a, known, c], noted)), [[file, "Site a.de", "Site c.de"]]);
  });

  it("declares a new subdomain by itself if its site is in an edited file", async () => {
    const [mapping, { files }] = await imported([domainNamed("a")]);
    await write(file, `${files[0]!.text}// mine\n`);
    const next = await plan([domainNamed("a"), below("a.de", "neu")], mapping);
    assert.deepEqual(writes(next), beside("Subdomain neu.a.de"));
  });

  it("goes on with the files of an import that was killed before it noted them", async () => {
    await imported([domainNamed("a")]);
    const { files } = await plan([domainNamed("a")]);
    assert.deepEqual(
      files.map(({ file: of, action }) => [of, action]),
      [
        [file, "keep"],
        ["index.ts", "keep"],
      ],
    );
  });

  it("takes back what it wrote, but nothing that somebody has edited since", async () => {
    await write("old.ts", "before");
    const undo = await writeForNow(
      folder,
      new Map(Object.entries({ "old.ts": "new", "gone.ts": "new", "mine.ts": "new", "a/b.ts": "new" })),
    );
    await write("mine.ts", "new // mine");
    assert.deepEqual(await undo(), ["mine.ts"]);
    assert.deepEqual((await readdir(folder)).sort(), ["mine.ts", "old.ts"]);
    assert.equal(await readFile(join(folder, "old.ts"), "utf8"), "before");
  });

  it("notes what it has written, and tells a program that does not import it again", async () => {
    const a = domainNamed("a");
    const [mapping, { files }] = await imported([a]);
    assert.deepEqual([mapping.objects.length, mapping.files[file]], [1, digestOf(files[0]!.text)]);
    await write(file, `${files[0]!.text}// mine\n`);
    assert.deepEqual(writes(await plan([a], mapping)), []);
    await write("index.ts", "// by hand\n");
    const index = (await plan([a], mapping)).files.at(-1)!;
    assert.deepEqual([index.file, index.action, index.text], ["imported.ts", "write", 'import "./customers/1";\n']);
    await write("index.ts", 'import "./customers/1";\n// by hand\n');
    assert.equal((await plan([a], mapping)).files.at(-1)!.action, "keep");
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
    assert.match(files[0]!.text, /`\$\{__dirname\}\/\.\.\/texts\/\$\{file\}`/);
    assert.match(files[0]!.text, /html: textOf\("contract_201_2fx\.html"\)/);
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
