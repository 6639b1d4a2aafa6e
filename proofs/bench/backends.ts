import { existsSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { JournalService } from "./journal/service.js";

/** Where the Pulumi CLI keeps the state of a stack. */
export interface Backend {
  /** Variables by which the CLI finds it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Bytes of the stored state. Undefined if there is none. */
  stateBytes(): Promise<number | undefined>;
  /**
   * Call it after the first apply.
   *
   * @throws Error if the state was not stored in the way of this backend
   */
  check(resources: number): void;
  close(): Promise<void>;
}

interface StackName {
  readonly project: string;
  readonly stack: string;
}

async function fileBackend(folder: string, { project, stack }: StackName): Promise<Backend> {
  await mkdir(folder, { recursive: true });
  const file = join(folder, ".pulumi", "stacks", project, `${stack}.json`);
  return {
    environment: { PULUMI_BACKEND_URL: `file://${folder}` },
    stateBytes: async () => (existsSync(file) ? (await stat(file)).size : undefined),
    check: () => undefined,
    close: () => Promise.resolve(),
  };
}

async function journalBackend(folder: string, { project }: StackName): Promise<Backend> {
  await mkdir(folder, { recursive: true });
  const service = await JournalService.start(folder, project);
  return {
    environment: { PULUMI_BACKEND_URL: service.url, PULUMI_ACCESS_TOKEN: "bench" },
    stateBytes: () => service.stateBytes(),
    check: (resources) => {
      if (service.applied < resources) throw new Error(`The journal has ${service.applied} entries for ${resources} resources.`);
    },
    close: () => service.close(),
  };
}

/** Ways to store the state, by name. */
export const backends = { file: fileBackend, journal: journalBackend } as const;
export type BackendName = keyof typeof backends;
