import type { dynamic } from "@pulumi/pulumi";
import type { Properties } from "../types.js";

/** One call of the engine, with what it passed. */
export interface Call {
  readonly call: "check" | "diff" | "create" | "read" | "update" | "delete";
  /** The resource's argument `label`. */
  readonly label: string;
  readonly id?: string;
  readonly olds?: Properties;
  readonly news?: Properties;
  /** Name of the explicit provider that was called. */
  readonly provider?: string;
}

/** Failures and outside changes during one step of a scenario. A call is written `<call> <label>`. */
export interface Script {
  /** Calls that fail. */
  readonly fail?: readonly string[];
  /** Creations and updates that end as an initialization failure. */
  readonly init?: readonly string[];
  /** A call during which the engine is killed. */
  readonly kill?: string;
  /** A call from which on the state cannot be written. */
  readonly unwritable?: string;
  /** Ids that a read no longer finds. */
  readonly gone?: readonly string[];
  /** By id: properties as a read finds them. */
  readonly drift?: Readonly<Record<string, Properties>>;
}

/** Where the scripted provider records its calls. */
export interface Notebook {
  readonly script: Script;
  write(call: Call): void;
  /** Counts the creations of a label, including this one. */
  count(label: string): number;
  /** Keeps the engine from writing the state. */
  block(): void;
  /** Ends the engine; never returns. */
  kill(): Promise<never>;
}

const controls = ["__provider", "deleteFirst"];

const changedKeys = (olds: Properties, news: Properties): string[] =>
  [...new Set([...Object.keys(olds), ...Object.keys(news)])].filter(
    (key) => key !== "serial" && !controls.includes(key) && JSON.stringify(olds[key]) !== JSON.stringify(news[key]),
  );

/**
 * A provider of objects that exist only in its notebook. A change of the argument `key` requires a replacement; with the
 * argument `differs` everything always differs, `surely` or as the engine says.
 */
export function scripted(notebook: Notebook, provider?: string): Required<Omit<dynamic.ResourceProvider, "configure">> {
  const called = async (call: Call["call"], label: unknown, rest: Omit<Call, "call" | "label">): Promise<void> => {
    const { script } = notebook;
    const name = `${call} ${String(label)}`;
    notebook.write({ call, label: String(label), ...rest, ...(provider === undefined ? {} : { provider }) });
    if (script.unwritable === name) notebook.block();
    if (script.kill === name) await notebook.kill();
    if (script.fail?.includes(name)) throw new Error(`${name} fails`);
  };
  const initialised = (name: string, id: string, properties: Properties): void => {
    if (!notebook.script.init?.includes(name)) return;
    throw Object.assign(new Error(`${name} is not ready`), { id, properties, reasons: [`${name} is not ready`] });
  };
  return {
    check: async (olds: Properties, news: Properties) => {
      await called("check", news["label"], { olds, news });
      return { inputs: news };
    },
    diff: async (id, olds: Properties, news: Properties) => {
      await called("diff", olds["label"], { id, olds, news });
      if (news["differs"] !== undefined) return news["differs"] === "surely" ? { changes: true } : {};
      const changed = changedKeys(olds, news);
      if (changed.length === 0) return { changes: false };
      return { replaces: changed.filter((key) => key.startsWith("key")), deleteBeforeReplace: news["deleteFirst"] === true };
    },
    create: async (inputs: Properties) => {
      const label = String(inputs["label"]);
      await called("create", label, { news: inputs });
      const serial = notebook.count(label);
      const id = `${label}-${serial}`;
      const outs = { ...inputs, serial };
      initialised(`create ${label}`, id, outs);
      return { id, outs };
    },
    read: async (id, props: Properties) => {
      await called("read", props["label"], { id, olds: props });
      if (notebook.script.gone?.includes(id)) return {};
      const drift = notebook.script.drift?.[id] ?? {};
      const found = { ...props, ...drift };
      const inputs = Object.fromEntries(Object.entries(found).filter(([key]) => key !== "serial"));
      return { id, props: found, inputs };
    },
    update: async (id, olds: Properties, news: Properties) => {
      await called("update", news["label"], { id, olds, news });
      const outs = { ...news, serial: olds["serial"] };
      initialised(`update ${String(news["label"])}`, id, outs);
      return { outs };
    },
    delete: (id, props: Properties) => called("delete", props["label"], { id, olds: props }),
  };
}
