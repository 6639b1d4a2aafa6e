import type ts from "typescript";

/** What stands in the declarations for a type of the library that checks values. */
export const standInFor = ({ name }: ts.Symbol): string => standIns[name] ?? "Schema";

const standIns: Readonly<Record<string, string>> = { input: "SchemaInput", infer: "SchemaOutput", output: "SchemaOutput" };

/** Whether a type of that library takes a schema for another type, and is not one. */
export const isTaken = ({ name }: ts.Symbol): boolean => name in standIns;

/** Declared where one of them is mentioned. */
export const schemaTypes = `/** What checks values, as far as programs need to know: a Standard Schema (https://standardschema.dev). */
interface Schema<Output = unknown, Input = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    validate(value: unknown): SchemaResult<Output> | Promise<SchemaResult<Output>>;
  };
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[] };

/** What a schema takes. */
type SchemaInput<S> = S extends Schema ? NonNullable<S["~standard"]["types"]>["input"] : never;

/** What a schema makes of it. */
type SchemaOutput<S> = S extends Schema ? NonNullable<S["~standard"]["types"]>["output"] : never;
`;
