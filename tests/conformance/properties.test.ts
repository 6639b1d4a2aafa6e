import assert from "node:assert/strict";
import fc from "fast-check";
import type { Readings } from "../../sandbox/index.js";
import { readingChoices } from "../../sandbox/state/readings.js";
import { type Client, createClient } from "../../sdk/client.js";
import { successOf } from "../../sdk/http/decode.js";
import type { BinaryContent, Operation } from "../../sdk/operations/operation.js";
import { rows, tableRows } from "../../sdk/operations/rows.js";
import type { Input } from "./cases.js";
import { ConformanceWorld, useWorld } from "./world.js";

/** Rows whose requests differ in more than what they name. */
const varied = rows.filter(({ body, query }) => body !== undefined || query !== undefined);

describe("any valid request", () => {
  const world = useWorld();

  for (const row of varied)
    it(`is accepted as ${row.id}, and its answer matches the schema`, async () => {
      const accepted = fc.asyncProperty(world().caseOf(row).valid(), async (input) => {
        world().restore();
        const answer = await world().call(row, input);
        assert.ok(successOf(row, answer.status), `${answer.status} ${answer.text}`);
      });
      await fc.assert(accepted, { numRuns: 15 });
    });
});

describe("any call of the client", () => {
  const world = useWorld();
  let client: Client;
  before(() => {
    client = createClient({
      baseUrl: world().sandbox.url,
      credentials: { accessToken: world().api.token! },
      retry: { attempts: 1 },
    });
  });
  after(() => client.close());

  for (const { area, verb, name, operation: row } of tableRows)
    it(`reaches the sandbox and is accepted: ${name}`, async () => {
      const call = (client as unknown as Readonly<Record<string, Readonly<Record<string, ClientCall>>>>)[area]![verb]!;
      const understood = fc.asyncProperty(world().caseOf(row).valid(), async (input) => {
        world().restore();
        const result = await call(argumentOf(row, input));
        if (isFile(result)) for await (const bytes of result.content) assert.ok(bytes.length > 0);
      });
      await fc.assert(understood, { numRuns: varied.includes(row) ? 5 : 1 });
    });
});

type ClientCall = (input: unknown) => Promise<unknown>;

/** What the client's function takes. */
const argumentOf = (row: Operation, { parameters, query, body }: Input): unknown => ({
  ...parameters,
  ...(row.query === undefined ? {} : { query }),
  ...(body === undefined ? {} : { body }),
});

const isFile = (result: unknown): result is BinaryContent =>
  typeof result === "object" && result !== null && "contentType" in result;

describe("any reading of the API", () => {
  /** Readings that use the choice of that number, or the last there is. */
  const column = (number: number) =>
    Object.fromEntries(
      Object.entries(readingChoices).map(([name, choices]) => [name, choices[Math.min(number, choices.length - 1)]]),
    ) as Readings;
  const columns = Math.max(...Object.values(readingChoices).map(({ length }) => length));
  const any = fc.record(
    Object.fromEntries(Object.entries(readingChoices).map(([name, choices]) => [name, fc.constantFrom<unknown>(...choices)])),
  ) as fc.Arbitrary<Readings>;

  it("gives answers that the table can decode", async () => {
    const decoded = fc.asyncProperty(any, async (readings) => {
      const world = await ConformanceWorld.open({ readings });
      try {
        for (const row of rows) {
          world.restore();
          await world.decoded(row, world.caseOf(row).complete());
        }
      } finally {
        await world.close();
      }
    });
    const examples = Array.from({ length: columns }, (_, number): [Readings] => [column(number)]);
    await fc.assert(decoded, { numRuns: columns + 3, examples });
  }).timeout(60_000);
});
