import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";
import { Store } from "./store.js";

/*
 * As much of the protocol between the Pulumi CLI and a service with journaling as the commands of the benchmark need, for one
 * stack. A part of the benchmark only: it checks no tokens, holds no leases and keeps no events.
 */

/** The owner of all stacks in files, which is the only one that leaves no trace in the state of a dynamic resource. */
const owner = "organization";
const token = "bench";

interface Reply {
  readonly status: number;
  readonly body: string | Buffer;
}

const ok = (body: unknown = {}): Reply => ({ status: 200, body: JSON.stringify(body) });
const refused = (code: number, message: string): Reply => ({ status: code, body: JSON.stringify({ code, message }) });

const unzipped = promisify<Buffer, Buffer>(gunzip);

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const body = await buffer(request);
  return request.headers["content-encoding"] === "gzip" ? unzipped(body) : body;
}

type Handler = (body: Buffer) => Reply | Promise<Reply>;

/** Method and path of a request, without the names and ids in it. */
const routeOf = (method: string, path: string): string =>
  `${method} ${path
    .replace(/^\/api\/stacks\/[^/]+\/[^/]+/, "project")
    .replace(/^project\/[^/]+/, "stack")
    .replace(/^stack\/update\/[^/]+/, "update")}`;

const newStackSchema = z.object({ stackName: z.string(), tags: z.record(z.string(), z.string()).optional() });
const startSchema = z.object({ journalVersion: z.number().optional() });

/** A state backend that journals: the CLI sends what changes, and never the whole state. */
export class JournalService {
  #stack: z.infer<typeof newStackSchema> | undefined;
  #updates = 0;

  private constructor(
    private readonly store: Store,
    private readonly server: Server,
    private readonly project: string,
  ) {
    server.on("request", (request, response) => {
      const answer = this.#answer(request).catch((error: unknown) => refused(500, String(error)));
      void answer.then(({ status, body }) => response.writeHead(status, { "content-type": "application/json" }).end(body));
    });
  }

  /** @param folder keeps the state and the journal */
  static async start(folder: string, project: string): Promise<JournalService> {
    const service = new JournalService(await Store.make(folder), createServer(), project);
    service.server.listen(0, "127.0.0.1");
    await once(service.server, "listening");
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** How many entries of the journal were applied to the state so far. */
  get applied(): number {
    return this.store.applied;
  }

  stateBytes(): Promise<number> {
    return this.store.bytes();
  }

  async close(): Promise<void> {
    const closed = once(this.server, "close");
    this.server.close();
    this.server.closeAllConnections();
    await closed;
    await this.store.close();
  }

  async #answer(request: IncomingMessage): Promise<Reply> {
    const body = await bodyOf(request);
    const route = routeOf(request.method ?? "GET", new URL(request.url ?? "/", this.url).pathname);
    const handler = this.#routes[route];
    return handler === undefined ? refused(404, `The service of the benchmark has no ${route}.`) : handler(body);
  }

  readonly #routes: Readonly<Record<string, Handler>> = {
    "GET /api/capabilities": () => ok({ capabilities: [] }),
    "GET /api/user": () => ok({ githubLogin: owner, name: owner, organizations: [] }),
    "GET /api/user/organizations/default": () => ok({ GitHubLogin: owner }),
    "HEAD project": () => ok(),
    "POST project": (body) => {
      this.#stack = newStackSchema.parse(JSON.parse(body.toString()));
      return ok();
    },
    "GET stack": () => this.#described(),
    "GET stack/export": async () => ({ status: 200, body: await this.store.read() }),
    "POST stack/update": () => this.#create(),
    "POST stack/preview": () => this.#create(),
    "POST stack/refresh": () => this.#create(),
    "POST stack/destroy": () => this.#create(),
    "POST update": (body) => this.#begin(body),
    "POST update/renew_lease": () => ok({ token }),
    "PATCH update/journalentries": async (body) => {
      await this.store.append(body);
      return ok();
    },
    "POST update/events/batch": () => ok(),
    "POST update/complete": async () => {
      await this.store.fold();
      return ok();
    },
  };

  #described(): Reply {
    if (this.#stack === undefined) return refused(404, "The stack does not exist.");
    const { project: projectName } = this;
    return ok({ id: "bench", orgName: owner, projectName, activeUpdate: "", version: this.#updates, ...this.#stack });
  }

  #create(): Reply {
    this.#updates += 1;
    return ok({ updateID: String(this.#updates) });
  }

  /** A killed update leaves a journal behind. */
  async #begin(body: Buffer): Promise<Reply> {
    const { journalVersion } = startSchema.parse(JSON.parse(body.toString()));
    if (journalVersion !== 1) return refused(400, "The service of the benchmark only takes updates with a journal of version 1.");
    await this.store.fold();
    return ok({ version: this.#updates, token, journalVersion });
  }
}
