import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Client, createClient } from "../../sdk/index.js";
import type { Stack } from "./engine.js";
import { type Ended, run } from "./hosting.js";

export interface ImportTold {
  readonly outcome: string;
  readonly files: readonly { readonly file: string; readonly action: string }[];
  readonly objects: readonly { readonly kind: string; readonly id: string; readonly name: string; readonly file: string }[];
  readonly attention: readonly { readonly what: string }[];
  readonly leftOut: readonly { readonly what: string; readonly why: string }[];
  readonly notRead: readonly { readonly what: string }[];
  readonly state?: {
    readonly entered: readonly string[];
    readonly proven: boolean;
    readonly undeclared: readonly string[];
    readonly rest: readonly { readonly op: string; readonly urn: string }[];
    readonly backup?: string;
  };
}

/** `hosting import` into a folder below that of a stack, whose backend and login it uses. */
export class Importing {
  constructor(
    private readonly stack: Stack,
    private readonly folder = "imported",
  ) {}

  get out(): string {
    return join(this.stack.folder, this.folder);
  }

  run = (...flags: string[]): Promise<Ended> => run(["import", "--out", this.out, ...flags], { env: this.stack.surroundings });

  /** Its report, in which no planted secret shows. */
  async told(code: number, ...flags: string[]): Promise<ImportTold> {
    const ended = await this.run("--json", ...flags);
    assert.equal(ended.code, code, ended.stderr + ended.stdout);
    assert.doesNotMatch(ended.stdout + ended.stderr, /planted|sandbox-password/i);
    return JSON.parse(ended.stdout) as ImportTold;
  }

  /** Runs Pulumi in the program that was imported. */
  async pulumi(...args: string[]): Promise<string> {
    const env = { PATH: process.env["PATH"], ...this.stack.environment };
    const options = { cwd: this.out, env, maxBuffer: 1e8 };
    return (await promisify(execFile)("pulumi", [...args, "--non-interactive"], options)).stdout;
  }

  /** The entries of the state, whose URNs end in the names of resources. */
  async entries(): Promise<readonly { readonly urn: string; readonly id?: string }[]> {
    const exported = JSON.parse(await this.pulumi("stack", "export", "--stack", "test")) as {
      deployment: { resources?: readonly { readonly urn: string; readonly id?: string }[] };
    };
    return exported.deployment.resources ?? [];
  }

  /** Every file of the folder, by name, except Pulumi's own. */
  async files(): Promise<ReadonlyMap<string, string>> {
    const entries = await readdir(this.out, { recursive: true, withFileTypes: true });
    const paths = entries.filter((each) => each.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const read = paths.sort().map(async (path) => [path.slice(this.out.length + 1), await readFile(path, "utf8")] as const);
    return new Map(await Promise.all(read));
  }

  /** Works at the provider as somebody does without Pulumi. */
  async byHand(work: (client: Client) => Promise<unknown>): Promise<void> {
    const credentials = { username: "reseller", password: "sandbox-password" };
    const client = createClient({ baseUrl: this.stack.sandbox.url, credentials });
    try {
      await work(client);
    } finally {
      await client.close();
    }
  }
}

/** Names of the resources with these URNs. */
export const namesIn = (urns: readonly string[]): readonly string[] => urns.map((urn) => urn.split("::").at(-1)!);
