import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { consent, gateFiles, gateVariable } from "../../cli/apply/gate.js";
import { gateVariables, LogTail } from "../../cli/apply/held-run.js";
import { differingChanges, objectionTo } from "../../cli/apply/decision.js";
import { applicationOf, notReviewedIn, finishedIn, applicationSection } from "../../cli/apply/report.js";
import { digestOf, digestText } from "../../cli/review/digest.js";
import { PulumiError } from "../../cli/stack/pulumi.js";
import { asText } from "../../cli/shared/document.js";
import { ended, entry, step } from "../support/drifted-stack.js";
import { temporaryFolder } from "../support/folder.js";
import { runInProcess } from "../support/hosting-in-process.js";
import { written as story } from "./reviews.js";

const log = (...events: readonly object[]) => events.map((each) => `${JSON.stringify(each)}\n`).join("");
const hook = entry("Webhook", "hook", "7");
const files = {
  key: "k",
  base: 1,
  files: { configuration: "config: {}", project: "name: shop", dependencies: "{}" },
  variables: {},
  options: [],
  settings: [],
};

describe("hosting apply", () => {
  const folder = temporaryFolder();

  describe("lets a run go on only if", () => {
    const preview = story(step("update", hook, { url: "a" }, { url: "b" }, ["url"]), ended("succeeded"));
    const begun = story();
    const digest = digestOf(preview, files);
    const same = { preview, key: "k", digest, settings: [], begun, isSameState: true, areSameFiles: true };
    const objection = (change: Partial<typeof same>) => objectionTo({ ...same, ...change }, digest, undefined);

    it("it is what was reviewed", async () => {
      assert.equal(await objection({}), undefined);
      const changed = { ...files, files: { ...files.files, configuration: "other" }, options: ["--refresh"] };
      const other = await objection({ digest: digestOf(preview, changed) });
      assert.deepEqual(other, {
        message: "This is not what was reviewed. Different: the configuration file of the stack, the options of the command.",
        isForcible: true,
      });
      const another = story(step("create", hook, undefined, { url: "b" }), ended("succeeded"));
      const { message } = (await objection({ preview: another, digest: digestOf(another, files) })) ?? {};
      assert.match(message!, /Different: what the run would do\. The run would do this:\n {2}Webhook \w+: create$/);
    });

    it("its preview was read to its end", async () => {
      const part = story(step("update", hook, { url: "a" }, { url: "b" }, ["url"]));
      assert.equal((await objection({ preview: part }))?.isForcible, false);
    });

    it("the files are still the same", async () => assert.equal((await objection({ areSameFiles: false }))?.isForcible, false));

    it("the state is still the same, except for a refresh that found the same again", async () => {
      const refresh = (url: string) => step("refresh", hook, { url: "a" }, { url }, ["url"]);
      const drifted = story(refresh("b"), ended("succeeded"));
      const with_ = (again: typeof begun) =>
        objectionTo({ ...same, preview: drifted, digest, begun: again, isSameState: false }, digestOf(drifted, files), undefined);
      assert.match((await objection({ isSameState: false }))!.message, /state of the stack was changed/);
      assert.match((await with_(story(refresh("c"))))!.message, /state of the stack was changed/);
      assert.doesNotMatch((await with_(story(refresh("b"))))?.message ?? "", /state/);
    });
  });

  it("says by resource what is new, missing and other than reviewed", () => {
    const change = (name: string, operation: string, rest: object = {}) => ({
      urn: `urn:pulumi:production::agency::site:Site$pulumi-nodejs:dynamic/hosting:Webhook::${name}`,
      operations: [operation],
      declares: { url: "1" },
      ...rest,
    });
    const shown = (name: string, after: string) => ({ ...change(name, ""), properties: [{ path: "url", after }] });
    const option = { what: "option", name: "ignoreChanges", after: ["url"] };
    assert.deepEqual(
      [
        ...differingChanges(
          {
            plan: [
              ...["same", "other", "secret", "more", "drifted"].map((name) => change(name, "update")),
              change("missing", "delete"),
            ],
            changes: [shown("other", "https://a.example"), shown("secret", "[secret]")],
            settings: [],
          },
          {
            plan: [
              change("same", "update"),
              change("new", "create"),
              change("other", "update", { declares: { url: "2" } }),
              change("secret", "update", { declares: { url: "2" } }),
              change("more", "replace"),
              change("drifted", "update", { found: { method: "3" }, cost: { net: 1 } }),
            ],
            changes: [shown("other", "https://b.example"), shown("secret", "[secret]")],
            settings: [option],
          },
        ),
      ],
      [
        "Webhook drifted: update, but another one than reviewed: method was changed outside the program since; another price",
        "Webhook missing: the review has delete, and the run would not change it",
        "Webhook more: replace instead of update",
        "Webhook new: create, which the review does not have",
        "Webhook other: update, but another one than reviewed: url https://b.example instead of https://a.example",
        "Webhook secret: update, but another one than reviewed: another url",
      ],
    );
  });

  it("notices what a run did besides its preview", () => {
    const preview = story(step("update", hook, { url: "a" }, { url: "b" }, ["url"]));
    const replaced = story(...["create-replacement", "replace"].map((op) => step(op, hook, { url: "a" }, { url: "b" }, ["url"])));
    const isCustom = (of: typeof preview) => ({ ...of, planned: of.planned.map((each) => ({ ...each, isCustom: true })) });
    assert.deepEqual(notReviewedIn(isCustom(preview), isCustom(replaced)), [
      "Webhook hook: create-replacement",
      "Webhook hook: replace",
    ]);
    assert.deepEqual(notReviewedIn(isCustom(preview), isCustom(preview)), []);
    assert.deepEqual(
      notReviewedIn(isCustom(preview), isCustom(story(step("same", hook, {}, {})))),
      [],
      "an update that was not needed",
    );
  });

  it("has applied what was reviewed only if the command succeeded, and the run did nothing else", async () => {
    const done = (op: string) => {
      const event = step(op, hook, { url: "a" }, { url: "b" }, ["url"]);
      return log(event, ended("succeeded"));
    };
    const failure = new PulumiError("`pulumi up` failed with exit code 255: the state could not be saved.", "");
    const result = async (run: string | undefined, failed?: PulumiError) =>
      (await applicationOf({ preview: done("update"), run, failure: failed })).result;
    assert.equal(await result(done("update")), "applied");
    assert.equal(await result(done("update"), failure), "failed");
    assert.equal(await result(done("replace")), "other");
    assert.equal(await result(undefined), "refused");
  });

  it("tells what is finished, as the log grows", async () => {
    const file = join(folder.path, "growing.json");
    const tail = new LogTail(file);
    assert.equal(await tail.lines(), "");
    const custom = {
      resOutputsEvent: { metadata: { op: "create", urn: hook.urn, type: hook.type, new: { ...hook, custom: true } } },
    };
    const line = log(custom);
    await appendFile(file, line.slice(0, 20));
    assert.deepEqual(await finishedIn(await tail.lines()), []);
    await appendFile(file, line.slice(20) + line.slice(0, 5));
    assert.deepEqual(await finishedIn(await tail.lines()), ["created Webhook hook"]);
  });

  it("tells what is left at the provider, and a name as one line", async () => {
    const gone = (of: typeof hook) => ({ resOutputsEvent: { metadata: { op: "delete", urn: of.urn, type: of.type, old: of } } });
    const lasting = entry("ContractPartner", "partner", "100001");
    const forged = { ...hook, urn: hook.urn.replace("::hook", "::hook\nhosting: nothing was changed") };
    assert.deepEqual(await finishedIn(log(gone(lasting), gone(forged))), [
      "left ContractPartner partner",
      "deleted Webhook hook\\u000ahosting: nothing was changed",
    ]);
  });

  it("names the policy that stops a run, which no resource's failure tells", async () => {
    const policyEvent = {
      resourceUrn: hook.urn,
      policyName: "budget",
      message: "too dear\n",
      enforcementLevel: "mandatory",
    };
    const failure = new PulumiError("`pulumi up` failed with exit code 1: no message.", "");
    const stopped = log({ policyEvent }, ended("failed"));
    for (const run of [undefined, stopped]) {
      const { problems } = await applicationOf({ preview: stopped, run, failure });
      assert.deepEqual(problems, ["Webhook hook, policy budget: too dear"]);
    }
  });

  it("says of a run that was interrupted what may have happened, and not that nothing was changed", () => {
    const domain = entry("Domain", "shop", "");
    const failing = { urn: domain.urn, id: undefined, effect: "refused" as const };
    const report = {
      ...{ stack: "production", result: "failed" as const, force: undefined, advice: [], notReviewed: [], elsewhere: [] },
      ...{ problems: [], unsettled: ["Domain shop: creating"], resources: [] },
    };
    const text = (more: object) => asText([applicationSection({ ...report, ...more }, String)], (_, value) => value);
    assert.match(
      text({}),
      /^Stack production: the run failed: 1 without a known result\.\n\nWithout a known result:\n {2}Domain shop: creating/,
    );
    const resources = [{ ...failing, isOrdered: false, cost: undefined, paths: [], message: "no answer" }];
    assert.match(text({ resources, unsettled: [] }), /^Stack production: the run failed: 1 failed\.\n\n.*\nDomain shop +failed/);
  });

  describe("refuses before anything starts:", () => {
    const valid = digestText(digestOf(story(), files));
    const given = ["--digest", valid];
    for (const [title, flags, reason] of [
      ["no digest", [], /required option '--digest/],
      ["another text", ["--digest", "abc"], /--digest: no digest of `hosting review`/],
      ["an empty reason", [...given, "--force", " "], /--force must be a reason of one line/],
      ["a reason of two lines", [...given, "--force", "a\nb"], /--force must be a reason of one line/],
      ["two formats", [...given, "--json", "--markdown"], /cannot be used with/],
      ["a missing review", [...given, "--review", "missing.json"], /--review missing\.json cannot be read/],
      ["a missing folder", [...given, "--cwd", "missing"], /--cwd .*missing: the folder does not exist/],
      ["a record in a missing folder", [...given, "--record", "no/file"], /--record no\/file cannot be written/],
    ] as const)
      it(title, async () => {
        const { code, stderr } = await runInProcess(["apply", ...flags], { cwd: folder.path });
        assert.equal(code, 2, stderr);
        assert.match(stderr, reason);
      });

    it("a review of another digest, and another file", async () => {
      const file = join(folder.path, "review.json");
      for (const [content, reason] of [
        [{ digest: "v1.other", plan: [], changes: [], settings: [] }, /another digest than --digest/],
        [{ hashes: {} }, /not what `hosting review --json` prints/],
      ] as const) {
        await writeFile(file, JSON.stringify(content));
        const { code, stderr } = await runInProcess(["apply", "--digest", valid, "--review", file]);
        assert.equal(code, 2, stderr);
        assert.match(stderr, reason);
      }
    });
  });

  describe("holds", () => {
    let files: ReturnType<typeof gateFiles>;
    let runner: string;
    let place: string;

    beforeEach(async () => {
      place = await mkdtemp(join(folder.path, 'with a "quoted" space '));
      const program = join(place, "node_modules", "@pulumi", "pulumi", "cmd", "run");
      await mkdir(program, { recursive: true });
      runner = join(program, "index.js");
      await writeFile(runner, `console.log("program", process.env[${JSON.stringify(gateVariable)}])`);
      files = gateFiles(place);
    });
    const environment = (parent = process.pid) => ({
      PATH: process.env["PATH"],
      ...gateVariables({}, place),
      [gateVariable]: `${parent}:${place}`,
    });
    const start = () => {
      const child = spawn(process.execPath, [runner, "--monitor", "127.0.0.1:1"], { env: environment() });
      return Promise.all([text(child.stdout), text(child.stderr), once(child, "close") as Promise<[number]>]);
    };

    it("a program until it may go on", async () => {
      await writeFile(files.answer, consent);
      const [stdout, , [code]] = await start();
      assert.deepEqual([code, stdout], [0, "program undefined\n"]);
      assert.equal(await readFile(files.waiting, "utf8"), "");
    });

    it("a program that must not go on", async () => {
      await writeFile(files.answer, "no");
      const [stdout, stderr, [code]] = await start();
      assert.deepEqual([code, stdout], [32, ""]);
      assert.match(stderr, /`hosting apply` has not consented to this run\. Nothing was changed\./);
    });

    it("a program whose hosting apply is gone", () => {
      const { pid } = spawnSync(process.execPath, ["--version"]);
      const { status, stdout } = spawnSync(process.execPath, [runner], { env: environment(pid), encoding: "utf8" });
      assert.deepEqual([status, stdout], [32, ""]);
    });

    it("no preview, but keeps its events", async () => {
      await writeFile(files.log, "events of the preview");
      const { status } = spawnSync(process.execPath, [runner, "--dry-run", "."], { env: environment() });
      assert.equal(status, 0);
      assert.equal(await readFile(files.preview, "utf8"), "events of the preview");
    });
  });

  it("keeps what the user has in NODE_OPTIONS", () => {
    assert.match(
      gateVariables({ NODE_OPTIONS: "--no-warnings" }, "/tmp/x")["NODE_OPTIONS"]!,
      /^--no-warnings --require ".*gate\.js"$/,
    );
  });
});
