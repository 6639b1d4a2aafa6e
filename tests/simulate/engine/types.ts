import type { dynamic } from "@pulumi/pulumi";

/** Plain JSON: secrets are unwrapped, and unknown values are the SDK's sentinel string. */
export type Properties = Readonly<Record<string, unknown>>;

/** A provider process as the engine sees it. It serves one provider of the stack during one command. */
export interface ProviderProcess {
  /** The implementation that a resource names in its property `__provider`. */
  handler(text: string): dynamic.ResourceProvider;
  /** The command has ended normally, or was interrupted and has finished its steps. A killed engine never gets here. */
  end?(): Promise<void> | void;
}

/** Starts the process of a provider: called once per command, at the first call that concerns it. */
export type StartProcess = (provider: ProviderInstance) => ProviderProcess;

export interface ProviderInstance {
  /** Name of the explicit provider; undefined for the default one. */
  readonly name?: string;
  /** Its configuration: of an explicit provider its arguments, of the default one the stack's. */
  readonly config: Properties;
}

export interface ResourceOptions {
  /** Others are referred to by their {@link Declared.as}. */
  readonly parent?: string;
  readonly dependsOn?: readonly string[];
  readonly provider?: string;
  readonly deletedWith?: string;
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
  readonly deleteBeforeReplace?: boolean;
  readonly aliases?: readonly Alias[];
}

export interface Alias {
  readonly name?: string;
  /** As in {@link ResourceOptions}, or a URN. `null`: it had no parent. */
  readonly parent?: string | null;
}

/** A resource of a program. Dependencies follow from its arguments and options. */
export interface Declared {
  readonly kind: string;
  readonly name: string;
  /** How others refer to it. Default: its name. */
  readonly as?: string;
  /** Plain JSON in which `{ $of: [resource, output] }` is an output of an earlier resource (`id` too). */
  readonly args?: Properties;
  readonly options?: ResourceOptions;
  /** The program only reads it, by this id. */
  readonly get?: string;
}

/** An explicit provider. */
export interface DeclaredProvider {
  readonly provider: true;
  readonly name: string;
  readonly as?: string;
  readonly args?: Properties;
}

/** In the order in which the program declares them. */
export interface Program {
  readonly resources: readonly (Declared | DeclaredProvider)[];
}

/** A resource as `pulumi stack export` shows it. */
export interface Entry {
  readonly urn: string;
  readonly custom: boolean;
  readonly type: string;
  readonly id?: string;
  readonly inputs?: Properties;
  readonly outputs?: Properties;
  readonly parent?: string;
  /** `<urn>::<id>` of the provider's own entry. */
  readonly provider?: string;
  readonly dependencies?: readonly string[];
  readonly propertyDependencies?: Readonly<Record<string, readonly string[]>>;
  readonly deletedWith?: string;
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
  readonly aliases?: readonly string[];
  /** Superseded, and to be deleted. */
  readonly delete?: boolean;
  /** Deleted before its replacement, which must still be created. */
  readonly pendingReplacement?: boolean;
  readonly taint?: boolean;
  /** Only read. */
  readonly external?: boolean;
  /** Why its creation or update failed in part. */
  readonly initErrors?: readonly string[];
}

export type OperationType = "creating" | "updating" | "deleting" | "reading";

/** The state of a stack as `pulumi stack export` shows it under `deployment`. */
export interface State {
  readonly resources: readonly Entry[];
  readonly pending_operations?: readonly { readonly resource: Entry; readonly type: OperationType }[];
}

/** Resources are referred to by their URN (see {@link Stack}). */
export interface CommandOptions {
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  readonly replace?: readonly string[];
  readonly targetReplace?: readonly string[];
  /** `up --refresh`, `preview --refresh`, `destroy --refresh`. */
  readonly refresh?: boolean;
  readonly continueOnError?: boolean;
  /** Default: 16. */
  readonly parallel?: number;
}

export interface Command extends CommandOptions {
  readonly name: "up" | "preview" | "refresh" | "destroy";
}

/** Where a stack lives, as its URNs say. */
export interface Stack {
  readonly project: string;
  readonly stack: string;
  /** Module of the resource types: `pulumi-nodejs:dynamic/<module>:<kind>`. */
  readonly module: string;
  readonly config?: Properties;
}

export interface RunOptions {
  readonly stack: Stack;
  readonly start: StartProcess;
  /**
   * Replaces the stored state. It may throw, as on a full disk; the engine then begins nothing new.
   *
   * @param updated the entry whose update the state now has, even if nothing in it differs
   */
  readonly save: (state: State, updated?: Entry) => Promise<void>;
  /** Ctrl-C: steps under way are finished, nothing new begins. */
  readonly interrupt?: AbortSignal;
  /** `kill -9`: no call and no save from then on. */
  readonly kill?: AbortSignal;
}

export type StepKind =
  | "same"
  | "create"
  | "update"
  | "delete"
  | "replace"
  | "create-replacement"
  | "delete-replaced"
  | "remove-pending-replace"
  | "refresh"
  | "read"
  | "read-replacement"
  | "discard"
  | "discard-replaced";

export interface Step {
  readonly op: StepKind;
  readonly urn: string;
  /** Only of a refresh: what it found. */
  readonly found?: "same" | "update" | "delete";
}

export interface Outcome {
  readonly result: "succeeded" | "failed" | "interrupted" | "killed";
  /** What the user reads: errors of provider and engine, warnings. */
  readonly messages: readonly string[];
  /** Steps that were performed, or would be, in the order in which they began. */
  readonly steps: readonly Step[];
}

/** Runs one command on the stack. The next command starts from the last saved state. */
export type Run = (command: Command, program: Program, state: State, options: RunOptions) => Promise<Outcome>;
