import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, parse, sep } from "node:path";
import { backendOf, backendUrlIn } from "../../provider/journal/backend.js";
import { temporaryFolder } from "../support/folder.js";

const fileUrl = (path: string): string => `file://${sep === "/" ? path : `/${path.replaceAll(sep, "/")}`}`;

describe("the backend of the engine", () => {
  const temporary = temporaryFolder();
  const home = () => join(temporary.path, "user");
  const project = () => join(temporary.path, "project");
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const backend = (environment: Record<string, string> = {}, folder = project()) =>
    backendOf({ environment, folder, home: home() });

  beforeEach(() => {
    rmSync(home(), { recursive: true, force: true });
    rmSync(project(), { recursive: true, force: true });
    mkdirSync(project());
  });

  it("comes from the variable, else the project, else the login", () => {
    write(
      join(home(), ".pulumi", "credentials.json"),
      '{ "current": "https://login.example", "accessTokens": {}, "accounts": {} }',
    );
    write(join(project(), "Pulumi.yaml"), "name: shop\nbackend:\n  url: https://project.example\n");
    assert.equal(backend({ PULUMI_BACKEND_URL: "https://variable.example" }), "https://variable.example");
    assert.equal(backend({ PULUMI_BACKEND_URL: "" }), "https://project.example");
    write(join(project(), "Pulumi.yaml"), "name: shop\n");
    assert.equal(backend(), "https://login.example");
  });

  it("is read from the file that keeps the login", () => {
    const login = (name: string) => JSON.stringify({ current: `https://${name}.example` });
    for (const [folder, name] of [
      [join(home(), ".pulumi"), "user"],
      [join(home(), "pulumi-home"), "home"],
      [join(home(), "credentials"), "credentials"],
    ] as const)
      write(join(folder, "credentials.json"), login(name));
    const environment = { PULUMI_HOME: join(home(), "pulumi-home") };
    assert.equal(backend(), "https://user.example");
    assert.equal(backend(environment), "https://home.example");
    assert.equal(
      backend({ ...environment, PULUMI_CREDENTIALS_PATH: join(home(), "credentials") }),
      "https://credentials.example",
    );
  });

  it("is the service if only a token is set", () => {
    assert.equal(backend(), undefined);
    assert.equal(backend({ PULUMI_ACCESS_TOKEN: "pul-1" }), "https://api.pulumi.com");
    assert.equal(backend({ PULUMI_ACCESS_TOKEN: "pul-1", PULUMI_API: "https://own.example/" }), "https://own.example");
  });

  it("resolves a folder to its absolute path, relative to the project", () => {
    write(join(project(), "Pulumi.yaml"), "name: shop\n");
    const below = join(project(), "src");
    mkdirSync(below);
    const at = (url: string) => backend({ PULUMI_BACKEND_URL: url }, below);
    assert.equal(at("file://~"), fileUrl(home()));
    assert.equal(at("file://~/state/"), fileUrl(join(home(), "state")));
    for (const url of ["file://./state", "file://state/", "file://state?no_tmp_dir=true"])
      assert.equal(at(url), fileUrl(join(project(), "state")), url);
    assert.equal(at("file://../state"), fileUrl(join(temporary.path, "state")));
    assert.equal(at(`file://${home()}${sep}`), fileUrl(home()));
    const { root } = parse(project());
    assert.equal(at(`file://${root}`), fileUrl(root));
  });

  it("has one form for each place, without a login", () => {
    const forms: readonly [url: string, expected: string | undefined, environment?: Record<string, string>][] = [
      ["https://API.own.example/", "https://api.own.example"],
      ["https://user:pass@own.example/path/?token=1#part", "https://own.example/path"],
      ["s3://bucket", "s3://bucket"],
      ["s3://key:pass@bucket/", "s3://bucket"],
      ["s3://bucket?region=eu&profile=p&prefix=a%2F&endpoint=minio:9000", "s3://bucket?endpoint=minio%3A9000&prefix=a%2F"],
      [
        "s3://bucket?endpoint=https%3A%2F%2Fkey%3Apass%40minio.example%2F%3Ftoken%3D1",
        "s3://bucket?endpoint=https%3A%2F%2Fminio.example%2F",
      ],
      ["s3://bucket", "s3://bucket?endpoint=http%3A%2F%2Fminio", { AWS_ENDPOINT_URL: "http://minio" }],
      ["azblob://box", "azblob://box?storage_account=shop", { AZURE_STORAGE_ACCOUNT: "shop", AZURE_STORAGE_KEY: "key" }],
      ["azblob://box?storage_account=own", "azblob://box?storage_account=own", { AZURE_STORAGE_ACCOUNT: "shop" }],
      ["gs://bucket?access_id=me", "gs://bucket"],
      ["postgres://me:pass@db.example:5432/pulumi?table=a&password=x", "postgres://db.example:5432/pulumi?table=a"],
      ["nonsense", undefined],
      ["https://", undefined],
      ["postgres://a:1,b:2/pulumi", undefined],
    ];
    for (const [url, expected, environment] of forms)
      assert.equal(backend({ ...environment, PULUMI_BACKEND_URL: url }), expected, url);
  });
});

describe("the backend in a project file", () => {
  const yaml: readonly [text: string, expected: string | undefined][] = [
    ["", undefined],
    ["name: shop\nruntime: nodejs\n", undefined],
    ["backend:\n  url: s3://a\nname: shop\n", "s3://a"],
    ["\ufeffbackend:\r\n    url:   s3://a   # where it is\r\nname: shop\r\n", "s3://a"],
    ["backend: # comment\n\n  # comment\n  other: 1\n  url: 's3://it''s'\n", "s3://it's"],
    ['"backend":\n  "url": "s3://\\u0061#b"\n', "s3://a#b"],
    ["backend: {url: s3://a}\n", "s3://a"],
    ["backend: { other: 1, url: 's3://a,b' } # comment\n", "s3://a,b"],
    ["backend:\n  { url: s3://a }\n", "s3://a"],
    ["backend: null\n", undefined],
    ["backend:\nname: shop\n", undefined],
    ["backend:\n  other:\n    url: s3://b\n", undefined],
    ["config:\n  backend:\n    url: s3://b\nurl: s3://c\n", undefined],
    ["backend-url: s3://b\n", undefined],
    ["description: |\n  backend:\n    url: s3://b\n", undefined],
  ];
  for (const [text, expected] of yaml)
    it(`${JSON.stringify(text)}: ${expected}`, () => assert.equal(backendUrlIn(text, "Pulumi.yaml"), expected));

  it("fails if it is written in any other way", () => {
    for (const text of [
      "backend: *other\n",
      "backend:\n  url: *other\n",
      "backend:\n  url: 's3://a\n",
      "backend:\n  url: |\n    s3://a\n",
    ])
      assert.throws(() => backendUrlIn(text, "Pulumi.yaml"), text);
    assert.throws(() => backendUrlIn('{ "backend": "s3://a" }', "Pulumi.json"));
  });
});
