import type { Properties } from "../../../provider/values/properties.js";

/** Commands whose calls are measured, in their order: what one leaves, the next one finds. */
export const commandNames = ["apply", "preview", "refresh", "change", "destroy"] as const;
export type CommandName = (typeof commandNames)[number];

/** Calls of the engine. `write` is the one that creates, updates or deletes. */
export const callNames = ["check", "diff", "read", "write"] as const;
export type CallName = (typeof callNames)[number];

/** Milliseconds of CPU by call, for all resources; a command without the call does not have it. */
export type CallCpu = Readonly<Partial<Record<CallName, number>>>;

/** A resource between two commands, with properties as the engine sends them. */
export interface Managed {
  /** What the program declares in the next command. */
  readonly declared: Properties;
  /** Inputs, id and outputs in the state; empty before the first apply. */
  readonly inputs: Properties;
  readonly id: string;
  readonly state: Properties;
}

/** The task of a process, and its result. */
export interface Task {
  readonly command: CommandName;
  readonly resources: readonly Managed[];
}
export interface TaskResult {
  readonly cpu: CallCpu;
  readonly resources: readonly Managed[];
}
