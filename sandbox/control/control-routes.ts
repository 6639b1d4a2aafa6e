import { z } from "zod";
import { schemaProblems } from "../../sdk/http/schema-problems.js";
import { collectionNames, type CollectionName } from "../state/collections.js";
import type { Control, Objects } from "./control.js";
import { checkFault } from "../http/faults.js";
import { checkSeed } from "../seeds/plant.js";
import { checkSettings } from "../state/settings.js";
import { parseSnapshot, recordSchema } from "../state/snapshot.js";
import { empty, json, message, Refusal, type Reply } from "../http/reply.js";
import { difference } from "./verification.js";

/** Path prefix of the control routes, outside the API's own paths. */
export const controlPrefix = "/_sandbox";

interface ControlCall {
  readonly control: Control;
  readonly body: unknown;
  /** The query by name. */
  readonly query: Readonly<Record<string, string>>;
  /** Values of the path's parameters, in order. */
  readonly values: readonly string[];
}

export interface ControlRoute {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below `/_sandbox`. */
  readonly path: string;
  readonly does: string;
  /** What `curl` does in an example that works with the default seed: another path, JSON, or a file to save the answer to. */
  readonly example?: { readonly path?: string; readonly json?: string; readonly saveTo?: string };
  readonly answer: (call: ControlCall) => Reply | Promise<Reply>;
}

const done = (work: () => void): Reply => {
  work();
  return empty(204);
};

/** Parses a body or a query. @throws Error that says what is wrong with it. */
function read<S extends z.ZodType>(schema: S, data: unknown, place: string): z.output<S> {
  const { success, error, data: known } = schema.safeParse(data);
  if (success) return known;
  throw new Error(schemaProblems(error.issues, place, data).slice(0, 10).join("; "));
}

const clockSchema = z
  .strictObject({ now: z.number().optional(), advance: z.number().optional() })
  .refine(({ now, advance }) => (now === undefined) !== (advance === undefined), {
    error: "must have either `now` or `advance`, in milliseconds",
  });

const releaseSchema = z
  .strictObject({
    release: z.enum(["go-on", "drop"], { error: 'must be "go-on", to continue the held requests, or "drop"' }).optional(),
  })
  .optional();

const numberInQuery = z.string().regex(/^\d+$/, "must be a whole number").transform(Number).optional();

const filterSchema = z.strictObject({
  operation: z.string().optional(),
  method: z.string().optional(),
  path: z.string().optional(),
  body: z.string().optional(),
  status: numberInQuery,
  effect: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional(),
  after: numberInQuery,
});

const verificationSchema = filterSchema
  .extend({ count: numberInQuery, atLeast: numberInQuery, atMost: numberInQuery })
  .refine(({ count, atLeast, atMost }) => count === undefined || (atLeast === undefined && atMost === undefined), {
    error: "must have either count, or atLeast and atMost",
  });

function verify({ control, query }: ControlCall): Reply {
  const { count, atLeast, atMost, ...filter } = read(verificationSchema, query, "query");
  const requests = control.journal.requests(filter);
  const failure = difference({ count, atLeast, atMost }, filter, requests, control.journal.requests());
  return failure === undefined ? empty(204) : message(409, failure);
}

const missing = (messageText: string): Refusal => new Refusal(message(404, messageText));

function objectsOf({ control, values: [name = ""] }: ControlCall): Objects<{ readonly id: string }> {
  if (!(collectionNames as readonly string[]).includes(name))
    throw missing(`The sandbox has no objects named ${name}. It has ${collectionNames.join(", ")}.`);
  return control.store[name as CollectionName];
}

const noObject = ({ values: [name, id] }: ControlCall): Refusal => missing(`${name} has no object ${id}.`);

function insertObject(call: ControlCall): Reply {
  const objects = objectsOf(call);
  const record = read(recordSchema, call.body, "body");
  const [, id] = call.values;
  if (record.id !== id) throw new Error(`body.id: must be ${id}, as in the path`);
  return json(200, objects.insert(record));
}

/** Everything that can be done over HTTP. The documentation's table and the answers to unknown routes are made of it. */
export const controlRoutes: readonly ControlRoute[] = [
  {
    method: "GET",
    path: "/settings",
    does: "shows the settings: readings, rate limit, token lifetime, cache, delays",
    answer: ({ control }) => json(200, control.settings()),
  },
  {
    method: "PATCH",
    path: "/settings",
    does: "changes some of them; the gateway forgets windows and cached answers",
    example: { json: '{"readings": {"emptyLists": "array"}, "rateLimit": false, "tokenLifetime": 90, "cache": false}' },
    answer: ({ control, body }) => done(() => control.configure(checkSettings(body, "body"))),
  },
  {
    method: "POST",
    path: "/reset",
    does: "returns to the seed and settings of the start; forgets faults, requests and clock changes; tokens stay valid",
    answer: ({ control }) => done(() => control.reset()),
  },
  {
    method: "POST",
    path: "/seed",
    does: "replaces all objects by those of a seed: a name, or an object",
    example: { json: '"agency"' },
    answer: ({ control, body }) => done(() => control.seed(checkSeed(body))),
  },
  {
    method: "GET",
    path: "/state",
    does: "returns a snapshot of all objects, with secrets",
    example: { saveTo: "state.json" },
    answer: ({ control }) => json(200, control.snapshot()),
  },
  {
    method: "PUT",
    path: "/state",
    does: "restores a snapshot",
    example: { json: "@state.json" },
    answer: ({ control, body }) => done(() => control.restore(parseSnapshot(body))),
  },
  {
    method: "GET",
    path: "/clock",
    does: "shows the sandbox's time, in milliseconds since 1970",
    answer: ({ control }) => json(200, { now: control.now() }),
  },
  {
    method: "POST",
    path: "/clock",
    does: "moves the clock by `advance` milliseconds, or to `now`; does what is due by then",
    example: { json: '{"advance": 3600000}' },
    answer: ({ control, body }) => {
      const { now, advance = 0 } = read(clockSchema, body, "body");
      if (now === undefined) control.advance(advance);
      else control.setTime(now);
      return json(200, { now: control.now() });
    },
  },
  {
    method: "GET",
    path: "/faults",
    does: "lists faults and stubs, and how many requests each has matched",
    answer: ({ control }) => json(200, control.faults.list()),
  },
  {
    method: "POST",
    path: "/faults",
    does: "adds a fault or a stub, and returns its id",
    example: { json: '{"operation": "listDomains", "effect": {"kind": "status", "status": 503}}' },
    answer: ({ control, body }) => json(201, { id: control.faults.add(checkFault(body)) }),
  },
  {
    method: "DELETE",
    path: "/faults/{id}",
    does: "removes one; requests that it holds continue",
    example: { path: "/faults/fault-1" },
    answer: ({ control, values: [id = ""] }) => {
      if (!control.faults.remove(id)) throw missing(`There is no fault ${id}.`);
      return empty(204);
    },
  },
  {
    method: "DELETE",
    path: "/faults",
    does: "removes all",
    answer: ({ control }) => done(() => control.faults.clear()),
  },
  {
    method: "GET",
    path: "/held",
    does: "lists the requests that a fault of the kind `hold` holds",
    answer: ({ control }) => json(200, control.faults.held()),
  },
  {
    method: "POST",
    path: "/release",
    does: "continues them (`go-on`), or drops them (`drop`)",
    example: { json: '{"release": "go-on"}' },
    answer: ({ control, body }) => {
      const { release } = read(releaseSchema, body, "body") ?? {};
      return json(200, { released: control.faults.release(release) });
    },
  },
  {
    method: "GET",
    path: "/requests",
    does: "lists requests, without secrets; filters: `operation`, `method`, `path`, `body`, `status`, `effect`, `after`",
    example: { path: "/requests?operation=createWebhook&effect=true" },
    answer: ({ control, query }) => json(200, control.journal.requests(read(filterSchema, query, "query"))),
  },
  {
    method: "GET",
    path: "/verify",
    does: "answers 204 if `count`, `atLeast` (1) or `atMost` such requests arrived, else 409 and which did; the same filters",
    example: { path: "/verify?operation=createWebhook&count=0" },
    answer: verify,
  },
  {
    method: "DELETE",
    path: "/requests",
    does: "forgets all requests",
    answer: ({ control }) => done(() => control.journal.clear()),
  },
  {
    method: "GET",
    path: "/outbox",
    does: "lists mails and text messages, such as pins",
    answer: ({ control }) => json(200, control.outbox()),
  },
  {
    method: "GET",
    path: "/deliveries",
    does: "lists calls of webhooks, which go to loopback only",
    answer: ({ control }) => json(200, control.deliveries()),
  },
  {
    method: "POST",
    path: "/idle",
    does: "answers when no webhook is being called",
    answer: async ({ control }) => {
      await control.idle();
      return empty(204);
    },
  },
  {
    method: "GET",
    path: "/objects",
    does: "lists the kinds of objects",
    answer: () => json(200, collectionNames),
  },
  {
    method: "GET",
    path: "/objects/{kind}",
    does: "lists the objects of a kind",
    example: { path: "/objects/domains" },
    answer: (call) => json(200, objectsOf(call).all()),
  },
  {
    method: "GET",
    path: "/objects/{kind}/{id}",
    does: "shows an object",
    example: { path: "/objects/promotionCodes/WELCOME10" },
    answer: (call) => {
      const found = objectsOf(call).get(call.values[1]!);
      if (found === undefined) throw noObject(call);
      return json(200, found);
    },
  },
  {
    method: "PUT",
    path: "/objects/{kind}/{id}",
    does: "adds or replaces an object",
    example: {
      path: "/objects/promotionCodes/SPRING",
      json: '{"id": "SPRING", "description": "Spring", "percent": 20, "monthly": true}',
    },
    answer: insertObject,
  },
  {
    method: "DELETE",
    path: "/objects/{kind}/{id}",
    does: "deletes an object",
    example: { path: "/objects/promotionCodes/SPRING" },
    answer: (call) => {
      if (!objectsOf(call).delete(call.values[1]!)) throw noObject(call);
      return empty(204);
    },
  },
];
