import { z } from "zod";
import { schemaProblems } from "../../sdk/http/schema-problems.js";
import { collectionNames, type CollectionName } from "../state/records.js";
import type { Control, Objects } from "./control.js";
import { checkFault } from "../http/faults.js";
import { checkSeed } from "../seeds/plant.js";
import { parseSnapshot, recordSchema } from "../state/snapshot.js";
import { empty, json, message, type Reply } from "../http/reply.js";

/** Path prefix of the control routes, outside the API's own paths. */
export const controlPrefix = "/_sandbox";

export interface ControlRequest {
  readonly method: string;
  /** Path below `/_sandbox`, and query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Decoded JSON. */
  readonly body: unknown;
}

type Route = (control: Control, request: ControlRequest) => Reply | Promise<Reply>;

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
  status: numberInQuery,
  effect: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional(),
  after: numberInQuery,
});

const routes: Readonly<Record<string, Route>> = {
  "GET /state": (control) => json(200, control.snapshot()),
  "PUT /state": (control, { body }) => done(() => control.restore(parseSnapshot(body))),
  "POST /reset": (control) => done(() => control.reset()),
  "POST /seed": (control, { body }) => done(() => control.seed(checkSeed(body))),
  "GET /clock": (control) => json(200, { now: control.now() }),
  "POST /clock": (control, { body }) => {
    const { now, advance = 0 } = read(clockSchema, body, "body");
    if (now === undefined) control.advance(advance);
    else control.setTime(now);
    return json(200, { now: control.now() });
  },
  "POST /idle": async (control) => {
    await control.idle();
    return empty(204);
  },
  "GET /faults": (control) => json(200, control.faults.list()),
  "POST /faults": (control, { body }) => json(201, { id: control.faults.add(checkFault(body)) }),
  "DELETE /faults": (control) => done(() => control.faults.clear()),
  "GET /held": (control) => json(200, control.faults.held()),
  "POST /release": (control, { body }) => {
    const { release } = read(releaseSchema, body, "body") ?? {};
    return json(200, { released: control.faults.release(release) });
  },
  "GET /requests": (control, { query }) =>
    json(200, control.journal.requests(read(filterSchema, Object.fromEntries(query), "query"))),
  "DELETE /requests": (control) => done(() => control.journal.clear()),
  "GET /deliveries": (control) => json(200, control.deliveries()),
  "GET /outbox": (control) => json(200, control.outbox()),
  "GET /objects": () => json(200, collectionNames),
};

/** Answers a control request. Invalid input is answered with 400. */
export async function answerControl(control: Control, request: ControlRequest): Promise<Reply> {
  try {
    const route = routes[`${request.method} ${request.path}`];
    if (route !== undefined) return await route(control, request);
    const [, collection, id] = /^\/objects\/([^/]+)(?:\/([^/]+))?$/.exec(request.path) ?? [];
    if (collection !== undefined) return answerObjects(control, collection, id && decodeURIComponent(id), request);
    return message(404, `The sandbox has no control route ${request.method} ${controlPrefix}${request.path}.`);
  } catch (error) {
    return message(400, error instanceof Error ? error.message : String(error));
  }
}

function answerObjects(control: Control, collection: string, id: string | undefined, { method, body }: ControlRequest): Reply {
  if (!(collectionNames as readonly string[]).includes(collection)) {
    return message(404, `The sandbox has no objects named ${collection}. It has ${collectionNames.join(", ")}.`);
  }
  const objects = control.store[collection as CollectionName] as unknown as Objects<{ readonly id: string }>;
  if (id === undefined) return method === "GET" ? json(200, objects.all()) : message(405, `${method} needs an object's id.`);
  switch (method) {
    case "GET": {
      const found = objects.get(id);
      return found === undefined ? message(404, `${collection} has no object ${id}.`) : json(200, found);
    }
    case "PUT": {
      const record = read(recordSchema, body, "body");
      if (record.id !== id) return message(400, `The object must have the id ${id}.`);
      return json(200, objects.insert(record));
    }
    case "DELETE":
      return objects.delete(id) ? empty(204) : message(404, `${collection} has no object ${id}.`);
    default:
      return message(405, "Objects support GET, PUT and DELETE.");
  }
}
