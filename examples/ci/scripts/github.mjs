import { callsOf } from "./http.mjs";
import { required } from "./environment.mjs";

/** The account behind the token of a workflow. Nobody else can have this name, but whoever may write can edit its comments. */
const workflows = "github-actions[bot]";

/**
 * @typedef {{ id: number, body: string | null, updated_at: string, user: { login: string, type: string } | null }} Comment
 * @typedef {{ state: string, commit_id: string | null, submitted_at: string, user: Comment["user"] }} Review
 * @typedef {{ number: number, body: string | null, user: Comment["user"], pull_request?: object }} Issue
 * @typedef {{ number: number, merged_at: string | null, merge_commit_sha: string | null }} PullRequest
 */

/** @param {{ readonly user: Comment["user"] }} entry */
const isOwn = ({ user }) => user?.login === workflows && user.type === "Bot";

/**
 * @param {NodeJS.ProcessEnv} environment of a step; a pull request's number is in `REQUEST`
 * @returns {import("./platform.mjs").Platform}
 */
export function github(environment) {
  const of = required(environment);
  const token = of("GITHUB_TOKEN");
  const repository = `/repos/${of("GITHUB_REPOSITORY")}`;
  const { call, list } = callsOf({
    name: "GitHub",
    base: of("GITHUB_API_URL"),
    token,
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${token}`,
      "user-agent": "hosting-review",
      "x-github-api-version": "2022-11-28",
    },
  });
  const issue = (/** @type {number} */ number) => `${repository}/issues/${number}`;

  return {
    request: () => Number(of("REQUEST")),
    commit: () => of("COMMIT"),
    run: () => `${of("GITHUB_SERVER_URL")}/${of("GITHUB_REPOSITORY")}/actions/runs/${of("GITHUB_RUN_ID")}`,

    async head() {
      const branch = of("GITHUB_REF_NAME");
      const found = await call(`find the head of ${branch}`, "GET", `${repository}/commits/${encodeURIComponent(branch)}`);
      return /** @type {{ sha: string }} */ (found).sha;
    },
    async requestMergedAs(commit) {
      const found = await list(`find the pull request of commit ${commit}`, `${repository}/commits/${commit}/pulls`);
      const requests = /** @type {PullRequest[]} */ (found);
      return requests.find((each) => each.merged_at !== null && each.merge_commit_sha === commit)?.number;
    },
    async ownComments(request) {
      const found = await list(`list the comments of pull request ${request}`, `${issue(request)}/comments`);
      const comments = /** @type {Comment[]} */ (found).filter(isOwn);
      return comments.map(({ id, body, updated_at }) => ({ id, text: body ?? "", at: updated_at }));
    },
    addComment: (request, text) =>
      call(`comment on pull request ${request}`, "POST", `${issue(request)}/comments`, { body: text }),
    editComment: (_request, id, text) =>
      call(`edit comment ${id}`, "PATCH", `${repository}/issues/comments/${id}`, { body: text }),

    async opinions(request) {
      const path = `${repository}/pulls/${request}`;
      const { user: author } = /** @type {{ user: Comment["user"] }} */ (await call(`read pull request ${request}`, "GET", path));
      const reviews = /** @type {Review[]} */ (await list(`list the reviews of pull request ${request}`, `${path}/reviews`));
      /** @type {Map<string, Review>} */
      const latest = new Map();
      // A later remark leaves an approval as it is. A bot approves with a token of this repository.
      for (const review of reviews)
        if (["APPROVED", "CHANGES_REQUESTED", "DISMISSED"].includes(review.state) && review.user?.type === "User")
          latest.set(review.user.login, review);
      const opinions = [];
      for (const [by, { state, commit_id, submitted_at: at }] of latest) {
        if (by === author?.login || state === "DISMISSED") continue;
        // Whoever may read a repository may review.
        const found = await call(`find what ${by} may do`, "GET", `${repository}/collaborators/${by}/permission`);
        const { permission } = /** @type {{ permission: string }} */ (found);
        if (permission === "write" || permission === "admin")
          opinions.push({ by, isApproval: state === "APPROVED", commit: commit_id ?? "unknown", at });
      }
      return opinions;
    },

    async ownOpenIssues() {
      const found = await list("list the open issues", `${repository}/issues`, {
        state: "open",
        sort: "created",
        direction: "asc",
      });
      const issues = /** @type {Issue[]} */ (found).filter((each) => isOwn(each) && each.pull_request === undefined);
      return issues.map(({ number, body }) => ({ id: number, text: body ?? "" }));
    },
    openIssue: (title, text) => call("open an issue", "POST", `${repository}/issues`, { title, body: text }),
    editIssue: (id, text) => call(`edit issue ${id}`, "PATCH", issue(id), { body: text }),
    async closeIssue(id, note) {
      await call(`comment on issue ${id}`, "POST", `${issue(id)}/comments`, { body: note });
      await call(`close issue ${id}`, "PATCH", issue(id), { state: "closed" });
    },
  };
}
