import { median } from "../statistics.js";
import type { Contender } from "./contenders.js";
import { type Call, type Server, startServer } from "./server.js";

const webhook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };
const listing: Call = { method: "GET", path: "/v1/webhooks" };
const creation: Call = { method: "POST", path: "/v1/webhooks", body: webhook };
const login: Call = {
  method: "POST",
  path: "/v1/authenticate",
  body: { username: "reseller", password: "sandbox-password" },
};

/** The requests that are measured. */
const calls: Readonly<Record<string, Call>> = {
  list: { method: "GET", path: "/v1/accounts/p100001/domains" },
  "single object": { method: "GET", path: "/v1/customers/100001" },
  create: creation,
};

/** More than the API allows in a window. */
const manyRequests = 1_100;

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Header fields with the token of a server; one without a login takes any. */
async function authorized(server: Server): Promise<Readonly<Record<string, string>>> {
  const { status, text } = await server.send(login);
  return bearer(status === 200 ? (JSON.parse(text) as { token: string }).token : "none");
}

/** @returns requests per second, and the median and the 99th percentile of the latency in milliseconds */
async function load(server: Server, call: Call, requests: number, connections: number): Promise<number[]> {
  const times: number[] = [];
  let left = requests;
  const begun = performance.now();
  const connection = async (): Promise<void> => {
    while (left-- > 0) {
      const sent = performance.now();
      const { status, text } = await server.send(call);
      if (status >= 300) throw new Error(`${call.method} ${call.path}: ${status} ${text}`);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const rate = (1000 * requests) / (performance.now() - begun);
  return [rate, median(times), times.toSorted((a, b) => a - b)[Math.ceil(0.99 * requests) - 1]!];
}

/**
 * What one process of a contender takes, by what it is.
 *
 * @param requests of each load; a quarter more warm the server up
 */
export async function measure({ command, unlimited = [] }: Contender, requests: number): Promise<Record<string, number[]>> {
  const server = await startServer([...command, ...unlimited], listing);
  try {
    const before = await server.memory();
    const headers = await authorized(server);
    const loads: Record<string, number[]> = {};
    for (const [name, call] of Object.entries(calls))
      for (const connections of [1, 32]) {
        await load(server, { ...call, headers }, Math.ceil(requests / 4), connections);
        loads[`${name}, ${connections} at a time`] = await load(server, { ...call, headers }, requests, connections);
      }
    const memory = [before, await server.memory()].map((bytes) => bytes / 1e6);
    return { "first answer, ms": [server.startTime], "memory before and after, MB": memory, ...loads };
  } finally {
    await server.close();
  }
}

/** What a contender with its default settings answers. */
export async function factsOf({ command, failing }: Contender): Promise<Record<string, string>> {
  const server = await startServer(command, listing);
  try {
    const headers = await authorized(server);
    const send = (call: Call) => server.send({ headers, ...call });
    const statusOf = async (call: Call): Promise<string> => String((await send(call)).status);
    const url = "https://agency.example/kept";
    await send({ ...creation, body: { ...webhook, url } });
    const isKept = (await send(listing)).text.includes(url);
    const facts: Record<string, string> = {
      "what was created is listed": isKept ? "yes" : "no",
      "a body with a wrong type": await statusOf({ ...creation, body: { ...webhook, url: 5 } }),
      "no token, a wrong token": `${await statusOf({ ...listing, headers: {} })}, ${await statusOf({ ...listing, headers: bearer("wrong") })}`,
    };
    if (failing?.fault !== undefined) await send({ method: "POST", path: "/_sandbox/faults", body: failing.fault });
    const failed = statusOf({ ...listing, headers: { ...headers, ...failing?.headers } }).catch(() => "cut connection");
    facts["a fault on demand"] = failing === undefined ? "no option" : await failed;
    let sent = 0;
    while (sent < manyRequests && (await statusOf(listing)) !== "429") sent++;
    return { ...facts, "rate limit": sent < manyRequests ? `429 after ${sent}` : `none in ${sent}` };
  } finally {
    await server.close();
  }
}
