import type { FaultEffect } from "../../sandbox/index.js";

/** What strikes the whole command while the decisive requests of its cells are held. */
export type Disruption = "refuse" | "expire" | "kill-provider" | "kill-engine" | "fill-disk";

interface RequestFault {
  /** It applies to single requests, so each object can meet a different one. */
  readonly scope: "request";
  readonly effect: FaultEffect;
  /** Which of the kind's requests it is for: the decisive one, its listing, or only one that creates an object. */
  readonly meets: "decisive" | "listing" | "creation";
}

interface CommandFault {
  readonly scope: "command";
  readonly disruption: Disruption;
  /** Where the decisive requests are held when it strikes; undefined if none is sent. */
  readonly held: "before" | "after" | undefined;
}

interface Traits {
  /** Strikes after the effect, so it equals this twin if there is no effect. */
  readonly twin?: string;
  /** Damages the body of the answer. */
  readonly spoilsBody?: boolean;
  /** Leaves it unknown whether the request took effect. */
  readonly leavesOpen?: boolean;
}

export type MatrixFault = (RequestFault | CommandFault) & Traits;

const request = (effect: FaultEffect, traits: Traits = {}, meets: RequestFault["meets"] = "decisive"): MatrixFault => ({
  scope: "request",
  effect,
  meets,
  ...traits,
});
const command = (disruption: Disruption, held: CommandFault["held"], traits: Traits = {}): MatrixFault => ({
  scope: "command",
  disruption,
  held,
  ...traits,
});

const open = { leavesOpen: true };

/** All faults by name, in the order of the table. */
export const faults = {
  refused: command("refuse", undefined),
  "bad-request": request({ kind: "status", status: 400, body: { message: "not now" } }),
  forbidden: request({ kind: "status", status: 403, body: { message: "access denied" } }),
  "reset-before": request({ kind: "reset-before" }, open),
  "reset-after": request({ kind: "reset-after" }, { ...open, twin: "reset-before" }),
  "timeout-before": request({ kind: "timeout-before" }, open),
  "timeout-after": request({ kind: "timeout-after" }, { ...open, twin: "timeout-before" }),
  "status-500-after": request({ kind: "status", status: 500, when: "after" }, open),
  "status-502": request({ kind: "status", status: 502, body: "Bad gateway" }, open),
  "status-503": request({ kind: "status", status: 503 }, open),
  "status-429": request({ kind: "status", status: 429, body: { msg: "rate limit exceeded" } }),
  "status-429-retry-after": request({
    kind: "status",
    status: 429,
    body: { msg: "rate limit exceeded" },
    headers: { "Retry-After": "1" },
  }),
  truncated: request({ kind: "truncate" }, { ...open, spoilsBody: true }),
  "not-json": request({ kind: "malformed" }, { ...open, spoilsBody: true }),
  "wrong-shape": request({ kind: "wrong-shape" }, { ...open, spoilsBody: true }),
  "stale-list": request({ kind: "stale-list" }, {}, "listing"),
  hidden: request({ kind: "hidden", reads: 3 }, {}, "creation"),
  "token-expired": command("expire", "before", open),
  "kill-provider-before": command("kill-provider", "before"),
  "kill-provider-after": command("kill-provider", "after", { twin: "kill-provider-before" }),
  "kill-engine-before": command("kill-engine", "before"),
  "kill-engine-after": command("kill-engine", "after", { twin: "kill-engine-before" }),
  "disk-full": command("fill-disk", "after"),
} as const satisfies Readonly<Record<string, MatrixFault>>;

export type FaultName = keyof typeof faults;

export const faultNames = Object.keys(faults) as readonly FaultName[];

export const faultOf = (name: FaultName): MatrixFault => faults[name];

/** Whether a fault affects every object once one has met it: a used-up rate window applies to all requests. */
export function isForAll(name: FaultName): boolean {
  const fault = faultOf(name);
  return name === "status-429" || (fault.scope === "command" && fault.held !== undefined);
}
