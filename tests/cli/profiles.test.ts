import assert from "node:assert/strict";
import { chmod, chown, mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withProfile } from "../../cli/shared/profiles.js";
import { startSandbox, type Sandbox } from "../../sandbox/index.js";
import { temporaryFolder } from "../support/folder.js";
import { loginAt, type Ended } from "../support/hosting.js";
import { runInProcess } from "../support/hosting-in-process.js";

describe("profiles of hosting", () => {
  const folder = temporaryFolder();
  let sandbox: Sandbox;
  let file: string;

  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  beforeEach(async () => {
    sandbox.control.reset();
    file = join(await mkdtemp(join(folder.path, "profiles-")), "profiles.json");
    await write({
      reseller: { baseUrl: sandbox.url, username: "reseller", password: "sandbox-password" },
      agency: { baseUrl: sandbox.url, username: "agency", password: "agency-password" },
      token: { baseUrl: "https://api.example", accessToken: "HUSH-HUSH" },
    });
  });

  const write = (profiles: unknown) =>
    writeFile(file, typeof profiles === "string" ? profiles : JSON.stringify(profiles), { mode: 0o600 });

  const call = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
    runInProcess(["call", "customers.getCurrent", "--json", ...args], { env: { HOSTING_PROFILES: file, ...env } });

  /** The customer whose login it uses. */
  async function customer(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<number> {
    const { stdout, stderr } = await call(args, env);
    assert.equal(stderr, "");
    return (JSON.parse(stdout) as { customerNumber: number }).customerNumber;
  }

  /** Nothing is sent, the message says why, and no secret is in it. */
  async function refused(message: RegExp, args: readonly string[] = ["--profile", "agency"], env = {}): Promise<void> {
    const { code, stdout, stderr } = await call(args, env);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match((JSON.parse(stderr) as { error: { message: string } }).error.message, message);
    assert.doesNotMatch(stderr, /HUSH|-password/);
    assert.deepEqual(sandbox.control.journal.requests(), []);
  }

  it("are chosen by --profile or HOSTING_PROFILE; the option wins", async () => {
    assert.equal(await customer(["--profile", "reseller"]), 100000);
    assert.equal(await customer([], { HOSTING_PROFILE: "agency" }), 200000);
    assert.equal(await customer(["--profile", "agency"], { HOSTING_PROFILE: "reseller" }), 200000);
  });

  it("are not read if none is chosen", async () => {
    await chmod(file, 0o644);
    assert.equal(await customer([], loginAt(sandbox.url)), 100000);
    assert.equal(await customer([], { ...loginAt(sandbox.url), HOSTING_PROFILE: "" }), 100000);
  });

  it("named by --profile replace the whole login of the environment", async () => {
    const env = { ...loginAt("https://elsewhere.example"), HOSTING_ACCESS_TOKEN: "HUSH-HUSH" };
    assert.equal(await customer(["--profile", "agency"], env), 200000);
    const login = await withProfile({ ...env, HOSTING_PROFILES: file, HOSTING_REQUEST_TIMEOUT: "5s" }, "token");
    assert.deepEqual(
      [login["HOSTING_USERNAME"], login["HOSTING_PASSWORD"], login["HOSTING_BASE_URL"], login["HOSTING_REQUEST_TIMEOUT"]],
      [undefined, undefined, "https://api.example", "5s"],
    );
  });

  it("named by HOSTING_PROFILE are refused beside another login in the environment", () =>
    refused(/HOSTING_PROFILE and HOSTING_PASSWORD are both set/, [], { HOSTING_PROFILE: "agency", HOSTING_PASSWORD: "HUSH" }));

  it("are in the folder for configuration, by default ~/.config, unless HOSTING_PROFILES names a file", async () => {
    const home = await mkdtemp(join(folder.path, "home-"));
    const profile = { baseUrl: sandbox.url, username: "agency", password: "agency-password" };
    for (const place of [".config", "xdg"]) {
      await mkdir(join(home, place, "hosting"), { recursive: true });
      const text = JSON.stringify({ [place]: profile });
      await writeFile(join(home, place, "hosting", "profiles.json"), text, { mode: 0o600 });
    }
    const env = { HOSTING_PROFILES: "", HOME: home };
    assert.equal(await customer(["--profile", ".config"], env), 200000);
    assert.equal(await customer(["--profile", ".config"], { ...env, XDG_CONFIG_HOME: "not/absolute" }), 200000);
    assert.equal(await customer(["--profile", "xdg"], { ...env, XDG_CONFIG_HOME: join(home, "xdg") }), 200000);
  });

  for (const [path, message] of [
    ["profiles.json", /HOSTING_PROFILES must be an absolute path/],
    ["/missing.json", /missing\.json, cannot be read: no such file/],
  ] as const)
    it(`are refused if HOSTING_PROFILES is ${path}`, () => refused(message, ["--profile", "agency"], { HOSTING_PROFILES: path }));

  describe("are refused if their file", () => {
    before(function () {
      if (process.getuid === undefined) this.skip();
    });

    it("is a link to a file that is open to others", async () => {
      await symlink(file, `${file}.link`);
      for (const mode of [0o640, 0o604]) {
        await chmod(file, mode);
        await refused(/chmod 600/, ["--profile", "agency"], { HOSTING_PROFILES: `${file}.link` });
      }
    });

    it("belongs to another user", async function () {
      if (process.getuid?.() !== 0) this.skip();
      await chown(file, 12_345, 0);
      await refused(/belongs to another user/);
    });
  });

  const login = { baseUrl: "https://api.example", username: "x", password: "HUSH-HUSH" };
  const of = (more: object) => ({ agency: { ...login, ...more } });
  const contents: readonly (readonly [name: string, profiles: unknown, message: RegExp])[] = [
    ["is not JSON", '{"agency": HUSH}', /is not JSON at line 1, column 12/],
    ["lacks the profile", { agensy: login, other: login }, /Did you mean agensy\?\nIt has agensy, other/],
    ["has a text as profile", { agency: "HUSH" }, /profile agency in .*: must be an object with baseUrl/],
    ["has an unknown member", of({ pasword: "HUSH" }), /unknown member pasword; known are baseUrl, username/],
    ["has an empty text", of({ username: "" }), /: username must be a text that is not empty/],
    ["has no address", of({ baseUrl: undefined }), /: baseUrl is missing/],
    ["has no password", of({ password: undefined }), /: password is missing/],
    ["has two logins", of({ accessToken: "HUSH" }), /either username and password, or accessToken/],
    ["would reveal the login", of({ baseUrl: "http://api.example" }), /baseUrl must be https/],
  ];
  for (const [name, profiles, message] of contents)
    it(`are refused if their file ${name}`, async () => {
      await write(profiles);
      await refused(message);
    });
});
