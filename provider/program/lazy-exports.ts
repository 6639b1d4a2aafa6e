/**
 * Adds exports that are loaded on first access, so that a program loads only the kinds that it declares.
 *
 * @param files functions that load the module of an export, by its name
 */
export function exportLate(exports: object, files: Readonly<Record<string, () => unknown>>): void {
  for (const [name, load] of Object.entries(files))
    Object.defineProperty(exports, name, {
      configurable: true,
      enumerable: true,
      get(): unknown {
        const value = (load() as Readonly<Record<string, unknown>>)[name];
        Object.defineProperty(exports, name, { value, enumerable: true });
        return value;
      },
    });
}
