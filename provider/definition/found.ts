import type { Fields, Outputs, OutputValues } from "./field.js";

/** An object as the provider shows it, with the names of the arguments and outputs. */
export interface Found<F extends Fields = Fields, O extends Outputs = Outputs> {
  /** Pulumi's id. */
  readonly id: string;
  /** Arguments as the provider shows them; absent if it does not show them. */
  readonly inputs: { readonly [K in keyof F]?: unknown };
  readonly outputs: OutputValues<O>;
}
