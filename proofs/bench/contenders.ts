import { join } from "node:path";
import type { BackendName } from "./backends.js";
import type { MixName } from "./mix.js";

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

/** A command line. */
export interface Command {
  readonly program: "pulumi" | "node" | "tofu";
  readonly args: readonly string[];
}

/** What a contender needs in its folder. */
type AnyStage =
  /** A stack with a compiled program. */
  | { readonly kind: "pulumi"; readonly program: string; readonly backend: BackendName }
  | { readonly kind: "opentofu" }
  /** Only the plan. */
  | { readonly kind: "plain" };
export type StageOf<K extends AnyStage["kind"] = AnyStage["kind"]> = Extract<AnyStage, { readonly kind: K }>;

export interface Contender {
  /** Name in tables and in the chart. */
  readonly title: string;
  /** Description in one sentence. */
  readonly description: string;
  readonly stage: StageOf;
  /** Environment variables in addition to those of every contender. */
  readonly environment: Readonly<Record<string, string>>;
  /** Commands by step. A step without one does not apply to the contender. */
  readonly commands: Readonly<Partial<Record<StepName, Command>>>;
  /** Compiled files and folders that affect its results, in addition to those of the benchmark and the sandbox. */
  readonly sources: readonly string[];
  /** What it can declare. Default: every mix. */
  readonly mixes?: readonly MixName[];
  /** Environment variables with the paths of programs that the benchmark does not obtain. Default: none. */
  readonly binaries?: readonly string[];
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

const tofu = (...args: string[]): Command => ({ program: "tofu", args: [...args, "-input=false", "-no-color"] });

const ofOpenTofu: Contender["commands"] = {
  apply: tofu("apply", "-auto-approve"),
  preview: tofu("plan", "-refresh=false", "-detailed-exitcode"),
  "preview-refresh": tofu("plan", "-detailed-exitcode"),
  refresh: tofu("apply", "-refresh-only", "-auto-approve"),
  change: tofu("apply", "-auto-approve"),
  destroy: tofu("destroy", "-auto-approve"),
};

const floor = join(programs, "floor.js");

/** A contender with a journal instead of a state that is written anew at each step. */
const journaled = (contender: Contender & { readonly stage: StageOf<"pulumi"> }, name: string): Contender => ({
  ...contender,
  title: `${contender.title}, journal`,
  description: `the same as \`${name}\`, with a backend that journals (\`proofs/bench/journal\`)`,
  stage: { ...contender.stage, backend: "journal" },
  sources: [...contender.sources, "proofs/bench/journal"],
});

const ours = {
  title: "pulumi-hosting",
  description: "the resources of this package, with default settings",
  stage: { kind: "pulumi", program: join(programs, "ours.js"), backend: "file" },
  environment: {},
  commands: ofPulumi,
  sources: ["sdk", "provider", "proofs/bench/programs/ours.js"],
} as const satisfies Contender;

const usual = {
  title: "usual dynamic provider",
  description:
    "`pulumi.dynamic.Resource` with providers that Pulumi serialises, and direct calls (`proofs/bench/programs/usual.ts`)",
  stage: { kind: "pulumi", program: join(programs, "usual.js"), backend: "file" },
  environment: {},
  commands: ofPulumi,
  sources: ["proofs/bench/programs/usual.js"],
} as const satisfies Contender;

const idle = {
  title: "idle dynamic provider",
  description:
    "the same declarations with a provider that does nothing and adds nothing: what dynamic resources cost in Pulumi itself (`proofs/bench/programs/idle.ts`)",
  stage: { kind: "pulumi", program: join(programs, "idle.js"), backend: "file" },
  environment: {},
  commands: ofPulumi,
  sources: ["proofs/bench/programs/idle.js", "provider/pulumi/stack-traces.js"],
} as const satisfies Contender;

export const contenders = {
  ours,
  usual,
  "usual-checked": {
    ...usual,
    title: "usual dynamic provider with checks",
    description:
      "the same as `usual`, which also looks for an object before it creates it, and until it is listed or gone afterwards (`proofs/bench/programs/checks.ts`)",
    environment: { BENCH_CHECKED: "true" },
    sources: [...usual.sources, "proofs/bench/programs/checks.js"],
  },
  idle,
  floor: {
    title: "floor",
    description: "the fewest requests by the bare client, 8 at a time, in a process without Pulumi",
    stage: { kind: "plain" },
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
  opentofu: {
    title: "OpenTofu, REST provider",
    description: "OpenTofu with the generic provider Mastercard/restapi, local state, default settings",
    stage: { kind: "opentofu" },
    environment: {},
    commands: ofOpenTofu,
    sources: ["proofs/bench/opentofu.js"],
    mixes: ["webhooks"],
    binaries: ["TOFU_BIN", "RESTAPI_BIN"],
  },
} as const satisfies Readonly<Record<string, Contender>>;

export type ContenderName = keyof typeof contenders;

export const contenderNames = Object.keys(contenders) as ContenderName[];

/**
 * What prevents a measurement.
 *
 * @returns undefined if nothing does
 */
export function obstacleOf(name: ContenderName, mix: MixName, environment: NodeJS.ProcessEnv): string | undefined {
  const { mixes, binaries = [] }: Contender = contenders[name];
  if (mixes !== undefined && !mixes.includes(mix)) return `${name} can only declare: --mix ${mixes.join(" or ")}`;
  const missing = binaries.filter((variable) => (environment[variable] ?? "") === "");
  return missing.length === 0 ? undefined : `${name} needs programs: set ${missing.join(" and ")} to their paths`;
}

/** What a contender is compared with: those before it, with the same backend, and what the backend itself changes. */
export function basesOf(name: ContenderName): readonly ContenderName[] {
  const bases: readonly ContenderName[] = name.endsWith("-journal")
    ? ["idle", "idle-journal", "usual-journal"]
    : ["floor", "idle", "usual", "usual-checked", "opentofu"];
  const own = bases.indexOf(name);
  return own < 0 ? bases : bases.slice(0, own);
}
