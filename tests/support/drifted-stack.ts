import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoredResource } from "../../cli/stack/deployment.js";
import type { Remark } from "../../provider/values/remarks.js";
import { writeCommand } from "./folder.js";

const stackUrn = "urn:pulumi:production::agency::pulumi:pulumi:Stack::agency-production";
const defaultProvider: StoredResource = {
  urn: "urn:pulumi:production::agency::pulumi:providers:pulumi-nodejs::default",
  type: "pulumi:providers:pulumi-nodejs",
  custom: true,
  id: "1",
};

const urnOf = (className: string, name: string): string =>
  `urn:pulumi:production::agency::pulumi-nodejs:dynamic/hosting:${className}::${name}`;

/** What the state of every stack begins with. */
export const stackEntries: readonly StoredResource[] = [
  { urn: stackUrn, type: "pulumi:pulumi:Stack", custom: false },
  defaultProvider,
];

/** An entry of the state of stack `production` of project `agency`. */
export const entry = (
  className: string,
  name: string,
  id: string | undefined,
  inputs: object = {},
  rest: Partial<StoredResource> = {},
): StoredResource => ({
  urn: urnOf(className, name),
  type: `pulumi-nodejs:dynamic/hosting:${className}`,
  custom: true,
  ...(id !== undefined && { id }),
  parent: stackUrn,
  provider: `${defaultProvider.urn}::1`,
  inputs: { __provider: "text", ...inputs },
  ...rest,
});

/** An event of the engine about a resource, from the old inputs to the new ones. */
export const step = (
  op: string,
  of: StoredResource,
  old: object | undefined,
  after: object | undefined,
  paths: readonly string[] = [],
) => {
  const side = (inputs: object | undefined) =>
    inputs === undefined ? null : { urn: of.urn, id: of.id, type: of.type, custom: of.custom, inputs };
  return {
    resOutputsEvent: {
      metadata: {
        op,
        urn: of.urn,
        type: of.type,
        old: side(old),
        new: side(after),
        detailedDiff: Object.fromEntries(paths.map((path) => [path, { diffKind: "update", inputDiff: true }])),
      },
    },
  };
};

export const diagnostic = (severity: string, message: string, urn?: string) => ({ diagnosticEvent: { severity, message, urn } });

/** What this package hands over to the command, in the file after the events. */
export const remarked = (remark: Remark) => ({ remark });

export const ended = (result: "succeeded" | "failed") => ({ summaryEvent: { result } });

export interface FakeStack {
  readonly resources: readonly StoredResource[];
  /** Events of each preview in turn; none if it cannot begin. */
  readonly previews?: readonly (readonly object[])[];
}

/**
 * A `pulumi` that knows only these stacks, by name. It writes its arguments into `pulumi.log`.
 *
 * @returns the folder of the command
 */
export async function fakePulumi(folder: string, stacks: Readonly<Record<string, FakeStack>>): Promise<string> {
  const lines: string[] = [];
  for (const [name, { resources, previews = [] }] of Object.entries(stacks)) {
    const file = (kind: string) => join(folder, `${name}.${kind}`);
    const deployment = {
      manifest: { time: new Date().toISOString() },
      resources: [...stackEntries, ...resources],
    };
    await writeFile(file("state"), JSON.stringify({ version: 3, deployment }));
    await writeFile(file("count"), "");
    for (const [index, events] of previews.entries())
      await writeFile(file(`preview-${index + 1}`), events.map((each) => `${JSON.stringify(each)}\n`).join(""));
    lines.push(
      `"stack export ${name}") cat "${file("state")}";;`,
      `"preview --refresh ${name}") echo >> "${file("count")}"; cp "${file("preview-")}$(wc -l < "${file("count")}" | tr -d ' ')" "$log" && exit 1;;`,
    );
  }
  const script = `
echo "$@" >> "${join(folder, "pulumi.log")}"
command="$1 $2" stack=production log=
while [ $# -gt 0 ]; do
  case "$1" in --stack) stack="$2";; --event-log) log="$2";; esac
  shift
done
case "$command $stack" in
${lines.join("\n")}
"config --json "*) echo "{}";;
*) echo "error: no stack named '$stack' found" >&2; exit 1;;
esac`;
  return writeCommand(folder, "pulumi", script);
}
