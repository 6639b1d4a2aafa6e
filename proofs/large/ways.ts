/** A way to run a large stack: its differences from the others. */
export interface Way {
  readonly name: string;
  readonly typescript?: boolean;
  readonly parallel?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

const skipped = { PULUMI_SKIP_CHECKPOINTS: "true" };
const compressed = { PULUMI_DIY_BACKEND_ZSTD: "true" };

/** With the state in files, which are deleted with the stack. */
export const ways: readonly Way[] = [
  { name: "TypeScript program", typescript: true },
  { name: "compiled program" },
  { name: "compiled, `--parallel 2`", parallel: 2 },
  { name: "compiled, `--parallel 32`", parallel: 32 },
  { name: "compiled, without intermediate checkpoints", environment: skipped },
];

/**
 * The compiled program with each setting for writing the state, in files or at the address of a backend.
 *
 * @throws Error if the address is invalid or contains a password, which messages of the CLI would show
 */
export function waysToStore(backend?: string): readonly Way[] {
  const [place, environment] = backend === undefined ? ["file:", {}] : [schemeOf(backend), { PULUMI_BACKEND_URL: backend }];
  return [
    { name: `state in \`${place}\``, environment },
    { name: `state in \`${place}\`, compressed`, environment: { ...environment, ...compressed } },
    { name: `state in \`${place}\`, without intermediate checkpoints`, environment: { ...environment, ...skipped } },
  ];
}

function schemeOf(backend: string): string {
  if (!URL.canParse(backend)) throw new Error("--backend takes the address of a state backend, like pulumi login.");
  const { protocol, password } = new URL(backend);
  if (password !== "")
    throw new Error(
      "--backend must not contain a password, because messages show the address: set the backend's own variable, PGPASSWORD for PostgreSQL.",
    );
  return protocol;
}
