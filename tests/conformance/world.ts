import assert from "node:assert/strict";
import { type Sandbox, type SandboxOptions, type Snapshot, startSandbox } from "../../sandbox/index.js";
import type { Operation } from "../../sdk/operations/operation.js";
import { objections } from "../support/fact-validator.js";
import { type Answer, Api, type Call } from "../support/sandbox.js";
import { Case, type Existing, furnish, type Input } from "./cases.js";

/** Models and document have what a careful client sends; the sandbox takes more unless it is told so. */
const asDescribed = { readOnlyMembers: "refused", offerPhone: "described" } as const;

/** A furnished sandbox whose clock stands still, so that nothing changes unless a request changes it. */
export class ConformanceWorld {
  private constructor(
    readonly sandbox: Sandbox,
    readonly api: Api,
    readonly existing: Existing,
    private readonly start: Snapshot,
  ) {}

  static async open(options: SandboxOptions = {}): Promise<ConformanceWorld> {
    const now = Date.now();
    const sandbox = await startSandbox({ rateLimit: false, clock: { now: () => now }, readings: asDescribed, ...options });
    try {
      const api = await Api.login(sandbox.url);
      const existing = await furnish(api, sandbox);
      return new ConformanceWorld(sandbox, api, existing, sandbox.control.snapshot());
    } catch (error) {
      await sandbox.close();
      throw error;
    }
  }

  /** Goes back to how it was. */
  restore(): void {
    this.sandbox.control.restore(this.start);
    this.sandbox.control.journal.clear();
  }

  caseOf(row: Operation): Case {
    return new Case(row, this.existing);
  }

  /** Sends a request whose answer has to be one that the row and the gathered schemas know. */
  async call(row: Operation, input: Input): Promise<Answer> {
    const answer = await this.decoded(row, input);
    const objected = objections(row.id, answer.status, answer.json, { chosen: input.query["fields"] !== undefined });
    assert.deepEqual(objected, [], `${row.id}: ${answer.text.slice(0, 500)}`);
    return answer;
  }

  /** Sends a request whose answer has to be one that the row knows. */
  decoded(row: Operation, input: Input): Promise<Answer> {
    return this.api.call(row.id, callOf(input));
  }

  /** Everything that exists. */
  contents(): Snapshot["collections"] {
    return this.sandbox.control.snapshot().collections;
  }

  /** Fails where anything differs from the start. */
  assertUnchanged(): void {
    assert.deepEqual(this.sandbox.control.journal.requests({ effect: true }), []);
    assert.deepEqual(this.contents(), this.start.collections);
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }
}

const callOf = ({ query, ...input }: Input): Call => ({
  ...input,
  query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
});

/** Sends a request whatever it is, and takes any answer. */
export function send(api: Api, row: Operation, input: Input): Promise<Answer> {
  const { parameters = {}, query, ...call } = callOf(input);
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name]!));
  const search = new URLSearchParams(query).toString();
  return api.send(row.method, search === "" ? path : `${path}?${search}`, call);
}

/** A world for the tests of a suite, as it was at its start for each of them. */
export function useWorld(): () => ConformanceWorld {
  let world: ConformanceWorld | undefined;
  before(async () => {
    world = await ConformanceWorld.open();
  });
  beforeEach(() => world!.restore());
  after(() => world?.close());
  return () => {
    assert.ok(world, "the sandbox runs within tests only");
    return world;
  };
}
