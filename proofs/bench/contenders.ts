import { join } from "node:path";

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

export interface Contender {
  /** Name in tables and in the chart. */
  readonly title: string;
  /** Description in one sentence. */
  readonly description: string;
  /** The compiled Pulumi program; undefined if the contender does not use Pulumi. */
  readonly program: string | undefined;
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

const ours: Contender = {
  title: "pulumi-hosting",
  description: "the resources of this package, with default settings",
  program: join(programs, "ours.js"),
  environment: {},
  commands: ofPulumi,
  sources: ["sdk", "provider", "proofs/bench/programs/ours.js"],
};

export const contenders = {
  ours,
  usual: {
    title: "usual dynamic provider",
    description:
      "`pulumi.dynamic.Resource` with providers that Pulumi serialises, and direct calls (`proofs/bench/programs/usual.ts`)",
    program: join(programs, "usual.js"),
    environment: {},
    commands: ofPulumi,
    sources: ["proofs/bench/programs/usual.js"],
  },
  idle: {
    title: "idle dynamic provider",
    description:
      "the same declarations with a provider that does nothing and adds nothing: what dynamic resources cost in Pulumi itself (`proofs/bench/programs/idle.ts`)",
    program: join(programs, "idle.js"),
    environment: {},
    commands: ofPulumi,
    sources: ["proofs/bench/programs/idle.js", "provider/program/stack-traces.js"],
  },
  floor: {
    title: "floor",
    description: "the fewest requests by the bare client, 8 at a time, in a process without Pulumi",
    program: undefined,
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
} as const satisfies Readonly<Record<string, Contender>>;

export type ContenderName = keyof typeof contenders;

export const contenderNames = Object.keys(contenders) as ContenderName[];
export const isContender = (name: string): name is ContenderName => Object.hasOwn(contenders, name);
