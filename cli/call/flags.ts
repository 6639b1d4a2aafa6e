import type { InputFlags } from "./input.js";

export interface CallFlags extends InputFlags {
  readonly yes?: true;
  readonly output?: string;
  readonly all?: true;
  readonly file?: true;
  readonly timeout: string;
  readonly showSecrets?: true;
  readonly json?: true;
}
