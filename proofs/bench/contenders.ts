import { join } from "node:path";
import type { BackendName } from "./backends.js";

/** Steps of a cycle, in their order. */
export const stepNames = ["apply", "preview", "preview-refresh", "refresh", "change", "destroy"] as const;
export type StepName = (typeof stepNames)[number];

export const stepTitles: Readonly<Record<StepName, string>> = {
  apply: "first apply",
  preview: "preview",
  "preview-refresh": "preview with refresh",
  refresh: "refresh",
  change: "one change",
  destroy: "destroy",
};

/** A command line, run by the Pulumi CLI or by Node. */
interface Command {
  readonly program: "pulumi" | "node";
  readonly args: readonly string[];
}

/** A Pulumi stack. */
interface StackOf {
  /** The compiled program. */
  readonly program: string;
  readonly backend: BackendName;
}

export interface Contender {
  /** Name in tables and in the chart. */
  readonly title: string;
  /** Description in one sentence. */
  readonly description: string;
  /** Undefined if the contender does not use Pulumi. */
  readonly stack: StackOf | undefined;
  /** Environment variables in addition to those of every contender. */
  readonly environment: Readonly<Record<string, string>>;
  /** Commands by step. A step without one does not apply to the contender. */
  readonly commands: Readonly<Partial<Record<StepName, Command>>>;
  /** Compiled files and folders that affect its results, in addition to those of the benchmark and the sandbox. */
  readonly sources: readonly string[];
}

const programs = join(__dirname, "programs");

const pulumi = (...args: string[]): Command => ({ program: "pulumi", args: [...args, "--non-interactive", "--color", "never"] });
const acting = ["--yes", "--skip-preview", "--suppress-progress", "--suppress-outputs"];

const ofPulumi: Contender["commands"] = {
  apply: pulumi("up", ...acting),
  preview: pulumi("preview", "--suppress-progress", "--expect-no-changes"),
  "preview-refresh": pulumi("preview", "--refresh", "--suppress-progress", "--expect-no-changes"),
  refresh: pulumi("refresh", ...acting, "--expect-no-changes"),
  change: pulumi("up", ...acting),
  destroy: pulumi("destroy", ...acting),
};

const floor = join(programs, "floor.js");

/** The same contender with a journal instead of a state that is written anew at each step. */
const journaled = (contender: Contender & { readonly stack: StackOf }, name: string): Contender => ({
  ...contender,
  title: `${contender.title}, journal`,
  description: `the same as \`${name}\`, with a backend that journals (\`proofs/bench/journal\`)`,
  stack: { ...contender.stack, backend: "journal" },
  sources: [...contender.sources, "proofs/bench/journal"],
});

const ours = {
  title: "pulumi-hosting",
  description: "the resources of this package, with default settings",
  stack: { program: join(programs, "ours.js"), backend: "file" },
  environment: {},
  commands: ofPulumi,
  sources: ["sdk", "provider", "proofs/bench/programs/ours.js"],
} as const satisfies Contender;

const usual = {
  title: "usual dynamic provider",
  description:
    "`pulumi.dynamic.Resource` with providers that Pulumi serialises, and direct calls (`proofs/bench/programs/usual.ts`)",
  stack: { program: join(programs, "usual.js"), backend: "file" },
  environment: {},
  commands: ofPulumi,
  sources: ["proofs/bench/programs/usual.js"],
} as const satisfies Contender;

const idle = {
  title: "idle dynamic provider",
  description:
    "the same declarations with a provider that does nothing and adds nothing: what dynamic resources cost in Pulumi itself (`proofs/bench/programs/idle.ts`)",
  stack: { program: join(programs, "idle.js"), backend: "file" },
  environment: {},
  commands: ofPulumi,
  sources: ["proofs/bench/programs/idle.js", "provider/program/stack-traces.js"],
} as const satisfies Contender;

export const contenders = {
  ours,
  usual,
  idle,
  floor: {
    title: "floor",
    description: "the fewest requests by the bare client, 8 at a time, in a process without Pulumi",
    stack: undefined,
    environment: {},
    commands: {
      apply: { program: "node", args: [floor, "create"] },
      "preview-refresh": { program: "node", args: [floor, "list"] },
      refresh: { program: "node", args: [floor, "list"] },
      change: { program: "node", args: [floor, "change"] },
      destroy: { program: "node", args: [floor, "delete"] },
    },
    sources: ["sdk", "proofs/bench/programs/floor.js"],
  },
  "no-checkpoints": {
    ...ours,
    title: "pulumi-hosting, no checkpoints",
    description: "the same as `ours`, with `PULUMI_SKIP_CHECKPOINTS=true`",
    environment: { PULUMI_SKIP_CHECKPOINTS: "true" },
  },
  compressed: {
    ...ours,
    title: "pulumi-hosting, compressed state",
    description: "the same as `ours`, with `PULUMI_DIY_BACKEND_ZSTD=true`",
    environment: { PULUMI_DIY_BACKEND_ZSTD: "true" },
  },
  "ours-journal": journaled(ours, "ours"),
  "usual-journal": journaled(usual, "usual"),
  "idle-journal": journaled(idle, "idle"),
} as const satisfies Readonly<Record<string, Contender>>;

export type ContenderName = keyof typeof contenders;

export const contenderNames = Object.keys(contenders) as ContenderName[];
export const isContender = (name: string): name is ContenderName => Object.hasOwn(contenders, name);

/** What a contender is compared with: those before it, with the same backend, and what the backend itself changes. */
export function basesOf(name: ContenderName): readonly ContenderName[] {
  const bases: readonly ContenderName[] = name.endsWith("-journal")
    ? ["idle", "idle-journal", "usual-journal"]
    : ["floor", "idle", "usual"];
  const own = bases.indexOf(name);
  return own < 0 ? bases : bases.slice(0, own);
}
