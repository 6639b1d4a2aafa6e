import assert from "node:assert/strict";
import type { Properties } from "../../provider/values/properties.js";
import { ownerKey } from "../../provider/values/reserved-properties.js";
import { type Sandbox, type SandboxOptions, type Snapshot, startSandbox } from "../../sandbox/index.js";
import type { CheckResult, ProviderCalls } from "./provider-calls.js";
import { ProviderInProcess, UnhurriedClock } from "./provider-in-process.js";
import { ProviderProcess } from "./provider-process.js";

export { sampleHandle } from "./kinds/domain.js";
export { sampleContract } from "./kinds/gdprContract.js";
export { samples } from "./kinds.js";

/** A state without its owner and its latest change, which differ each time. */
export const visible = ({ [ownerKey]: _, ...rest }: Properties): Properties => rest;

/** Generous, because a process takes seconds to start on a busy machine. */
const startTimeout = 60_000;

export const login = { "hosting:username": "reseller", "hosting:password": "sandbox-password" };

export interface RehearsalOptions {
  readonly sandbox?: SandboxOptions;
  /** In addition to address and login. */
  readonly config?: Readonly<Record<string, string>>;
}

/**
 * A provider that works on a sandbox. Each read is a separate run, because within one run the provider reuses its
 * listings.
 */
export interface Rehearsal {
  readonly sandbox: Sandbox;
  readonly provider: ProviderCalls;
  /** Starts another run. */
  beginRun(): Promise<void>;
  /** Restores everything except the provider's login. */
  restore(then: Snapshot): void;
  /** Number of calls of an operation in this test. */
  requests(operation: string): number;
}

/** One for all suites, because each takes a second to start. */
let shared: Promise<ProviderProcess> | undefined;

after(async () => {
  await (await shared)?.stop();
});

/** Hooks that give the suite a sandbox and a provider process; each test finds both in their initial state. */
export const rehearse = (options: RehearsalOptions = {}): Rehearsal =>
  rehearseWith(options, async (sandboxOptions) => {
    const provider = await (shared ??= ProviderProcess.start());
    return { sandbox: await startSandbox(sandboxOptions), provider: provider.anew(), stop: () => Promise.resolve() };
  });

/** A rehearsal with the provider in this process, without waits: for rules that apply to many kinds. */
export const rehearseInProcess = (options: RehearsalOptions = {}): Rehearsal =>
  rehearseWith(options, async (sandboxOptions) => {
    const clock = new UnhurriedClock();
    const provider = await ProviderInProcess.start(clock);
    return { sandbox: await startSandbox({ ...sandboxOptions, clock }), provider, stop: () => provider.stop() };
  });

/** Suites of a rule for several kinds: for all of them in this process, and for some in a separate process. */
export function rehearseEach<Each>(
  { all, apart, ...options }: RehearsalOptions & { readonly all: readonly Each[]; readonly apart: readonly NoInfer<Each>[] },
  suite: (rehearsal: Rehearsal, each: readonly Each[]) => void,
): void {
  describe("by its handlers", () => suite(rehearseInProcess(options), all));
  describe("in its process", () => suite(rehearse(options), apart));
}

interface Started extends Pick<Rehearsal, "sandbox" | "provider"> {
  /** Ends what belongs only to this suite, except the sandbox. */
  stop(): Promise<void>;
}

type Start = (options: SandboxOptions) => Promise<Started>;

function rehearseWith({ sandbox: options = {}, config = {} }: RehearsalOptions, start: Start): Rehearsal {
  let sandbox: Sandbox | undefined;
  let provider: ProviderCalls | undefined;
  let stop: Started["stop"] | undefined;
  let beginning: Snapshot | undefined;
  let runs = 0;

  // A change of the settings makes the provider forget its listings; this one has no effect on the calls of a test.
  const beginRun = () =>
    provider!.configure({
      "hosting:baseUrl": sandbox!.url,
      "hosting:rateLimitWait": `${900 + runs++}s`,
      ...login,
      ...config,
    });

  const restore = (then: Snapshot) => {
    const { control } = sandbox!;
    const sessions = control.store.sessions.all();
    control.restore(then);
    for (const session of sessions) control.store.sessions.insert(session);
    // Identifiers are assigned again.
    provider!.forgetClaims();
  };

  before(async function () {
    this.timeout(startTimeout);
    ({ sandbox, provider, stop } = await start(options));
    const read = provider.read.bind(provider);
    provider.read = async (...call) => {
      await beginRun();
      return read(...call);
    };
    beginning = sandbox.control.snapshot();
  });
  beforeEach(async () => {
    restore(beginning!);
    sandbox!.control.faults.clear();
    sandbox!.control.journal.clear();
    await beginRun();
    await provider!.printed();
  });
  after(async () => {
    try {
      await stop?.();
    } finally {
      await sandbox?.close();
    }
  });

  return {
    get sandbox() {
      return sandbox!;
    },
    get provider() {
      return provider!;
    },
    beginRun,
    restore,
    requests: (operation) => sandbox!.control.journal.requests({ operation }).length,
  };
}

/** Why arguments are refused. */
export const reasons = ({ failures }: CheckResult): string => failures.map(({ reason }) => reason).join("\n");

/** The error of a call. */
export const messageOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    (result) => assert.fail(`it should have failed, and gave ${JSON.stringify(result)}`),
    (error: unknown) => (error as Error).message,
  );
