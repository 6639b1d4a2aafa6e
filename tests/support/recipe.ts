import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Page } from "./markdown.js";

/** A file that a page tells its reader to write. */
export interface RecipeFile {
  readonly path: string;
  readonly text: string;
}

/** The file with its block in the page. */
export interface ShownFile extends RecipeFile {
  /** Of the introduction. */
  readonly line: number;
  readonly language: string;
}

/** The files of a page: blocks whose introduction names a file in code, the first of its last line. */
export function filesIn({ text }: Page): readonly ShownFile[] {
  return Array.from(
    text.matchAll(/`([^`\s]+\.\w+)`[^\n`]*(?:`[^`]*`)?[^\n`]*:\n\n```(\w+)\n([\s\S]*?)^```$/gm),
    ({ 1: path, 2: language, 3: code, index }) => ({
      path: path!,
      text: code!,
      language: language!,
      line: text.slice(0, index).split("\n").length,
    }),
  );
}

export async function writeRecipe(folder: string, files: readonly RecipeFile[]): Promise<void> {
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
