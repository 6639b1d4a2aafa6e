import type { ServerResponse } from "node:http";
import { json, type Received, startServer, type TestServer } from "../server.js";

/** A comment on a request, or an issue. */
export interface Entry {
  readonly id: number;
  readonly isOwn: boolean;
  readonly title?: string;
  text: string;
  isOpen: boolean;
  /** When it was last changed, in ISO 8601. */
  at: string;
}

/** What somebody thinks of the request. */
export interface Opinion {
  readonly by: string;
  readonly at: string;
  /** On GitHub: the commit, and one of the states of a review. */
  readonly commit: string;
  readonly state: string;
}

/** The author of the request. */
export const author = "author";
/** Who can read the repository and nothing more. */
export const guest = "guest";
/** How a service names who has only a token of the repository. */
export const bot = "github-actions[bot]";

/** How one of the services forms its answers. */
interface Forms {
  readonly authorization: readonly [header: string, before: string];
  readonly comment: (entry: Entry) => object;
  readonly issue: (entry: Entry) => object;
  readonly merged: (request: number, commit: string) => object;
  readonly request: object;
  /** Answers about opinions by the path after that of the request or the repository. */
  readonly opinions: (opinions: readonly Opinion[]) => Readonly<Record<string, object>>;
  /** The path of each operation, after that of the repository or project. */
  readonly paths: Readonly<Record<"comments" | "comment" | "issues" | "issue" | "notes" | "merged", RegExp>> & {
    readonly request: string;
    readonly artifact?: RegExp;
  };
}

const githubUser = (isOwn: boolean) =>
  isOwn ? { login: "github-actions[bot]", type: "Bot" } : { login: "somebody", type: "User" };
const gitlabUser = (isOwn: boolean) => ({ id: isOwn ? 7 : 8 });

export const githubForms: Forms = {
  authorization: ["authorization", "Bearer "],
  comment: ({ id, text, isOwn, at }) => ({ id, body: text, updated_at: at, user: githubUser(isOwn) }),
  issue: ({ id, text, isOwn }) => ({ number: id, body: text, user: githubUser(isOwn) }),
  merged: (number, commit) => ({ number, merged_at: "2030-01-01T00:00:00Z", merge_commit_sha: commit }),
  request: { user: { login: author, type: "User" } },
  opinions: (opinions) => ({
    "/reviews": opinions.map(({ by, at, commit, state }) => ({
      ...{ state, commit_id: commit, submitted_at: at },
      user: { login: by, type: by === bot ? "Bot" : "User" },
    })),
  }),
  paths: {
    request: "/repos/agency/hosting/pulls/1",
    comments: /^\/repos\/agency\/hosting\/issues\/1\/comments$/,
    comment: /^\/repos\/agency\/hosting\/issues\/comments\/(\d+)$/,
    issues: /^\/repos\/agency\/hosting\/issues$/,
    issue: /^\/repos\/agency\/hosting\/issues\/(\d+)$/,
    notes: /^\/repos\/agency\/hosting\/issues\/(\d+)\/comments$/,
    merged: /^\/repos\/agency\/hosting\/commits\/(\w+)\/pulls$/,
  },
};

export const gitlabForms: Forms = {
  authorization: ["private-token", ""],
  comment: ({ id, text, isOwn, at }) => ({ id, body: text, updated_at: at, author: gitlabUser(isOwn) }),
  issue: ({ id, text, isOwn }) => ({ iid: id, description: text, author: gitlabUser(isOwn) }),
  merged: (iid, commit) => ({ iid, state: "merged", sha: "0", merge_commit_sha: commit, squash_commit_sha: null }),
  request: { author: { id: 20 } },
  opinions: (opinions) => ({
    "/approvals": {
      approved_by: opinions.map(({ by, at }) => ({
        user: { id: by === author ? 20 : by === bot ? 7 : 30, username: by },
        ...(at === "" ? {} : { approved_at: at }),
      })),
    },
  }),
  paths: {
    request: "/projects/5/merge_requests/1",
    artifact: /^\/projects\/5\/jobs\/(\d+)\/artifacts\/review\/review\.json$/,
    comments: /^\/projects\/5\/merge_requests\/1\/notes$/,
    comment: /^\/projects\/5\/merge_requests\/1\/notes\/(\d+)$/,
    issues: /^\/projects\/5\/issues$/,
    issue: /^\/projects\/5\/issues\/(\d+)$/,
    notes: /^\/projects\/5\/issues\/(\d+)\/notes$/,
    merged: /^\/projects\/5\/repository\/commits\/(\w+)\/merge_requests$/,
  },
};

/** Entries of a page, whatever is asked for, so that listings have several. */
const pageSize = 2;

interface Body {
  readonly title?: string;
  readonly body?: string;
  readonly description?: string;
  readonly state?: string;
  readonly state_event?: string;
}

/** The part of GitHub's or GitLab's API that a pipeline uses, for request 1 and one token. */
export class RequestService {
  readonly comments: Entry[] = [];
  readonly issues: Entry[] = [];
  /** What was said about issues. */
  readonly notes: string[] = [];
  opinions: Opinion[] = [];
  /** Files of jobs by their ids, on GitLab. */
  readonly artifacts = new Map<string, string>();
  /** The commit that merged the request. */
  merged = "";
  /** The last commit of the main branch, if that is another one. */
  head: string | undefined;
  #ids = 100;
  #seconds = 0;

  private constructor(
    private readonly forms: Forms,
    private readonly token: string,
  ) {}

  static async start(forms: Forms, token: string): Promise<{ service: RequestService; server: TestServer }> {
    const service = new RequestService(forms, token);
    return { service, server: await startServer((request, response) => service.#answer(request, response)) };
  }

  /** An entry of the pipeline, or of somebody else. */
  entry = (text: string, isOwn: boolean, title?: string): Entry => ({
    id: (this.#ids += 1),
    isOwn,
    text,
    isOpen: true,
    at: this.#now(),
    ...(title === undefined ? {} : { title }),
  });

  /** Somebody approves a commit now, or says something else about it. */
  approve = (by: string, commit: string, state = "APPROVED"): void => {
    this.opinions.push({ by, commit, state, at: this.#now() });
  };

  /** Each event has a time of its own. */
  readonly #now = (): string => new Date(Date.UTC(2030, 0, 1) + 1000 * (this.#seconds += 1)).toISOString();

  #answer({ method, url, headers, body }: Received, response: ServerResponse): unknown {
    const [header, before] = this.forms.authorization;
    if (headers[header] !== `${before}${this.token}`) return json(response, 401, { message: "unauthorized" });
    const { pathname, searchParams } = new URL(url, "http://service");
    const sent = (body === "" ? {} : JSON.parse(body)) as Body;
    const text = sent.body ?? sent.description;
    const { paths, comment, issue, merged } = this.forms;
    const page = (entries: readonly object[]) => {
      const at = (Number(searchParams.get("page")) - 1) * pageSize;
      const link = at + pageSize < entries.length ? '<https://elsewhere.example/next>; rel="next"' : "";
      json(response, 200, entries.slice(at, at + pageSize), { link });
    };
    const change = (entries: readonly Entry[], id: string | undefined) => {
      const found = entries.find((entry) => String(entry.id) === id);
      if (found === undefined) return json(response, 404, { message: "not found" });
      if (text !== undefined) [found.text, found.at] = [text, this.#now()];
      if (sent.state === "closed" || sent.state_event === "close") found.isOpen = false;
      return {};
    };

    if (pathname === "/user") return gitlabUser(true);
    const head = this.head ?? this.merged;
    if (/\/(?:repos\/agency\/hosting\/commits|repository\/branches)\/main$/.test(pathname))
      return { sha: head, commit: { id: head } };
    if (pathname === paths.request) return this.forms.request;
    const rest = pathname.startsWith(paths.request) ? pathname.slice(paths.request.length) : "";
    const opinions = this.forms.opinions(this.opinions)[rest];
    if (opinions !== undefined) return Array.isArray(opinions) ? page(opinions) : opinions;
    const asked = /^\/repos\/agency\/hosting\/collaborators\/([^/]+)\/permission$/.exec(pathname)?.[1];
    if (asked !== undefined) return { permission: asked === guest ? "read" : "write" };
    const artifact = this.artifacts.get(paths.artifact?.exec(pathname)?.[1] ?? "");
    if (artifact !== undefined) return JSON.parse(artifact) as unknown;
    if (paths.comments.test(pathname)) {
      if (method === "GET") return page(this.comments.map(comment));
      this.comments.push(this.entry(text!, true));
      return {};
    }
    const commented = paths.comment.exec(pathname);
    if (commented !== null) return change(this.comments, commented[1]);
    if (paths.issues.test(pathname)) {
      if (method === "GET") return page(this.issues.filter(({ isOpen }) => isOpen).map(issue));
      this.issues.push(this.entry(text!, true, sent.title));
      return {};
    }
    const changed = paths.issue.exec(pathname);
    if (changed !== null) return change(this.issues, changed[1]);
    if (paths.notes.test(pathname)) return (void this.notes.push(text!), {});
    const commit = paths.merged.exec(pathname)?.[1];
    if (commit !== undefined) return page(commit === this.merged ? [merged(1, commit)] : []);
    return json(response, 404, { message: `no such path: ${pathname}` });
  }
}
