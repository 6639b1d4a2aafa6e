import { join } from "node:path";
import type { MixName } from "./mix.js";
import { openTofuStage } from "./opentofu.js";
import { type Command, pulumiStage, type Stage } from "./stages.js";

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

export interface Contender {
  /** Name in tables. */
  readonly title: string;
  /** Description in one sentence. */
  readonly description: string;
  /** Prepares its folder. */
  readonly stage: (folder: string, server: string) => Promise<Stage>;
  /** Environment variables in addition to those of every contender. */
  readonly environment: Readonly<Record<string, string>>;
  readonly commands: Readonly<Record<StepName, Command>>;
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

const usual = {
  title: "usual provider",
  description:
    "`pulumi.dynamic.Resource` with providers that Pulumi serialises, and direct calls (`proofs/bench/programs/usual.ts`)",
  stage: pulumiStage(join(programs, "usual.js")),
  environment: {},
  commands: ofPulumi,
} as const satisfies Contender;

export const contenders = {
  ours: {
    title: "pulumi-hosting",
    description: "the resources of this package, with default settings",
    stage: pulumiStage(join(programs, "ours.js")),
    environment: {},
    commands: ofPulumi,
  },
  usual,
  "usual-checked": {
    ...usual,
    title: "usual provider with checks",
    description:
      "`usual`, which also looks before it creates, and until an object is listed or gone (`proofs/bench/programs/checks.ts`)",
    environment: { BENCH_CHECKED: "true" },
  },
  idle: {
    title: "idle provider",
    description: "the same declarations with a provider that does nothing (`proofs/bench/programs/idle.ts`)",
    stage: pulumiStage(join(programs, "idle.js")),
    environment: {},
    commands: ofPulumi,
  },
  opentofu: {
    title: "OpenTofu, REST provider",
    description: "OpenTofu with the generic provider Mastercard/restapi, local state, default settings",
    stage: openTofuStage,
    environment: {},
    commands: ofOpenTofu,
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
