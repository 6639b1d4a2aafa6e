import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { JournalEntry } from "../../sandbox/index.js";
import { successOf } from "../../sdk/http/decode.js";
import type { Operation } from "../../sdk/operations/operation.js";
import { rows } from "../../sdk/operations/rows.js";
import { openApiFor } from "./openapi-document.js";
import { ConformanceWorld } from "./world.js";

/**
 * Runs schemathesis against a sandbox: `node schemathesis.js <document> <schemathesis> [arguments]`. It makes up requests,
 * fitting and broken ones, from the OpenAPI document alone, and holds every answer against it. Beyond what it checks itself,
 * no answer may come of a defect of the sandbox, and every operation must have been tried and have succeeded at least once.
 */

/** Requests that break the document are refused, and no answer is one that the document does not hold. */
const checks = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_headers_conformance",
  "response_schema_conformance",
  "negative_data_rejection",
  "unsupported_method",
  "allow_header_conformance",
];

/** Requests per operation, of those that are made up at random. */
const examples = 10;

/** Longest run, in milliseconds. */
const timeout = 600_000;

interface Count {
  tried: number;
  succeeded: number;
}

/** The results of the requests for each operation. */
class Tally {
  readonly #answers = new Map<string, Count>(rows.map(({ id }) => [id, { tried: 0, succeeded: 0 }]));
  readonly defects = new Set<string>();

  add(row: Operation, { status, answer }: JournalEntry): void {
    const count = this.#answers.get(row.id)!;
    count.tried += 1;
    if (status !== undefined && successOf(row, status) !== undefined) count.succeeded += 1;
    const { reason } = (answer?.body ?? {}) as { readonly reason?: unknown };
    if (typeof reason === "string" && reason.startsWith("defect of the sandbox")) this.defects.add(`${row.id}: ${reason}`);
  }

  get requests(): number {
    return Array.from(this.#answers.values()).reduce((sum, { tried }) => sum + tried, 0);
  }

  get untried(): string[] {
    return this.#those(({ tried }) => tried === 0);
  }

  get neverSucceeded(): string[] {
    return this.#those(({ tried, succeeded }) => tried > 0 && succeeded === 0);
  }

  #those(matches: (count: Count) => boolean): string[] {
    return Array.from(this.#answers).flatMap(([id, count]) => (matches(count) ? [id] : []));
  }
}

const hooks = join(__dirname, "../../../tools", "schemathesis", "hooks.py");

const rowOf = new Map(rows.map((row) => [row.id, row]));

/** Settings: the login, and server errors that an operation documents. */
function settings(token: string): string {
  const documented = rows.flatMap((row) => {
    const statuses = Object.keys(row.answers).filter((status) => Number(status) >= 500);
    // The gateway's answer to a login that it cannot read.
    if (row.id === "authenticate") statuses.push("500");
    return statuses.length === 0 ? [] : [{ id: row.id, expected: ["2xx", "3xx", "4xx", ...statuses] }];
  });
  return [
    `hooks = ${JSON.stringify(hooks)}`,
    `[headers]\nAuthorization = ${JSON.stringify(`Bearer ${token}`)}`,
    ...documented.map(
      ({ id, expected }) =>
        `[[operations]]\ninclude-operation-id = "${id}"\nchecks.not_a_server_error.expected-statuses = ${JSON.stringify(expected)}`,
    ),
  ].join("\n\n");
}

async function main([document, schemathesis, ...args]: readonly string[]): Promise<number> {
  if (document === undefined || schemathesis === undefined)
    throw new Error("usage: schemathesis.js <document> <schemathesis> [arguments]");
  const { run } = await import("../../tools/process.mjs");
  const folder = await mkdtemp(join(tmpdir(), "schemathesis-"));
  const tally = new Tally();
  let restore = () => {};
  const onRequest = (entry: JournalEntry): void => {
    const row = rowOf.get(entry.operation ?? "");
    if (row !== undefined) tally.add(row, entry);
    // Each request finds everything that there was at the start.
    if (entry.effect) restore();
  };
  // The gateway answers a GET with the empty answer to an earlier OPTIONS or HEAD, which no document describes.
  const world = await ConformanceWorld.open({ onRequest, cache: false });
  restore = () => world.restore();
  try {
    const described = JSON.parse(await readFile(document, "utf8")) as Parameters<typeof openApiFor>[0];
    await writeFile(join(folder, "openapi.json"), JSON.stringify(openApiFor(described, world)));
    await writeFile(join(folder, "schemathesis.toml"), settings(world.api.token!));
    const command = ["--config-file", "schemathesis.toml", "run", "openapi.json", "--url", world.sandbox.url];
    const bounds = ["--phases", "examples,coverage,fuzzing", "--max-examples", String(examples), "--seed", "112"];
    const fixed = ["--checks", checks.join(), "--continue-on-failure", "--suppress-health-check", "all"];
    const output = ["--warnings", "off", "--no-color", "--generation-database", "none"];
    const { status } = await run(resolve(schemathesis), [...command, ...bounds, ...fixed, ...output, ...args], {
      cwd: folder,
      env: { ...process.env, NO_PROXY: "127.0.0.1", no_proxy: "127.0.0.1" },
      timeout,
      onLine: (line) => process.stdout.write(`${line}\n`),
    });
    return verdict(status, tally, args.length > 0);
  } finally {
    await world.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** `chosen`: arguments may have left operations out. */
function verdict(status: number | null, { requests, defects, neverSucceeded, untried }: Tally, chosen: boolean): number {
  const findings = [
    ...(status === null ? [`schemathesis was stopped after ${timeout / 1000} s`] : []),
    ...(status !== null && status !== 0 ? ["schemathesis found what is told above"] : []),
    ...defects,
    ...neverSucceeded.map((id) => `${id}: no request succeeded`),
    ...(chosen ? [] : untried.map((id) => `${id}: was not tried`)),
  ];
  const tried = rows.length - untried.length;
  process.stdout.write(`${tried} operations, ${requests} requests: ${findings.length === 0 ? "nothing found" : "failed"}\n`);
  for (const finding of findings) process.stdout.write(`- ${finding}\n`);
  return findings.length === 0 ? 0 : 1;
}

void main(process.argv.slice(2)).then((status) => {
  process.exitCode = status;
});
