import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { temporaryFolder, writeCommand } from "../support/folder.js";

const load = () => import("../../tools/pulumi/obtain.mjs");
type Source = NonNullable<Parameters<Awaited<ReturnType<typeof load>>["obtainPulumi"]>[0]["sources"]>[number];

const root = resolve(".");
const sayVersion = (version: string) => `echo ${version}`;
/** What the fake commands need; the system's own folders may contain Go or Pulumi. */
const systemCommands = ["basename", "chmod", "mkdir"];

/** A source that must not be asked. */
const untouched: Source = { what: "nothing", obtain: async () => assert.fail("another source was asked") };

/** A source that provides the requested version of Pulumi. */
const willing = (asked: string[], what = "a willing source"): Source => ({
  what,
  obtain: async ({ folder, version }) => {
    asked.push(what);
    await writeCommand(join(folder, "bin"), "pulumi", sayVersion(`v${version}`));
    await writeCommand(join(folder, "bin"), "pulumi-language-nodejs", "");
    return undefined;
  },
});

const unwilling = (asked: string[], what: string, reason: string): Source => ({
  what,
  obtain: async () => {
    asked.push(what);
    return reason;
  },
});

describe("the Pulumi CLI", function () {
  this.timeout(30_000);
  const folder = temporaryFolder();
  let system = "";
  let cases = 0;

  before(async () => {
    system = join(folder.path, "system");
    await mkdir(system);
    for (const name of systemCommands) {
      const path = ["/usr/bin", "/bin"].map((place) => join(place, name)).find((candidate) => existsSync(candidate));
      await symlink(path!, join(system, name));
    }
  });

  /** A separate cache and path for one test; `commands` are the scripts on the path. */
  async function setting(commands: Readonly<Record<string, string>>) {
    const base = join(folder.path, `case-${++cases}`);
    const bin = join(base, "path");
    await mkdir(bin, { recursive: true });
    for (const [name, script] of Object.entries(commands)) await writeCommand(bin, name, script);
    const cache = join(base, "cache");
    const messages: string[] = [];
    const env = { PATH: [bin, system].join(delimiter), PULUMI_HOSTING_CACHE: cache };
    const obtain = async (sources: readonly Source[]) => {
      const { obtainPulumi } = await load();
      return obtainPulumi({ root, env, sources, log: (line) => messages.push(line) });
    };
    return { base, bin, cache, said: messages, env, obtain };
  }

  const companions = { "pulumi-language-nodejs": "", "pulumi-resource-pulumi-nodejs": "" };

  it("is taken from the path if it is recent and complete", async () => {
    const { bin, cache, obtain } = await setting({ pulumi: sayVersion("v3.216.0"), ...companions });
    assert.deepEqual(await obtain([untouched]), { folder: bin, from: "path" });
    assert.equal(existsSync(cache), false);
  });

  const recent = { pulumi: sayVersion("v3.259.0") };
  const unsuitable: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    ["none is on the path", {}, /there is none/],
    ["it is too old", { pulumi: sayVersion("v3.215.0"), ...companions }, /v3\.215\.0, older than v3\.216\.0/],
    ["it reports no version", { pulumi: "exit 1", ...companions }, /does not report its version/],
    ["the language host is missing", { ...recent, "pulumi-resource-pulumi-nodejs": "" }, /pulumi-language-nodejs is neither/],
    ["the dynamic provider is missing", { ...recent, "pulumi-language-nodejs": "" }, /pulumi-resource-pulumi-nodejs is neither/],
  ];
  for (const [why, commands, reason] of unsuitable) {
    it(`is installed once if ${why}`, async () => {
      const asked: string[] = [];
      const { cache, obtain } = await setting(commands);
      await assert.rejects(obtain([unwilling(asked, "first", "not today")]), reason);
      const { pinnedVersion } = await load();
      const bin = join(cache, "pulumi", `${pinnedVersion}-${process.platform}-${process.arch}`, "bin");
      assert.deepEqual(await obtain([willing(asked)]), { folder: bin, from: "cache" });
      assert.deepEqual(await obtain([untouched]), { folder: bin, from: "cache" });
      assert.deepEqual(asked, ["first", "a willing source"]);
      assert.deepEqual((await readdir(bin)).filter((name) => !name.endsWith(".cmd")).sort(), [
        "pulumi",
        "pulumi-language-nodejs",
        "pulumi-resource-pulumi-nodejs",
      ]);
      assert.deepEqual(await readdir(join(cache, "pulumi")), [`${pinnedVersion}-${process.platform}-${process.arch}`]);
    });
  }

  it("is not taken from a source with another version or only a part", async () => {
    const { obtain } = await setting({});
    const other: Source = {
      what: "other",
      obtain: async ({ folder: target }) => {
        await writeCommand(join(target, "bin"), "pulumi", sayVersion("v3.1.0"));
        await writeCommand(join(target, "bin"), "pulumi-language-nodejs", "");
        return undefined;
      },
    };
    const part: Source = {
      what: "part",
      obtain: async ({ folder: target, version }) => {
        await writeCommand(join(target, "bin"), "pulumi", sayVersion(`v${version}`));
        return undefined;
      },
    };
    await assert.rejects(obtain([other, part]), (error: Error) => {
      assert.match(error.message, /- other: it installed v3\.1\.0/);
      assert.match(error.message, /- part: one of the commands is missing/);
      return true;
    });
  });

  describe("by a build from Go modules", () => {
    const build = async (commands: Readonly<Record<string, string>>) => {
      const { goModules } = await import("../../tools/pulumi/go-build.mjs");
      const { obtain, said: messages, base } = await setting(commands);
      return { said: messages, base, obtain: () => obtain([goModules(root)]) };
    };

    it("requires a recent Go", async () => {
      const { obtain } = await build({ go: "echo go version go1.24.3 linux/amd64" });
      await assert.rejects(obtain, /go is go1\.24\.3; Go 1\.\d+\.\d+ or later is needed/);
    });

    it("builds the version that go.mod names", async () => {
      const { pinnedVersion } = await load();
      const text = await readFile(join(root, "tools/go/cli/go.mod"), "utf8");
      assert.equal(/^require github\.com\/pulumi\/pulumi\/pkg\/v3 v(\S+)$/m.exec(text)?.[1], pinnedVersion);
    });
  });
});

describe("the environment for the Pulumi CLI", () => {
  it("puts its folder first on the path, and disables update checks", async () => {
    const { withPulumi } = await import("../../tools/setup.mjs");
    const env = withPulumi({ PATH: "/usr/bin", HOME: "/home/x" }, "/cache/bin");
    assert.deepEqual(env, { PATH: `/cache/bin${delimiter}/usr/bin`, HOME: "/home/x", PULUMI_SKIP_UPDATE_CHECK: "true" });
  });
});
