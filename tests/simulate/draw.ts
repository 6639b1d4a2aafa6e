import {
  type Changes,
  type Command,
  explicitProviders,
  type History,
  type SimulatedKind,
  simulatedKinds,
  spellings,
  type Resource,
  type Step,
} from "./history.js";
import { drawCommand, drawKill, minute, second } from "./draw-command.js";
import { isCostly, kinds } from "./kinds.js";
import { Random } from "./random.js";

/** The other name of its kind. */
const otherName = ({ kind, name }: Resource): string => kinds[kind].names.find((each) => each !== name)!;

/** No resource has this name: its contents are in what exists from the start. */
const standing = "none";

/** The history of a seed. */
export const draw = (seed: number): History => new Drawing(new Random(seed)).history();

/** What the generator knows of a stack. */
interface Stack {
  readonly in: number;
  readonly program: Map<string, Resource>;
}

/** Options of the command that follows; none: no command follows. */
type Follows = Partial<Command> | "nothing";

interface Story {
  readonly weight: number;
  readonly act: () => Follows;
}

const then = (weight: number, act: () => Follows): Story => ({ weight, act });
const story = (weight: number, act: () => void): Story => then(weight, () => (act(), {}));

class Drawing {
  readonly #steps: Step[] = [];
  readonly #stacks: Stack[] = [];
  readonly #kinds: readonly SimulatedKind[];
  /** Whether programs name explicit providers. */
  readonly #isDivided: boolean;
  /** Whether an explicit provider logs in with a token of its stack. */
  readonly #isFed: boolean;
  /** Whether the history is about an account, a domain and a subdomain that contain each other. */
  readonly #isChained: boolean;

  constructor(private readonly random: Random) {
    this.#isDivided = random.chance(0.3);
    const some = [...simulatedKinds].filter(() => random.chance(0.35));
    this.#kinds = some.length > 0 ? some : [random.pick(simulatedKinds)];
    this.#isChained = random.chance(0.35);
    this.#isFed = this.#isDivided && random.chance(0.4);
  }

  history(): History {
    const { random } = this;
    const sharesJournal = random.chance(0.4);
    const sort = () => random.pick(["plain", "plain", "reuses", "containers", "zombies"] as const);
    const fresh = () => (random.chance(0.15) ? { fresh: true } : {});
    const host = () => (random.chance(0.5) ? "builder" : "laptop");
    const machines = [
      { journal: 0, host: "builder", sort: sort(), ...fresh() },
      { journal: sharesJournal ? 0 : 1, host: host(), sort: sort(), ...fresh() },
    ];
    const count = random.pick([1, 1, 1, 2, 2, 3]);
    const places = Array.from({ length: count }, (_, index) => ({
      backend: random.chance(0.6) || index === 0 ? "a" : "b",
      stack: random.chance(0.6) || index === 0 ? "dev" : "prod",
      machine: random.chance(0.7) ? 0 : 1,
    })).map((place, index, all) => {
      // One stack is one place: stacks with the same name are in different backends.
      const twins = all.slice(0, index).filter(({ backend, stack }) => backend === place.backend && stack === place.stack);
      return twins.length === 0 ? place : { ...place, backend: `${place.backend}${index}` };
    });
    this.#stacks.push(...places.map((_, index) => ({ in: index, program: new Map<string, Resource>() })));

    if (this.#isChained) this.#chain(this.#stack());
    for (let left = (this.#isChained ? 0 : 1) + random.below(4); left > 0; left -= 1) this.#declare(this.#stack());
    if (this.#isFed) this.#put(this.#stack(), { kind: "applicationToken", name: "token", key: 1, content: 0 });
    for (const stack of this.#stacks) this.#run(stack);
    for (let left = 1 + random.below(5); left > 0; left -= 1) this.#story();
    const readings = {
      ...(random.chance(0.3) ? { existingVirtualName: "second" as const } : {}),
      ...(random.chance(0.2) ? { domainDeletion: "scheduled" as const } : {}),
    };
    return {
      machines,
      places,
      ...(Object.keys(readings).length > 0 ? { readings } : {}),
      ...(this.#isFed ? { fed: true } : {}),
      ...(random.chance(0.25) ? { lag: random.pick([second, 3 * second, 20 * second]) } : {}),
      steps: this.#steps,
    };
  }

  /** One action of somebody, with the commands that belong to it. */
  #story(): void {
    const { random } = this;
    const stack = this.#stack();
    const name = random.pick([...stack.program.keys()]);
    const stories = this.#stories(stack, name ?? "");
    const weights = Object.fromEntries(Object.entries(stories).map(([what, { weight }]) => [what, weight]));
    const { act } = stories[random.weighted(weights)]!;
    if (name === undefined) this.#declare(stack);
    const follows = name === undefined ? {} : act();
    if (follows !== "nothing") this.#runs(stack, follows);
  }

  /** What may happen to a resource of a stack or around it. */
  #stories(stack: Stack, name: string): Readonly<Record<string, Story>> {
    const { random } = this;
    const at = { in: stack.in, name };
    const resource = (): Resource => stack.program.get(name)!;
    const change = (to: Changes): void => this.#change(stack, name, to);
    const push = (step: Step): void => void this.#steps.push(step);
    return {
      declare: story(3, () => this.#declare(stack)),
      copy: story(2, () => this.#copy(stack, resource())),
      change: story(3, () =>
        change(random.chance(this.#isChained ? 0.3 : 0.8) ? { content: random.below(3) } : { key: this.#key() }),
      ),
      retarget: story(1, () => this.#retarget(stack, resource())),
      remove: story(2, () => this.#remove(stack, name)),
      flicker: story(2, () => {
        const before = resource();
        const isRetained = random.chance(0.5);
        if (isRetained) change({ retain: true, protect: false });
        if (isRetained) this.#run(stack);
        this.#remove(stack, name);
        this.#run(stack);
        this.#put(stack, before);
      }),
      waver: story(2, () => {
        const { content } = resource();
        change({ content: random.below(3) });
        this.#run(stack, random.chance(0.7) ? { kill: drawKill(random) } : {});
        change({ content });
      }),
      rename: story(2, () => this.#rename(stack, resource())),
      move: story(1, () => change({ parent: random.pick([...stack.program.keys()])! })),
      hand: story(this.#isDivided ? 3 : 0, () => change({ provider: random.pick([...explicitProviders, "none"] as const) })),
      options: story(1, () => {
        const options: Changes[] = [
          { adopt: true },
          { protect: true },
          { protect: false },
          { retain: true },
          { deleteFirst: true },
        ];
        if (resource().kind !== "gdprContract") options.push({ goesWith: true });
        change(random.pick(options)!);
      }),
      replace: then(2, () => {
        this.#unprotect(stack, name);
        return random.chance(0.6) ? { replace: [name] } : { targetReplace: [name] };
      }),
      taint: story(2, () => {
        this.#unprotect(stack, name);
        push({ do: "state", ...at, edit: "taint" });
      }),
      forget: story(2, () => push({ do: "state", ...at, edit: "delete" })),
      import: story(1, () => push({ do: "import", in: stack.in, back: 1 + random.below(2) })),
      outside: story(2, () => {
        const [kind, key] = [random.pick(this.#kinds)!, this.#key()];
        push({ do: "outside", kind, key, act: random.pick(["delete", "change", "create", "cancel"]) });
      }),
      share: then(2, () => this.#share(stack)),
      order: then(2, () => this.#order(stack)),
      force: story(1, () => {
        for (const account of this.#named(stack, "virtualAccount"))
          this.#change(stack, account, { forceDestroy: random.chance(0.8) });
      }),
      age: story(0.5, () => this.#age(stack)),
      read: story(2, () => this.#read(stack, resource())),
      supersede: story(1, () => {
        this.#unprotect(stack, name);
        change({ adopt: true });
        push({ do: "state", ...at, edit: "taint" });
        this.#run(stack, { kill: drawKill(random) });
      }),
      journal: story(1, () => push({ do: "journal", machine: random.below(2), act: random.pick(["lose", "spoil", "mend"]) })),
      clock: story(1, () =>
        push({ do: "clock", machine: random.below(2), offset: random.pick([-6 * 60, -4, 4, 6 * 60]) * minute }),
      ),
      boot: story(0.5, () => push({ do: "boot", machine: random.below(2) })),
      wait: story(1, () => this.#wait()),
      together: then(1, () => {
        push({ do: "run", commands: this.#stacks.map((_, index) => drawCommand(random, index)) });
        return "nothing";
      }),
      destroy: then(0.5, () => ({ name: "destroy" })),
      refresh: then(1, () => ({ name: "refresh" })),
      partly: then(1, () => (random.chance(0.5) ? { target: [name] } : { exclude: [name] })),
      again: story(2, () => undefined),
    };
  }

  /** A command, and what may follow if it fails. */
  #runs(stack: Stack, options: Partial<Command> = {}): void {
    const { random } = this;
    this.#run(stack, options);
    if (random.chance(0.2)) this.#wait();
    if (random.chance(0.4)) {
      this.#steps.push({ do: "remedy", in: stack.in });
      this.#run(stack);
    }
  }

  #run(stack: Stack, options: Partial<Command> = {}): void {
    this.#steps.push({ do: "run", commands: [drawCommand(this.random, stack.in, options)] });
  }

  #wait(): void {
    const milliseconds = this.random.pick([10 * second, 2 * minute, 30 * minute, 25 * 60 * minute]);
    this.#steps.push({ do: "wait", milliseconds });
  }

  #stack(): Stack {
    return this.#stacks[this.random.below(this.#stacks.length)]!;
  }

  #key(): number {
    return this.random.chance(0.75) ? 1 : 2;
  }

  #declare(stack: Stack): void {
    const { random } = this;
    const kind = random.pick(this.#kinds)!;
    const name = random.pick(kinds[kind].names);
    const inside = random.chance(0.7) ? this.#named(stack, kinds[kind].container)[0] : undefined;
    this.#put(stack, {
      kind,
      name,
      key: this.#key(),
      content: random.below(3),
      ...(inside === undefined ? {} : { inside }),
      ...(inside !== undefined && kind !== "gdprContract" && random.chance(0.5) ? { goesWith: true } : {}),
      ...(isCostly(kind) && random.chance(0.7) ? { protect: false } : {}),
      ...(random.chance(0.1) ? { adopt: true } : {}),
      ...(random.chance(0.1) ? { retain: true } : {}),
      ...(this.#isDivided && random.chance(0.6) ? { provider: random.pick(explicitProviders) } : {}),
    });
  }

  /** An account, a domain in it and a subdomain in that; each level may be deleted with the one above. */
  #chain(stack: Stack): void {
    const { random } = this;
    const goesWith = () => (random.chance(0.5) ? { goesWith: true } : {});
    const open = { key: 1, content: 0, protect: false } as const;
    if (random.chance(0.7)) this.#put(stack, { ...open, kind: "virtualAccount", name: "account" });
    const inside = stack.program.has("account") ? { inside: "account", ...goesWith() } : {};
    this.#put(stack, { ...open, kind: "domain", name: "domain", ...inside });
    this.#put(stack, { ...open, kind: "subdomain", name: "sub", inside: "domain", ...goesWith() });
    if (random.chance(0.4))
      this.#put(stack, { ...open, key: 2, kind: "subdomain", name: "blog", inside: "domain", ...goesWith() });
  }

  #named = ({ program }: Stack, wanted: SimulatedKind | undefined): string[] =>
    [...program.values()].flatMap(({ kind, name }) => (kind === wanted ? [name] : []));

  /** Another stack, or the same one, has a domain in an account of the stack; then the account may go. */
  #share(stack: Stack): Follows {
    const { random } = this;
    const [account] = this.#named(stack, "virtualAccount");
    if (account === undefined) return this.#nothingThere(stack);
    const other = this.#stack();
    const how = random.chance(0.5) ? { adopt: true } : { reads: spellings[0] };
    if (other !== stack) this.#put(other, { ...stack.program.get(account)!, ...how });
    const protect = random.chance(0.5) ? {} : { protect: false };
    this.#put(other, { kind: "domain", name: "domain", key: this.#key(), content: 0, inside: account, ...protect });
    this.#runs(other);
    return this.#endOf(stack, account);
  }

  /** Somebody orders a domain in an account of the stack; a program may adopt it, and somebody may cancel it. */
  #order(stack: Stack): Follows {
    const { random } = this;
    const [account] = this.#named(stack, "virtualAccount");
    if (account === undefined) return this.#nothingThere(stack);
    const key = this.#key();
    const at = { do: "outside", kind: "domain", key } as const;
    this.#steps.push({ ...at, act: "create", account: stack.program.get(account)!.key });
    if (random.chance(0.4)) {
      this.#put(stack, { kind: "domain", name: "site", key, content: 0, inside: account, adopt: true, protect: false });
      this.#runs(stack);
    }
    if (random.chance(0.2)) this.#steps.push({ ...at, act: random.pick(["cancel", "delete"]) });
    return this.#endOf(stack, account);
  }

  #nothingThere(stack: Stack): Follows {
    this.#declare(stack);
    return "nothing";
  }

  /** The program reads what it managed, under the same name or beside it; then it may manage it again. */
  #read(stack: Stack, resource: Resource): void {
    const { random } = this;
    const { name } = resource;
    const reads = random.pick(spellings);
    if (random.chance(0.3)) {
      this.#put(stack, { ...resource, name: otherName(resource), reads });
      return random.chance(0.6) ? this.#remove(stack, name) : undefined;
    }
    this.#change(stack, name, { reads });
    if (random.chance(0.3)) return;
    this.#run(stack);
    this.#change(stack, name, { reads: false, ...(random.chance(0.7) ? { adopt: true } : {}) });
  }

  /** More than a month passes, in which only this stack is run, or none. */
  #age(stack: Stack): void {
    const days = (milliseconds: number) => void this.#steps.push({ do: "wait", milliseconds: milliseconds * 24 * 60 * minute });
    if (this.random.chance(0.5)) return days(31);
    days(20);
    this.#run(stack);
    days(20);
  }

  /** The account is removed from the program, replaced, or destroyed with its stack; or it stays. */
  #endOf(stack: Stack, account: string): Follows {
    const { random } = this;
    if (random.chance(0.3)) this.#age(stack);
    this.#unprotect(stack, account);
    const what = random.weighted({ remove: 3, change: 1, replace: 1, destroy: 1, nothing: 1 });
    if (what === "remove") this.#remove(stack, account);
    if (what === "change") this.#change(stack, account, { key: this.#key() });
    return what === "replace" ? { replace: [account] } : what === "destroy" ? { name: "destroy" } : {};
  }

  /** It moves to another domain or account, or to what exists from the start. */
  #retarget(stack: Stack, { kind, name }: Resource): void {
    const above = kinds[kind].container;
    if (above !== undefined) this.#change(stack, name, { inside: this.random.pick([standing, ...this.#named(stack, above)]) });
  }

  #put(stack: Stack, resource: Resource): void {
    stack.program.set(resource.name, resource);
    this.#steps.push({ do: "declare", in: stack.in, resource });
  }

  /** Declares a resource of a stack in another one, or a second time in its own. */
  #copy(stack: Stack, resource: Resource): void {
    const { random } = this;
    const other = this.#stack();
    if (other === stack) {
      const provider = () => ({ provider: random.pick([...explicitProviders, "none"] as const) });
      const content = random.below(3);
      return this.#put(stack, { ...resource, name: otherName(resource), content, ...(this.#isDivided ? provider() : {}) });
    }
    const { inside: _, ...rest } = resource;
    this.#put(other, rest);
    this.#runs(other);
  }

  #change(stack: Stack, name: string, to: Changes): void {
    const resource = stack.program.get(name);
    if (resource === undefined) return;
    stack.program.set(name, { ...resource, ...to });
    this.#steps.push({ do: "change", in: stack.in, name, to });
  }

  #unprotect(stack: Stack, name: string): void {
    const kind = stack.program.get(name)?.kind;
    if (kind === undefined || !isCostly(kind) || !this.random.chance(0.8)) return;
    this.#change(stack, name, { protect: false });
    this.#steps.push({ do: "state", in: stack.in, name, edit: "unprotect" });
  }

  #remove(stack: Stack, name: string): void {
    stack.program.delete(name);
    this.#steps.push({ do: "remove", in: stack.in, name });
  }

  #rename(stack: Stack, resource: Resource): void {
    const { random } = this;
    const { name } = resource;
    const to = otherName(resource);
    if (stack.program.has(to)) return;
    this.#unprotect(stack, name);
    stack.program.delete(name);
    stack.program.set(to, { ...resource, name: to });
    this.#steps.push({ do: "rename", in: stack.in, name, to, alias: random.chance(0.4) });
    if (random.chance(0.4)) this.#change(stack, to, { adopt: true });
    if (this.#isDivided && random.chance(0.5)) this.#change(stack, to, { provider: random.pick(explicitProviders) });
  }
}
