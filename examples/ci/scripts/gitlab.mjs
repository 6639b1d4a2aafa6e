import { callsOf } from "./http.mjs";
import { required } from "./environment.mjs";

/**
 * @typedef {{ id: number }} User
 * @typedef {{ id: number, body: string, author: User, updated_at: string }} Note
 * @typedef {{ user: User & { username: string }, approved_at?: string }} Approval
 * @typedef {{ iid: number, description: string | null, author: User }} Issue
 * @typedef {{ iid: number, state: string, sha: string, merge_commit_sha: string | null, squash_commit_sha: string | null }} MergeRequest
 */

/**
 * @param {NodeJS.ProcessEnv} environment of a job; `REVIEW_TOKEN` is a token of the project, because a job's own cannot comment
 * @returns {import("./platform.mjs").Platform}
 */
export function gitlab(environment) {
  const of = required(environment);
  const token = of("REVIEW_TOKEN");
  const project = `/projects/${of("CI_PROJECT_ID")}`;
  const { call, list } = callsOf({
    name: "GitLab",
    base: of("CI_API_V4_URL"),
    token,
    headers: { "private-token": token },
  });
  const request = (/** @type {number} */ number) => `${project}/merge_requests/${number}`;
  const issue = (/** @type {number} */ number) => `${project}/issues/${number}`;
  const ownId = async () => /** @type {User} */ (await call("find the user of REVIEW_TOKEN", "GET", "/user")).id;

  return {
    request: () => Number(of("CI_MERGE_REQUEST_IID")),
    commit: () => of("CI_COMMIT_SHA"),
    run: () => of("CI_JOB_URL"),

    async head() {
      const branch = of("CI_COMMIT_BRANCH");
      const path = `${project}/repository/branches/${encodeURIComponent(branch)}`;
      return /** @type {{ commit: { id: string } }} */ (await call(`find the head of ${branch}`, "GET", path)).commit.id;
    },
    async requestMergedAs(commit) {
      const path = `${project}/repository/commits/${commit}/merge_requests`;
      const requests = /** @type {MergeRequest[]} */ (await list(`find the merge request of commit ${commit}`, path));
      // Without a merge commit, the branch's own last commit or the squashed one is on the main branch.
      const isOf = (/** @type {MergeRequest} */ each) => (each.merge_commit_sha ?? each.squash_commit_sha ?? each.sha) === commit;
      return requests.find((each) => each.state === "merged" && isOf(each))?.iid;
    },
    async ownComments(number) {
      const own = await ownId();
      const order = { sort: "asc", order_by: "created_at" };
      const found = await list(`list the notes of merge request ${number}`, `${request(number)}/notes`, order);
      const notes = /** @type {Note[]} */ (found);
      return notes
        .filter(({ author }) => author.id === own)
        .map(({ id, body, updated_at }) => ({ id, text: body, at: updated_at }));
    },
    addComment: (number, text) => call(`comment on merge request ${number}`, "POST", `${request(number)}/notes`, { body: text }),
    editComment: (number, id, text) => call(`edit note ${id}`, "PUT", `${request(number)}/notes/${id}`, { body: text }),

    async opinions(number) {
      const found = await call(`read merge request ${number}`, "GET", request(number));
      const { author } = /** @type {{ author: User }} */ (found);
      const approvals = await call(`list the approvals of merge request ${number}`, "GET", `${request(number)}/approvals`);
      const { approved_by } = /** @type {{ approved_by: Approval[] }} */ (approvals);
      const own = await ownId();
      return approved_by
        .filter(({ user }) => user.id !== author.id && user.id !== own)
        .map(({ user: { username: by }, approved_at: at }) => {
          if (at === undefined)
            throw new Error("this GitLab does not say when a merge request was approved: a newer one is needed");
          return { by, isApproval: true, at };
        });
    },
    reviewBy: (job) => call(`fetch the review of job ${job}`, "GET", `${project}/jobs/${job}/artifacts/review/review.json`),

    async ownOpenIssues() {
      const query = { state: "opened", author_id: String(await ownId()), sort: "asc", order_by: "created_at" };
      const issues = /** @type {Issue[]} */ (await list("list the open issues", `${project}/issues`, query));
      return issues.map(({ iid, description }) => ({ id: iid, text: description ?? "" }));
    },
    openIssue: (title, text) => call("open an issue", "POST", `${project}/issues`, { title, description: text }),
    editIssue: (id, text) => call(`edit issue ${id}`, "PUT", issue(id), { description: text }),
    async closeIssue(id, note) {
      await call(`comment on issue ${id}`, "POST", `${issue(id)}/notes`, { body: note });
      await call(`close issue ${id}`, "PUT", issue(id), { state_event: "close" });
    },
  };
}
