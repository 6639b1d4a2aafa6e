import assert from "node:assert/strict";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/index.js";
import type { Operation } from "../../sdk/operations/operation.js";
import { rows } from "../../sdk/operations/rows.js";

/** A person as the requests of several areas accept one. */
export const contact = {
  salutation: "Frau",
  firstName: "Nora",
  lastName: "Neu",
  street: "Weg",
  houseNumber: "1",
  zip: "10115",
  city: "Berlin",
  country: "DE",
  emailAddress: "nora@neu.example",
};

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body as JSON, as the test expects it. */
  readonly json: unknown;
}

export interface Call {
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Plain HTTP calls of a sandbox, with a token if there is one. */
export class Api {
  constructor(
    readonly url: string,
    readonly token?: string,
  ) {}

  static async login(url: string, username = "reseller", password = "sandbox-password"): Promise<Api> {
    const answer = await new Api(url).send("POST", "/v1/authenticate", { body: { username, password } });
    assert.equal(answer.status, 200, answer.text);
    return new Api(url, (answer.json as { token: string }).token);
  }

  async send(method: string, path: string, { body, headers }: Omit<Call, "parameters" | "query"> = {}): Promise<Answer> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        accept: "application/json",
        "cache-control": "no-cache",
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString("utf8");
    const isJson = (response.headers.get("content-type") ?? "").startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      text,
      json: isJson && text !== "" ? JSON.parse(text) : undefined,
    };
  }

  /** Calls an operation by its id. A status or a body that the table does not know fails the test. */
  async call(id: string, { parameters = {}, query, ...call }: Call = {}): Promise<Answer> {
    const row = rows.find((candidate) => candidate.id === id);
    assert.ok(row, `no operation ${id}`);
    const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      assert.ok(parameters[name] !== undefined, `${id} takes ${name}`);
      return encodeURIComponent(parameters[name]);
    });
    const search = query === undefined ? "" : `?${new URLSearchParams(query).toString()}`;
    const answer = await this.send(row.method, `${path}${search}`, call);
    conforms(row, answer);
    return answer;
  }

  /** Calls an operation that must answer with `status`, and returns its JSON. */
  async expect<T = unknown>(status: number, id: string, call: Call = {}): Promise<T> {
    const answer = await this.call(id, call);
    assert.equal(answer.status, status, `${id}: ${answer.status} ${answer.text}`);
    return answer.json as T;
  }
}

function conforms(row: Operation, { status, json, text, headers }: Answer): void {
  const documented = row.answers[status];
  const read = headers.get("content-type") === "application/pdf" && row.alternate !== undefined ? row.alternate : documented;
  switch (read?.kind) {
    case undefined: {
      // Refusals that the API documents only for other operations, and the gateway's answer to a login that is not JSON.
      const refusals = row.id === "authenticate" ? [500] : [400, 403];
      const unknown = row.evidence.status === "unknown" ? [200, 202] : [];
      assert.ok([...refusals, ...unknown].includes(status), `${row.id}: ${status}`);
      return;
    }
    case "json": {
      const decoded = read.schema.safeParse(json);
      assert.ok(decoded.success, `${row.id}: ${status} ${text.slice(0, 500)} ${decoded.error?.message ?? ""}`);
      return;
    }
    case "failure":
      if (read.schema === undefined) assert.equal(text, "", `${row.id}: ${status} has no body`);
      else assert.ok(read.schema.safeParse(json).success, `${row.id}: ${status} ${text}`);
      return;
    case "binary":
      assert.equal(headers.get("content-type"), read.contentType);
      return;
    case "empty":
    case "value":
      assert.equal(text, "", `${row.id}: ${status} has no body`);
      return;
    case "redirect":
      return;
  }
}

/** Starts a sandbox for each test of a suite, and stops it after. */
export function useSandbox(options: SandboxOptions = {}): () => Sandbox {
  let sandbox: Sandbox | undefined;
  beforeEach(async () => {
    sandbox = await startSandbox(options);
  });
  afterEach(async () => {
    await sandbox?.close();
    sandbox = undefined;
  });
  return () => {
    assert.ok(sandbox, "the sandbox runs within tests only");
    return sandbox;
  };
}

/** A sandbox for each test of a suite, and calls with the reseller's login. */
export function useApi(options: SandboxOptions = {}) {
  const sandbox = useSandbox(options);
  let api: Api;
  const login = async () => {
    api = await Api.login(sandbox().url);
  };
  beforeEach(login);
  return {
    sandbox,
    control: () => sandbox().control,
    token: () => api.token!,
    expect: <T = unknown>(status: number, id: string, call?: Call): Promise<T> => api.expect<T>(status, id, call),
    call: (id: string, call?: Call): Promise<Answer> => api.call(id, call),
    send: (method: string, path: string, call?: Omit<Call, "parameters" | "query">): Promise<Answer> =>
      api.send(method, path, call),
    /** Lets time pass, also beyond the lifetime of a token. */
    async pass(milliseconds: number): Promise<void> {
      sandbox().control.advance(milliseconds);
      await login();
    },
    /** Another login's calls, to whom the objects of the reseller do not belong. */
    stranger: (): Promise<Api> => Api.login(sandbox().url, "agency", "agency-password"),
  };
}

/** Runs `work` with a separate sandbox. */
export async function withSandbox(options: SandboxOptions, work: (sandbox: Sandbox, api: Api) => Promise<void>): Promise<void> {
  const sandbox = await startSandbox(options);
  try {
    await work(sandbox, await Api.login(sandbox.url));
  } finally {
    await sandbox.close();
  }
}
