import { file, message, Refusal, type Reply } from "../http/reply.js";
import type { Control } from "./control.js";
import { type ControlRoute, controlPrefix, controlRoutes } from "./control-routes.js";

export interface ControlRequest {
  readonly method: string;
  /** Path below `/_sandbox`. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Decoded JSON. */
  readonly body: unknown;
}

/** A command that calls the route. */
export function curlOf({ method, path, example = {} }: ControlRoute, url: string): string {
  const address = `${url}${controlPrefix}${example.path ?? path}`;
  const words = [
    "curl",
    ...(method === "GET" ? [] : ["-X", method]),
    /[?&]/.test(address) ? `'${address}'` : address,
    ...(example.saveTo === undefined ? [] : ["-o", example.saveTo]),
    ...(example.json === undefined ? [] : ["-H", "'Content-Type: application/json'", "-d", quoted(example.json)]),
  ];
  return words.join(" ");
}

const quoted = (json: string): string => (json.startsWith("@") ? json : `'${json}'`);

/** What `/_sandbox` answers: the routes, for people too. */
export const routeList = (url: string): Reply => {
  const routes = controlRoutes.map((route) => ({
    route: `${route.method} ${controlPrefix}${route.path}`,
    does: route.does,
    curl: curlOf(route, url),
  }));
  return file("application/json", Buffer.from(`${JSON.stringify(routes, undefined, 2)}\n`));
};

const segmentsOf = (path: string): string[] => path.split("/").slice(1);

const fits = ({ path }: ControlRoute, segments: readonly string[]): boolean => {
  const pattern = segmentsOf(path);
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part.startsWith("{") ? segments[index] !== "" : part === segments[index]))
  );
};

/** Answers a control request. Invalid input is answered with 400. */
export async function answerControl(control: Control, { method, path, query, body }: ControlRequest): Promise<Reply> {
  try {
    const segments = segmentsOf(path);
    const fitting = controlRoutes.filter((route) => fits(route, segments));
    const route = fitting.find((each) => each.method === method);
    if (route === undefined) return unknownRoute(method, path, fitting);
    const pattern = segmentsOf(route.path);
    const values = segments.filter((_, index) => pattern[index]!.startsWith("{")).map(decodeURIComponent);
    return await route.answer({ control, body, query: single(query), values });
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    return message(400, error instanceof Error ? error.message : String(error));
  }
}

/** A query by name. @throws Error for a name that is there twice: only one of its values would count. */
function single(query: URLSearchParams): Record<string, string> {
  const twice = [...query.keys()].find((name) => query.getAll(name).length > 1);
  if (twice !== undefined) throw new Error(`query.${twice}: is there twice`);
  return Object.fromEntries(query);
}

function unknownRoute(method: string, path: string, fitting: readonly ControlRoute[]): Reply {
  const known = (fitting.length > 0 ? fitting : controlRoutes).map((route) => `${route.method} ${controlPrefix}${route.path}`);
  const refusal = message(
    fitting.length > 0 ? 405 : 404,
    `The sandbox has no control route ${method} ${controlPrefix}${path}. It has ${known.join(", ")}. GET ${controlPrefix} explains them.`,
  );
  return fitting.length > 0 ? { ...refusal, headers: { Allow: fitting.map((route) => route.method).join(", ") } } : refusal;
}
