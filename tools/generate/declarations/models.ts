import type { z } from "zod";
import ts from "typescript";
import { loadCompiled } from "../files.js";
import { models } from "../schemas.js";
import { type Described, knownOf } from "./described.js";
import type { CompiledDeclarations } from "./program.js";

/** Where the types of models get their names. */
const typesPath = "sdk/model-types.generated";

interface NamedType {
  readonly symbol: ts.Symbol;
  readonly type: ts.Type;
}

/** The types of models that have a name. */
export class ModelTypes {
  readonly #byType = new Map<ts.Type, ts.Symbol>();
  readonly #bySchema = new Map<z.core.$ZodType, NamedType>();
  readonly #checker: ts.TypeChecker;

  constructor(declarations: CompiledDeclarations) {
    this.#checker = declarations.checker;
    const schemas = new Map(models.map(({ name, schema }) => [name, schema]));
    for (const [name, symbol] of declarations.exportsOf(typesPath)) {
      const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
      // One that says nothing of its members would stand for others that say as little.
      if (this.#checker.getPropertiesOfType(type).length > 0) this.#byType.set(type, symbol);
      const schema = schemas.get(name);
      if (schema !== undefined) this.#bySchema.set(schema, { symbol, type });
    }
  }

  symbolOf(type: ts.Type, described: Described): ts.Symbol | undefined {
    const known = knownOf(described, this.#bySchema);
    const isKnown =
      known !== undefined &&
      (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Never)) === 0 &&
      this.#checker.isTypeAssignableTo(type, known.type) &&
      this.#checker.isTypeAssignableTo(known.type, type);
    return isKnown ? known.symbol : this.#byType.get(type);
  }
}

/** The schema that a constant of the checkout is when it is loaded; undefined where a file keeps it for itself. */
export function loadedSchema(path: string | undefined, name: string): Described {
  if (path === undefined || !/^(sdk|sandbox)\//.test(path)) return undefined;
  const value = loadCompiled(`${path}.ts`)[name];
  return typeof value === "object" && value !== null && "_zod" in value ? (value as z.core.$ZodType) : undefined;
}
