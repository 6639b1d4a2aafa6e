import { join } from "node:path";
import { run as hosting } from "../../tests/support/hosting.js";
import { type Outcome, Stack } from "../../tests/support/engine.js";
import type { Cell } from "./cells.js";
import { errorsOf, filesBelow, hashOf, leaksIn, shownEvents, type Written } from "./evidence.js";
import { ownerOf, type Place, seedFor } from "../../tests/support/place.js";

/** A promise of the provider that was broken. */
export interface Problem {
  /** What was checked. */
  readonly check: string;
  readonly message: string;
  /** The whole output of the command, if there was one. */
  readonly output?: string;
}

/** The result of a cell. */
export interface CellResult<C = Cell> {
  readonly cell: C;
  /** Empty: the cell passes. */
  readonly problems: readonly Problem[];
}

/** One cell in a stack. */
export interface CellRun {
  readonly place: Place;
  /** Empty: the cell passes. */
  readonly problems: Problem[];
}

/** All subjects of a stack at once. */
export const parallel = ["--parallel", "64"];

/** Otherwise the registry status of a domain would change on its own. */
const never = 365 * 86_400_000;

/** A stack with a customer, an account and a domain for each place. */
export const stackFor = (places: readonly Place[], timeout: number): Promise<Stack> =>
  Stack.create(
    { seed: seedFor(places), rateLimit: false, registrationDelay: never },
    { HOSTING_SUBDOMAIN_DELETION: "body" },
    { timeout },
  );

/** What both parts of the matrix do: run commands for many subjects at once, and find out which of them each result is about. */
export abstract class Trial<S extends CellRun> {
  readonly #written: Written[] = [];

  protected constructor(
    protected readonly stack: Stack,
    protected readonly subjects: readonly S[],
  ) {}

  /** Keeps failed subjects from affecting the others. Returns flags that the next command needs for that. */
  protected abstract setAsideFailed(): Promise<string[]>;

  protected async run(...args: string[]): Promise<Outcome> {
    return this.note(args, await this.stack.pulumi(...args));
  }

  /** Destroys the stack, and follows the messages' advice if an entry is in doubt. */
  protected async destroyed(...args: string[]): Promise<Outcome> {
    const outcome = await this.run("destroy", ...args);
    if (!outcome.output.includes("`hosting recover --yes` there")) return outcome;
    await this.recovered();
    return this.run("destroy", ...args);
  }

  /** Runs `hosting recover --yes`. */
  protected async recovered(): Promise<void> {
    const { folder, environment } = this.stack;
    const flags = ["recover", "--yes", "--cwd", folder];
    const { code, stdout, stderr } = await hosting(flags, { env: { HOME: folder, ...environment } });
    // 1: a pending operation was left; claims are forgotten nevertheless.
    if (code !== 0 && code !== 1) throw new Error(`hosting ${flags.join(" ")} ended with ${code}: ${stdout}${stderr}`);
  }

  protected note(args: readonly string[], outcome: Outcome): Outcome {
    const command = `pulumi ${args.join(" ")}`;
    this.#written.push(
      { where: `what ${command} printed`, text: outcome.output },
      { where: `the event log of ${command}`, text: shownEvents(outcome) },
    );
    return outcome;
  }

  /** Errors of a command by the place of the subject. */
  protected errorsByPlace(outcome: Outcome): Map<string, string> {
    const errors = new Map<string, string>();
    for (const [name, message] of errorsOf(outcome)) {
      const owner = ownerOf(name);
      errors.set(owner, [errors.get(owner), message].filter(Boolean).join("\n"));
    }
    return errors;
  }

  /** The subjects for which the command failed; undefined if it failed as a whole. */
  protected failedIn(outcome: Outcome, subjects: readonly S[]): S[] | undefined {
    const errors = this.errorsByPlace(outcome);
    if (!this.subjects.some(({ place }) => errors.has(place.name)) && outcome.status !== 0) return undefined;
    return subjects.filter(({ place }) => errors.has(place.name));
  }

  protected blameFor(check: string, outcome: Outcome, subjects: readonly S[]): void {
    const errors = this.errorsByPlace(outcome);
    for (const subject of subjects)
      this.blame(
        subject,
        check,
        errors.get(subject.place.name) ?? (outcome.status === null ? "the command did not end" : "the command failed as a whole"),
        outcome,
      );
  }

  protected blame(subject: S, check: string, message: string, outcome?: Outcome): void {
    subject.problems.push({ check, message, ...(outcome === undefined ? {} : { output: outcome.output }) });
  }

  protected hasFailed({ problems }: S): boolean {
    return problems.length > 0;
  }

  protected unfailed(): S[] {
    return this.subjects.filter(({ problems }) => problems.length === 0);
  }

  /** Checks that Pulumi has nothing to do, even after a refresh. */
  protected async checkPreview(declare: () => Promise<void>): Promise<void> {
    const check = "preview with refresh";
    for (;;) {
      await declare();
      const args = ["preview", "--refresh", "--expect-no-changes", "--diff", ...parallel, ...(await this.setAsideFailed())];
      const outcome = await this.run(...args);
      if (outcome.status === 0) return;
      const steps = outcome.steps.filter(({ op }) => !["same", "refresh", "read"].includes(op));
      const changed = new Map(steps.map(({ op, name }) => [ownerOf(name), `it would ${op} ${name}`]));
      const errors = this.errorsByPlace(outcome);
      const wrong = new Map([...changed, ...errors]);
      const fresh = this.subjects.filter((subject) => wrong.has(subject.place.name) && !this.hasFailed(subject));
      for (const subject of fresh) this.blame(subject, check, wrong.get(subject.place.name)!, outcome);
      if (fresh.length > 0) continue;
      // Errors end the preview, so nothing is known about the others.
      if (errors.size > 0 || changed.size === 0) this.blameFor(check, outcome, this.unfailed());
      return;
    }
  }

  /** Checks that the provider knows each token that the program received, by the name of its output and its id. */
  protected async checkTokens(tokens: readonly { readonly subject: S; readonly name: string; readonly id: string }[]) {
    if (tokens.length === 0) return;
    const { output } = await this.stack.pulumi("stack", "output", "--json", "--show-secrets");
    const shown = JSON.parse(output) as Readonly<Record<string, unknown>>;
    for (const { subject, name, id } of tokens) {
      const known = this.stack.sandbox.control.store.applicationTokens.get(id)?.secretHash;
      if (hashOf(String(shown[name])) !== known)
        this.blame(subject, "the token of the output", `the provider has a different one as ${id}`);
    }
  }

  /** Checks that no secret is in plain text anywhere. */
  protected async searchSecrets(): Promise<void> {
    const { folder, sandbox } = this.stack;
    const files = [
      ...(await filesBelow(join(folder, "state"))).map(({ where, text }) => ({ where: `the state, ${where}`, text })),
      ...(await filesBelow(join(folder, "home"))).map(({ where, text }) => ({ where: `PULUMI_HOME, ${where}`, text })),
    ];
    const requests = { where: "the sandbox's journal", text: JSON.stringify(sandbox.control.journal.requests()) };
    for (const { secret, where, context } of leaksIn([...this.#written, ...files, requests])) {
      const owners = this.subjects.filter(({ place }) => secret.includes(`-${place.mark}-`));
      for (const subject of owners.length > 0 ? owners : this.subjects)
        this.blame(subject, "no secret in plain", `${where} shows one: ${context}`);
    }
  }
}
