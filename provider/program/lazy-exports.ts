/**
 * Adds exports that are loaded when they are first asked for: a program loads the kinds that it declares, and none of the others.
 *
 * @param files by the name of the export, what loads the module that has it
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
