import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

/** A value that this reader cannot parse. */
class ProjectFileError extends Error {}

const jsonProject = z.looseObject({
  name: z.string().optional(),
  stackConfigDir: z.string().optional(),
  backend: z.looseObject({ url: z.string().optional() }).nullish(),
});

/** In the order in which the CLI looks for them. */
const extensions = [".json", ".yaml", ".yml"];

/** The project file of a folder, or of the nearest folder above it that has one. */
export function projectFileAbove(folder: string): string | undefined {
  const found = extensions.map((extension) => join(folder, `Pulumi${extension}`)).find((file) => existsSync(file));
  const parent = dirname(folder);
  return found ?? (parent === folder ? undefined : projectFileAbove(parent));
}

/**
 * Name of the project, or the folder of the configuration files of its stacks; undefined if its file has none.
 *
 * @throws if the file writes it in a way that this reader cannot parse
 */
export function projectTextIn(text: string, fileName: string, name: "name" | "stackConfigDir"): string | undefined {
  if (fileName.endsWith(".json")) return jsonProject.parse(JSON.parse(text))[name];
  const line = linesOf(text).find((each) => keyOf(name).test(each));
  return line && (scalar(withoutComment(line.replace(keyOf(name), ""))) || undefined);
}

/**
 * `backend.url` of a Pulumi project file; undefined if there is none. Parses the YAML that people write there: block and flow
 * mappings, plain and quoted values, comments.
 *
 * @throws if the file declares a backend in another way
 */
export function backendUrlIn(text: string, fileName: string): string | undefined {
  if (fileName.endsWith(".json")) return jsonProject.parse(JSON.parse(text)).backend?.url;
  const lines = linesOf(text);
  const start = lines.findIndex((line) => keyOf("backend").test(line));
  if (start === -1) return undefined;
  const inline = withoutComment(lines[start]!.replace(keyOf("backend"), ""));
  if (inline !== "") return inFlow(inline);
  const following = lines.slice(start + 1).filter((line) => withoutComment(line) !== "");
  const end = following.findIndex((line) => /^\S/.test(line));
  const block = following.slice(0, end === -1 ? undefined : end);
  const indent = /^\s*/.exec(block[0] ?? "")![0];
  const url = block.find((line) => line.startsWith(indent) && keyOf("url").test(line.slice(indent.length)));
  if (url !== undefined) return scalar(withoutComment(url.slice(indent.length).replace(keyOf("url"), "")));
  if (block[0]?.trimStart().startsWith("{")) return inFlow(block.map(withoutComment).join(" "));
  return undefined;
}

const linesOf = (text: string): string[] => text.replace(/^\ufeff/, "").split(/\r?\n/);

const keyOf = (name: string): RegExp => new RegExp(`^(?:${name}|"${name}"|'${name}')\\s*:(?=\\s|$)`);

/** `#` starts a comment only after white space, and never within quotes. */
const withoutComment = (text: string): string =>
  (/^(?:"(?:\\.|[^"\\])*"|'(?:''|[^'])*'|(?!\s#).)*/.exec(` ${text}`)?.[0] ?? "").trim();

function inFlow(text: string): string | undefined {
  if (/^(?:null|~)$/.test(text)) return undefined;
  const members = /^\{(.*)\}$/.exec(text)?.[1];
  if (members === undefined) throw new ProjectFileError();
  const url = /(?:^|,)\s*(?:url|"url"|'url')\s*:\s+("(?:\\.|[^"\\])*"|'(?:''|[^'])*'|[^,{}]*)/.exec(members)?.[1];
  return url === undefined ? undefined : scalar(url.trim());
}

function scalar(text: string): string {
  if (/^"(?:\\.|[^"\\])*"$/.test(text)) return z.string().parse(JSON.parse(text));
  if (/^'(?:''|[^'])*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'");
  // A value that starts like this is a reference, a tag, a block of lines or a collection, or it is cut off.
  if (/^[&*!|>[{"'%@`]/.test(text)) throw new ProjectFileError();
  return text;
}
