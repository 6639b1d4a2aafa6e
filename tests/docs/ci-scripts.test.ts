import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { author, bot, githubForms, gitlabForms, guest, RequestService } from "../support/ci/request-service.js";
import { temporaryFolder } from "../support/folder.js";
import { root } from "../support/markdown.js";
import type { TestServer } from "../support/server.js";

const token = "planted-token-of-the-service";
const marker = "<!-- hosting review of shop/production -->";
const digest = (character: string) => `v2.${character.repeat(32)}`;

interface Service {
  readonly forms: typeof githubForms;
  readonly environment: (url: string, commit: string, run: string) => Readonly<Record<string, string>>;
}

const services: Readonly<Record<string, Service>> = {
  GitHub: {
    forms: githubForms,
    environment: (url, commit, run) => ({
      ...{ GITHUB_ACTIONS: "true", GITHUB_API_URL: url, GITHUB_REPOSITORY: "agency/hosting", GITHUB_TOKEN: token },
      ...{
        GITHUB_SERVER_URL: "https://github.example",
        GITHUB_RUN_ID: run,
        COMMIT: commit,
        REQUEST: "1",
        GITHUB_REF_NAME: "main",
      },
    }),
  },
  GitLab: {
    forms: gitlabForms,
    environment: (url, commit, run) => ({
      ...{ GITLAB_CI: "true", CI_API_V4_URL: url, CI_PROJECT_ID: "5", REVIEW_TOKEN: token, CI_MERGE_REQUEST_IID: "1" },
      ...{ CI_JOB_URL: `https://gitlab.example/agency/hosting/-/jobs/${run}`, CI_COMMIT_SHA: commit, CI_COMMIT_BRANCH: "main" },
    }),
  },
};

for (const [name, { forms, environment }] of Object.entries(services))
  describe(`the scripts of examples/ci, on ${name}`, () => {
    const folder = temporaryFolder();
    let service: RequestService;
    let server: TestServer;

    before(() => writeFile(join(folder.path, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n"));
    beforeEach(async () => {
      ({ service, server } = await RequestService.start(forms, token));
      service.merged = "abc";
    });
    afterEach(() => server.close());

    async function script(name: string, args: readonly string[], commit = "head", run = "7") {
      const child = spawn(process.execPath, [join(root, "examples", "ci", "scripts", name), ...args], {
        cwd: folder.path,
        env: { STACK: "production", ...environment(server.url, commit, run) },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "close") as Promise<[number | null]>,
      ]);
      assert.ok(!(stdout + stderr).includes(token));
      return { code, stdout, stderr };
    }
    /** A run of the pipeline reviews a commit of the request. */
    async function review(of: string, commit = "head", run = "7", more = ""): Promise<void> {
      await writeFile(join(folder.path, "review.md"), `${marker}\n\n### A review${more}\n\nDigest: \`${of}\`\n`);
      const { code, stderr } = await script("comment.mjs", ["review.md"], commit, run);
      assert.equal(code, 0, stderr);
    }
    async function isApproved(least = "1"): Promise<void> {
      const { code, stderr } = await script("approved.mjs", ["abc", least]);
      assert.equal(code, 0, stderr);
    }
    async function isRefused(reason: RegExp, least = "1"): Promise<void> {
      const { code, stderr } = await script("approved.mjs", ["abc", least]);
      assert.equal(code, 1);
      assert.match(stderr, reason);
    }

    it("take an approval of what was reviewed last", async () => {
      await review(digest("a"));
      await isRefused(/0 of 1 approvals/);
      service.approve("alice", "head");
      await isApproved();
      await isRefused(/1 of 2 approvals/, "2");
      service.approve("bob", "head");
      await isApproved("2");
    });

    it("take none by the author, nor one with the token of the pipeline", async () => {
      await review(digest("a"));
      service.approve(author, "head");
      service.approve(bot, "head");
      await isRefused(/0 of 1 approvals/);
    });

    it("take none that is older than the digest, even of the same commit", async () => {
      await review(digest("a"));
      service.approve("alice", "head");
      await review(digest("b"), "head", "8");
      await isRefused(/0 of 1 approvals.* alice approved before the review was last changed\./);
      service.opinions = [];
      service.approve("alice", "head");
      await isApproved();
    });

    it("keep an approval if another run of the same commit has the same result", async () => {
      await review(digest("a"));
      service.approve("alice", "head");
      await review(digest("a"), "head", "8");
      await isApproved();
      await review(digest("a"), "head", "9", " with another price");
      await isRefused(/before the review was last changed/);
    });

    it("take no approval of a review that failed or is missing", async () => {
      service.approve("alice", "head");
      await isRefused(/no review of stack production/);
      await rm(join(folder.path, "review.md"), { force: true });
      assert.equal((await script("comment.mjs", ["review.md"])).code, 0);
      service.approve("alice", "head");
      await isRefused(/without a digest/);
    });

    it("print what was reviewed, and by which run", async () => {
      service.comments.push(
        service.entry(
          `${marker}\n\nDigest: \`${digest("f")}\`\n\nOf commit \`head\`, in [this run](https://x.example/1).`,
          false,
        ),
      );
      await review(digest("a"));
      const { code, stdout } = await script("reviewed.mjs", ["abc"]);
      assert.deepEqual([code, stdout], [0, `digest=${digest("a")}\nrun=7\n`]);
      const other = await script("reviewed.mjs", ["def"]);
      assert.equal(other.code, 1);
      assert.match(other.stderr, /^No request was merged as commit def/);
      service.head = "revert";
      const late = await script("reviewed.mjs", ["abc"]);
      assert.deepEqual([late.code, late.stdout], [1, ""]);
      assert.match(late.stderr, /not the last one of its branch/);
    });

    if (name === "GitHub") {
      it("take an approval only by whom may write, of exactly the commit that was reviewed", async () => {
        await review(digest("a"));
        service.approve(guest, "head");
        service.approve("alice", "later");
        await isRefused(/0 of 1 approvals.* alice approved commit later, and commit head was reviewed\./);
      });

      it("take the latest opinion of each reviewer", async () => {
        await review(digest("a"));
        service.approve("alice", "head");
        service.approve("alice", "head", "COMMENTED");
        await isApproved();
        service.approve("bob", "head", "CHANGES_REQUESTED");
        await isRefused(/bob asked for changes/);
        service.approve("bob", "head", "DISMISSED");
        await isApproved();
        service.approve("alice", "head", "DISMISSED");
        await isRefused(/0 of 1/);
      });
    } else {
      it("need to know when an approval was given", async () => {
        await review(digest("a"));
        service.opinions.push({ by: "alice", commit: "head", state: "APPROVED", at: "" });
        await isRefused(/does not say when/);
      });

      it("fetch the review of the job that wrote the comment, and go on without it", async () => {
        await review(digest("a"));
        const file = join("fetched", "review.json");
        const without = await script("reviewed.mjs", ["abc", file]);
        assert.equal(without.code, 0, without.stderr);
        assert.match(without.stderr, /Only the digest/);
        service.artifacts.set("7", JSON.stringify({ digest: digest("a"), hashes: [] }));
        const { code, stdout } = await script("reviewed.mjs", ["abc", file]);
        assert.deepEqual([code, stdout], [0, `digest=${digest("a")}\nrun=7\n`]);
        assert.equal(await readFile(join(folder.path, file), "utf8"), `{"digest":"${digest("a")}","hashes":[]}`);
      });
    }
  });
