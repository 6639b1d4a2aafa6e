import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import type { Definition } from "../../provider/definition/definition.js";
import { idPartsOf, type Kind, kinds } from "../../provider/values/kinds.js";
import { checkArguments } from "../../provider/lifecycle/check.js";
import { ProviderError } from "../../provider/values/errors.js";
import type { Properties } from "../../provider/values/properties.js";
import { definitions } from "../support/definitions.js";
import { HostingError, type Operation } from "../../sdk/index.js";
import { parameterNames } from "../../sdk/operations/operation.js";
import { rows } from "../../sdk/operations/rows.js";
import { buildPath } from "../../sdk/http/path.js";
import { assertUnpolluted, hostileJson, hostileText } from "../support/hostile.js";
import { rehearseKernel } from "../support/kernel.js";
import { samples, specimens } from "../support/kinds.js";

/** Requests that a kind may send in addition to reads, and how its id names their object. */
interface Reach {
  /** Path parameters, in their order in the id. */
  readonly names: readonly string[];
  readonly writes: readonly Operation[];
}

function reachOf(kind: Kind): Reach {
  const { update, delete: remove } = specimens[kind].requests;
  const writes = rows.filter(({ id }) => id === update || id === remove);
  const parameters = writes.length === 0 ? [] : parameterNames(writes[0]!.path);
  return { names: idPartsOf(kind).map((part, index) => parameters[index] ?? part), writes };
}

/** The parameters that an id names, if they are exactly its parts. */
function named(id: string, names: readonly string[]): Readonly<Record<string, string | number>> | undefined {
  if (names.length === 1 && names[0] !== "customerNumber") return { [names[0]!]: id };
  const parts = id.split("/").map((part) => part.replaceAll("%2F", "/").replaceAll("%25", "%"));
  if (parts.length !== names.length) return undefined;
  if (names[0] === "customerNumber" && !/^[1-9]\d{0,14}$/.test(parts[0]!)) return undefined;
  return Object.fromEntries(names.map((name, index) => [name, name === "customerNumber" ? Number(parts[index]) : parts[index]!]));
}

/** Requests that an id allows, as method and path. */
function allowed(id: string, { names, writes }: Reach): string[] {
  const parameters = named(id, names);
  if (parameters === undefined) return [];
  return writes.map(({ method, path }) => `${method} ${buildPath(path, parameters).path}`);
}

/** Stored ids, and what damage, a manual import or a hostile server could turn them into. */
const part = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("100001", "p100001", "sommer-gartenbau.de", "www", "1") },
  { weight: 2, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.constantFrom("%2F", "%2f", "%252F", "p100001%2Fx", "0100001", "1e5", "100001.0", " 100001", "+100001", "-1"),
  },
);
const ids = fc.oneof(
  fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/")),
  fc.constantFrom("100001", "100001/p100001", "p100001/sommer-gartenbau.de", "p100001/sommer-gartenbau.de/www"),
);

/** Arguments and outputs of the kind, each absent, valid, or anything. */
function states({ fields, outputs }: Definition, sound: Properties): fc.Arbitrary<Properties> {
  const names = [...Object.keys(fields), ...Object.keys(outputs), "adopt", "timeouts", "__unfinished", "other"];
  const member = (name: string) =>
    Object.hasOwn(sound, name) ? fc.oneof({ weight: 2, arbitrary: fc.constant(sound[name]) }, hostileJson) : hostileJson;
  const memory = fc.oneof(
    hostileJson,
    fc.dictionary(fc.constantFrom(...Object.keys(fields)), fc.oneof(hostileJson, fc.constantFrom({ length: 1 }, [1, 2], ["a"]))),
  );
  return fc.record(
    { ...Object.fromEntries(names.map((name) => [name, member(name)])), __echo: memory, __declared: memory },
    { requiredKeys: [] },
  );
}

/** Messages that only somebody who knows the source could understand. */
const internals =
  /Cannot (read|convert|set|destructure|mix)|is not (a function|iterable|defined|an object|a constructor)|call stack|Invalid (time|array|string)|\bNaN\b|\[object |undefined/;

const isClear = (error: unknown): boolean =>
  (error instanceof ProviderError || error instanceof HostingError) && !internals.test(error.message);

for (const subdomainDeletion of ["refuse", "body"] as const)
  describe(`a state that is damaged or very old (subdomains: ${subdomainDeletion})`, function () {
    this.timeout(60_000);

    const whenGone = subdomainDeletion === "refuse" ? "error" : "recreate";
    const rehearsal = rehearseKernel({ rateLimit: false }, { subdomainDeletion, whenGone });
    const tried = subdomainDeletion === "refuse" ? kinds : (["subdomain", "domain", "virtualAccount"] as const);

    for (const kind of tried)
      it(`of the kind ${kind} gets a clear error, and sends requests only for what it names`, async () => {
        const reach = reachOf(kind);
        const definition = definitions[kind];
        const sound = samples[kind];
        const kernel = rehearsal.kernel(definition);
        const { journal } = rehearsal.sandbox.control;
        const beginning = rehearsal.sandbox.control.snapshot();
        const state = states(definition, sound);

        await fc.assert(
          fc.asyncProperty(ids, state, fc.oneof(fc.constant(sound), state), async (id, olds, news) => {
            const calls: Record<string, () => unknown> = {
              check: () => checkArguments(definition, olds, news),
              diff: () => kernel.diff(id, olds, news),
              read: () => kernel.read(id, olds),
              update: () => kernel.update(id, olds, news),
              delete: () => kernel.delete(id, olds),
            };
            for (const [name, call] of Object.entries(calls)) {
              journal.clear();
              await Promise.resolve()
                .then(call)
                .catch((error: unknown) => assert.ok(isClear(error), `${name}: ${inspect(error)}`));
              const written = journal
                .requests()
                .filter(({ method, operation }) => method !== "GET" && operation !== "authenticate")
                .map(({ method, path }) => `${method} ${path}`);
              const may = name === "update" || name === "delete" ? allowed(id, reach) : [];
              for (const request of written) assert.ok(may.includes(request), `${name} of ${JSON.stringify(id)} sent ${request}`);
            }
            assertUnpolluted();
          }),
          { numRuns: 12, endOnFailure: true },
        );
        rehearsal.sandbox.control.restore(beginning);
      });
  });
