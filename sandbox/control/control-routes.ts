import { collectionNames, type CollectionName } from "../state/records.js";
import type { Control, Objects } from "./control.js";
import type { Fault } from "../http/faults.js";
import type { SeedChoice } from "../seeds/plant.js";
import type { Snapshot } from "../state/store.js";
import { empty, json, message, type Reply } from "../http/reply.js";

/** Where the control routes live, outside the interface's own paths. */
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

const member = (body: unknown, name: string): unknown =>
  typeof body === "object" && body !== null ? (body as Record<string, unknown>)[name] : undefined;

const routes: Readonly<Record<string, Route>> = {
  "GET /state": (control) => json(200, control.snapshot()),
  "PUT /state": (control, { body }) => done(() => control.restore(body as Snapshot)),
  "POST /reset": (control) => done(() => control.reset()),
  "POST /seed": (control, { body }) => done(() => control.seed(body as SeedChoice)),
  "GET /clock": (control) => json(200, { now: control.now() }),
  "POST /clock": (control, { body }) => {
    const time = member(body, "now");
    if (time === undefined) control.advance(member(body, "advance") as number);
    else control.setTime(time as number);
    return json(200, { now: control.now() });
  },
  "POST /idle": async (control) => {
    await control.idle();
    return empty(204);
  },
  "GET /faults": (control) => json(200, control.faults.list()),
  "POST /faults": (control, { body }) => json(201, { id: control.faults.add(body as Fault) }),
  "DELETE /faults": (control) => done(() => control.faults.clear()),
  "GET /held": (control) => json(200, control.faults.held()),
  "POST /release": (control, { body }) => {
    const release = member(body, "release") ?? "go-on";
    if (release !== "go-on" && release !== "drop")
      throw new Error('A request that is held can "go-on", or be dropped by "drop".');
    return json(200, { released: control.faults.release(release) });
  },
  "GET /requests": (control, { query }) =>
    json(
      200,
      control.journal.requests({
        operation: query.get("operation") ?? undefined,
        method: query.get("method") ?? undefined,
        path: query.get("path") ?? undefined,
        status: optionalNumber(query.get("status")),
        effect: query.has("effect") ? query.get("effect") === "true" : undefined,
        after: optionalNumber(query.get("after")),
      }),
    ),
  "DELETE /requests": (control) => done(() => control.journal.clear()),
  "GET /deliveries": (control) => json(200, control.deliveries()),
  "GET /outbox": (control) => json(200, control.outbox()),
  "GET /objects": () => json(200, collectionNames),
};

const optionalNumber = (text: string | null): number | undefined => (text === null ? undefined : Number(text));

/** Answers a control request. Bad input is told with 400. */
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
    return message(404, `The sandbox has no objects named ${collection}; it has ${collectionNames.join(", ")}.`);
  }
  const objects = control.store[collection as CollectionName] as unknown as Objects<{ readonly id: string }>;
  if (id === undefined) return method === "GET" ? json(200, objects.all()) : message(405, `${method} needs an object's id.`);
  switch (method) {
    case "GET": {
      const found = objects.get(id);
      return found === undefined ? message(404, `${collection} holds no ${id}.`) : json(200, found);
    }
    case "PUT":
      if (member(body, "id") !== id) return message(400, `The object must have the id ${id}.`);
      return json(200, objects.insert(body as { readonly id: string }));
    case "DELETE":
      return objects.delete(id) ? empty(204) : message(404, `${collection} holds no ${id}.`);
    default:
      return message(405, "Objects take GET, PUT and DELETE.");
  }
}
