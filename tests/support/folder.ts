import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A separate folder for the tests of one `describe`, removed after them. */
export function temporaryFolder(): { readonly path: string } {
  let path = "";
  before(async () => {
    path = await mkdtemp(join(tmpdir(), "pulumi-hosting-"));
  });
  after(async () => {
    await rm(path, { recursive: true, force: true });
  });
  return {
    get path() {
      return path;
    },
  };
}

/** Writes a shell script that replaces an installed command, and returns its folder. */
export async function writeCommand(folder: string, name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return folder;
}
