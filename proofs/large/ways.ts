/** A way to run a large stack: what differs from the others. */
export interface Way {
  readonly name: string;
  readonly typescript?: boolean;
  readonly parallel?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

const skipped = { PULUMI_SKIP_CHECKPOINTS: "true" };
const compressed = { PULUMI_DIY_BACKEND_ZSTD: "true" };

/** With the state in files, which go with the stack. */
export const ways: readonly Way[] = [
  { name: "TypeScript program", typescript: true },
  { name: "compiled program" },
  { name: "compiled, `--parallel 2`", parallel: 2 },
  { name: "compiled, `--parallel 32`", parallel: 32 },
  { name: "compiled, without intermediate checkpoints", environment: skipped },
];

/**
 * The compiled program by each setting for writing the state; in files, or where the address of a backend says.
 *
 * @throws Error where the address is none, or holds a password, as messages of the CLI show it
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
  if (!URL.canParse(backend)) throw new Error("--backend takes the address of a state backend, as pulumi login does.");
  const { protocol, password } = new URL(backend);
  if (password !== "")
    throw new Error(
      "--backend takes no password, as messages show the address: set the backend's own variable, PGPASSWORD for PostgreSQL.",
    );
  return protocol;
}
