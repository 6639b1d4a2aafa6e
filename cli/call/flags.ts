import type { InputFlags } from "./input.js";

export interface CallFlags extends InputFlags {
  readonly yes?: true;
  readonly output?: string;
  readonly all?: true;
  readonly file?: true;
  readonly where?: readonly string[];
  readonly table?: true;
  readonly columns?: string;
  readonly timeout: string;
  readonly profile?: string;
  readonly showSecrets?: true;
  readonly json?: true;
}
