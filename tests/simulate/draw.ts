import {
  type Changes,
  type Command,
  explicitProviders,
  type History,
  type Machine,
  type SimulatedKind,
  simulatedKinds,
  spellings,
  type Resource,
  type Step,
} from "./history.js";
import { drawCommand, drawKill, minute, second } from "./draw-command.js";
import { Random } from "./random.js";

/** Few names, so that they collide. */
const names: Readonly<Record<SimulatedKind, readonly [string, string]>> = {
  webhook: ["hook", "bell"],
  applicationToken: ["token", "badge"],
  domain: ["domain", "site"],
  virtualAccount: ["account", "tenant"],
  subdomain: ["sub", "blog"],
  gdprContract: ["contract", "treaty"],
  gdprContractPreset: ["preset", "model"],
  gdprTom: ["tom", "measures"],
  contactPerson: ["contact", "person"],
};

/** The container of a kind, or what it is made of. */
const containerOf: Readonly<Partial<Record<SimulatedKind, SimulatedKind>>> = {
  domain: "virtualAccount",
  subdomain: "domain",
  gdprContract: "gdprTom",
};

/** No resource has this name: its contents are in what exists from the start. */
const standing = "none";

/** The history of a seed. */
export const draw = (seed: number): History => new Drawing(new Random(seed)).history();

/** What the generator knows of a program. */
type Program = Map<string, Resource>;

class Drawing {
  readonly #steps: Step[] = [];
  readonly #programs: Program[] = [];
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
    const sorts = ["plain", "plain", "reuses", "containers", "zombies"] as const;
    const machines = [
      { journal: 0, host: "builder", sort: random.pick(sorts), ...this.#fresh() },
      {
        journal: sharesJournal ? 0 : 1,
        host: random.chance(0.5) ? "builder" : "laptop",
        sort: random.pick(sorts),
        ...this.#fresh(),
      },
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
    this.#programs.push(...places.map((): Program => new Map()));

    if (this.#isChained) this.#chain(this.#place());
    for (let left = (this.#isChained ? 0 : 1) + random.below(4); left > 0; left -= 1) this.#declare(this.#place());
    if (this.#isFed) this.#put(this.#place(), { kind: "applicationToken", name: "token", key: 1, content: 0 });
    for (let index = 0; index < count; index += 1) this.#run(index);
    for (let left = 1 + random.below(5); left > 0; left -= 1) this.#story();
    return {
      machines,
      places,
      ...this.#readings(),
      ...(this.#isFed ? { fed: true } : {}),
      ...(random.chance(0.25) ? { lag: random.pick([second, 3 * second, 20 * second]) } : {}),
      steps: this.#steps,
    };
  }

  #fresh(): Pick<Machine, "fresh"> {
    return this.random.chance(0.15) ? { fresh: true } : {};
  }

  #readings(): Pick<History, "readings"> {
    const { random } = this;
    const readings = {
      ...(random.chance(0.3) ? { existingVirtualName: "second" as const } : {}),
      ...(random.chance(0.2) ? { domainDeletion: "scheduled" as const } : {}),
    };
    return Object.keys(readings).length > 0 ? { readings } : {};
  }

  #place(): number {
    return this.random.below(this.#programs.length);
  }

  /** One action of somebody, with the commands that belong to it. */
  #story(): void {
    const { random } = this;
    const index = this.#place();
    const name = random.pick([...this.#programs[index]!.keys()]);
    const what = random.weighted({
      declare: 3,
      copy: 2,
      change: 3,
      retarget: 1,
      remove: 2,
      flicker: 2,
      waver: 2,
      rename: 2,
      move: 1,
      hand: this.#isDivided ? 3 : 0,
      options: 1,
      replace: 2,
      taint: 2,
      forget: 2,
      import: 1,
      outside: 2,
      share: 2,
      order: 2,
      force: 1,
      age: 0.5,
      read: 2,
      supersede: 1,
      journal: 1,
      clock: 1,
      boot: 0.5,
      wait: 1,
      together: 1,
      destroy: 0.5,
      refresh: 1,
      partly: 1,
      again: 2,
    });
    if (name === undefined) {
      this.#declare(index);
      return this.#runs(index);
    }
    const at = { in: index, name };
    const { kind } = this.#programs[index]!.get(name)!;
    switch (what) {
      case "declare":
        this.#declare(index);
        break;
      case "copy":
        this.#copy(index, name);
        break;
      case "change":
        this.#change(
          index,
          name,
          random.chance(this.#isChained ? 0.3 : 0.8) ? { content: random.below(3) } : { key: this.#key() },
        );
        break;
      case "retarget":
        this.#retarget(index, name);
        break;
      case "remove":
        this.#remove(index, name);
        break;
      case "flicker": {
        const resource = this.#programs[index]!.get(name)!;
        if (random.chance(0.5)) {
          this.#change(index, name, { retain: true, protect: false });
          this.#run(index);
        }
        this.#remove(index, name);
        this.#run(index);
        this.#put(index, resource);
        break;
      }
      case "waver": {
        const { content } = this.#programs[index]!.get(name)!;
        this.#change(index, name, { content: random.below(3) });
        this.#run(index, random.chance(0.7) ? { kill: drawKill(random) } : {});
        this.#change(index, name, { content });
        break;
      }
      case "rename":
        this.#rename(index, name);
        break;
      case "move": {
        const parent = random.pick([...this.#programs[index]!.keys()]);
        if (parent !== undefined) this.#change(index, name, { parent });
        break;
      }
      case "hand":
        this.#change(index, name, { provider: random.pick([...explicitProviders, "none"] as const) });
        break;
      case "options":
        this.#change(
          index,
          name,
          random.pick<Changes>([
            { adopt: true },
            { protect: true },
            { protect: false },
            { retain: true },
            { deleteFirst: true },
            ...(kind === "gdprContract" ? [] : [{ goesWith: true }]),
          ]),
        );
        break;
      case "replace":
        this.#unprotect(index, name);
        return this.#runs(index, random.chance(0.6) ? { replace: [name] } : { targetReplace: [name] });
      case "taint":
        this.#unprotect(index, name);
        this.#steps.push({ do: "state", ...at, edit: "taint" });
        break;
      case "forget":
        this.#steps.push({ do: "state", ...at, edit: "delete" });
        break;
      case "import":
        this.#steps.push({ do: "import", in: index, back: 1 + random.below(2) });
        break;
      case "outside": {
        this.#steps.push({
          do: "outside",
          kind: random.pick(this.#kinds)!,
          key: this.#key(),
          act: random.pick(["delete", "change", "create", "cancel"]),
        });
        break;
      }
      case "share":
        return this.#share(index);
      case "order":
        return this.#order(index);
      case "force":
        for (const account of this.#accounts(index)) this.#change(index, account, { forceDestroy: random.chance(0.8) });
        break;
      case "read":
        this.#read(index, name);
        break;
      case "supersede":
        this.#unprotect(index, name);
        this.#change(index, name, { adopt: true });
        this.#steps.push({ do: "state", ...at, edit: "taint" });
        this.#run(index, { kill: drawKill(random) });
        break;
      case "age":
        this.#age(index);
        break;
      case "journal":
        this.#steps.push({ do: "journal", machine: random.below(2), act: random.pick(["lose", "spoil", "mend"]) });
        break;
      case "clock":
        this.#steps.push({ do: "clock", machine: random.below(2), offset: random.pick([-6 * 60, -4, 4, 6 * 60]) * minute });
        break;
      case "boot":
        this.#steps.push({ do: "boot", machine: random.below(2) });
        break;
      case "wait":
        this.#wait();
        break;
      case "together":
        return this.#together();
      case "destroy":
        return this.#runs(index, { name: "destroy" });
      case "refresh":
        return this.#runs(index, { name: "refresh" });
      case "partly":
        return this.#runs(index, random.chance(0.5) ? { target: [name] } : { exclude: [name] });
      case "again":
        break;
    }
    this.#runs(index);
  }

  /** A command, and what may follow if it fails. */
  #runs(index: number, options: Partial<Command> = {}): void {
    const { random } = this;
    this.#run(index, options);
    if (random.chance(0.2)) this.#wait();
    if (random.chance(0.4)) {
      this.#steps.push({ do: "remedy", in: index });
      this.#run(index);
    }
  }

  #run(index: number, options: Partial<Command> = {}): void {
    this.#steps.push({ do: "run", commands: [drawCommand(this.random, index, options)] });
  }

  #together(): void {
    const commands = this.#programs.map((_, index) => drawCommand(this.random, index));
    this.#steps.push({ do: "run", commands });
  }

  #wait(): void {
    const milliseconds = this.random.pick([10 * second, 2 * minute, 30 * minute, 25 * 60 * minute]);
    this.#steps.push({ do: "wait", milliseconds });
  }

  #key(): number {
    return this.random.chance(0.75) ? 1 : 2;
  }

  #declare(index: number): void {
    const { random } = this;
    const kind = random.pick(this.#kinds)!;
    const name = random.pick(names[kind]);
    const program = this.#programs[index]!;
    const wanted = containerOf[kind];
    const inside = random.chance(0.7) ? [...program.values()].find((each) => each.kind === wanted)?.name : undefined;
    this.#put(index, {
      kind,
      name,
      key: this.#key(),
      content: random.below(3),
      ...(inside === undefined ? {} : { inside }),
      ...(inside !== undefined && kind !== "gdprContract" && random.chance(0.5) ? { goesWith: true } : {}),
      ...(kind === "domain" || kind === "virtualAccount" ? (random.chance(0.7) ? { protect: false } : {}) : {}),
      ...(random.chance(0.1) ? { adopt: true } : {}),
      ...(random.chance(0.1) ? { retain: true } : {}),
      ...(this.#isDivided && random.chance(0.6) ? { provider: random.pick(explicitProviders) } : {}),
    });
  }

  /** An account, a domain in it and a subdomain in that; each level may be deleted with the one above. */
  #chain(index: number): void {
    const { random } = this;
    const goesWith = () => (random.chance(0.5) ? { goesWith: true } : {});
    const open = { key: 1, content: 0, protect: false } as const;
    if (random.chance(0.7)) this.#put(index, { ...open, kind: "virtualAccount", name: "account" });
    const inside = this.#programs[index]!.has("account") ? { inside: "account", ...goesWith() } : {};
    this.#put(index, { ...open, kind: "domain", name: "domain", ...inside });
    this.#put(index, { ...open, kind: "subdomain", name: "sub", inside: "domain", ...goesWith() });
    if (random.chance(0.4))
      this.#put(index, { ...open, key: 2, kind: "subdomain", name: "blog", inside: "domain", ...goesWith() });
  }

  #accounts(index: number): string[] {
    return [...this.#programs[index]!.values()].filter(({ kind }) => kind === "virtualAccount").map(({ name }) => name);
  }

  /** Another stack, or the same one, has a domain in an account of the stack; then the account may go. */
  #share(index: number): void {
    const { random } = this;
    const [account] = this.#accounts(index);
    if (account === undefined) return this.#declare(index);
    const other = this.#place();
    const how = random.chance(0.5) ? { adopt: true } : { reads: spellings[0] };
    if (other !== index) this.#put(other, { ...this.#programs[index]!.get(account)!, ...how });
    const protect = random.chance(0.5) ? {} : { protect: false };
    this.#put(other, { kind: "domain", name: "domain", key: this.#key(), content: 0, inside: account, ...protect });
    this.#runs(other);
    this.#endOf(index, account);
  }

  /** Somebody orders a domain in an account of the stack; a program may adopt it, and somebody may cancel it. */
  #order(index: number): void {
    const { random } = this;
    const [account] = this.#accounts(index);
    if (account === undefined) return this.#declare(index);
    const key = this.#key();
    const at = { do: "outside", kind: "domain", key } as const;
    this.#steps.push({ ...at, act: "create", account: this.#programs[index]!.get(account)!.key });
    if (random.chance(0.4)) {
      this.#put(index, { kind: "domain", name: "site", key, content: 0, inside: account, adopt: true, protect: false });
      this.#runs(index);
    }
    if (random.chance(0.2)) this.#steps.push({ ...at, act: random.pick(["cancel", "delete"]) });
    this.#endOf(index, account);
  }

  /** The program reads what it managed, under the same name or beside it; then it may manage it again. */
  #read(index: number, name: string): void {
    const { random } = this;
    const reads = random.pick(spellings);
    if (random.chance(0.3)) {
      const resource = this.#programs[index]!.get(name)!;
      const [first, second] = names[resource.kind];
      this.#put(index, { ...resource, name: name === first ? second : first, reads });
      return random.chance(0.6) ? this.#remove(index, name) : undefined;
    }
    this.#change(index, name, { reads });
    if (random.chance(0.3)) return;
    this.#run(index);
    this.#change(index, name, { reads: false, ...(random.chance(0.7) ? { adopt: true } : {}) });
  }

  /** More than a month passes, in which only this stack is run, or none. */
  #age(index: number): void {
    const { random } = this;
    if (random.chance(0.5)) return void this.#steps.push({ do: "wait", milliseconds: 31 * 24 * 60 * minute });
    this.#steps.push({ do: "wait", milliseconds: 20 * 24 * 60 * minute });
    this.#run(index);
    this.#steps.push({ do: "wait", milliseconds: 20 * 24 * 60 * minute });
  }

  /** The account is removed from the program, replaced, or destroyed with its stack; or it stays. */
  #endOf(index: number, account: string): void {
    const { random } = this;
    if (random.chance(0.3)) this.#age(index);
    this.#unprotect(index, account);
    const what = random.weighted({ remove: 3, change: 1, replace: 1, destroy: 1, nothing: 1 });
    if (what === "remove") this.#remove(index, account);
    if (what === "change") this.#change(index, account, { key: this.#key() });
    this.#runs(index, what === "replace" ? { replace: [account] } : what === "destroy" ? { name: "destroy" } : {});
  }

  /** It moves to another domain or account, or to what exists from the start. */
  #retarget(index: number, name: string): void {
    const program = this.#programs[index]!;
    const above = containerOf[program.get(name)!.kind];
    if (above === undefined) return;
    const others = [...program.values()].filter(({ kind }) => kind === above).map((other) => other.name);
    this.#change(index, name, { inside: this.random.pick([standing, ...others]) });
  }

  #put(index: number, resource: Resource): void {
    this.#programs[index]!.set(resource.name, resource);
    this.#steps.push({ do: "declare", in: index, resource });
  }

  /** Declares a resource of a stack in another one, or a second time in its own. */
  #copy(index: number, name: string): void {
    const resource = this.#programs[index]!.get(name)!;
    const other = this.#place();
    const [first, second] = names[resource.kind];
    const { inside: _, ...rest } = resource;
    if (other !== index) this.#put(other, rest);
    else
      this.#put(index, {
        ...resource,
        name: resource.name === first ? second : first,
        content: this.random.below(3),
        ...(this.#isDivided ? { provider: this.random.pick([...explicitProviders, "none"] as const) } : {}),
      });
    if (other !== index) this.#runs(other);
  }

  #change(index: number, name: string, to: Changes): void {
    const program = this.#programs[index]!;
    const resource = program.get(name);
    if (resource === undefined) return;
    program.set(name, { ...resource, ...to });
    this.#steps.push({ do: "change", in: index, name, to });
  }

  #unprotect(index: number, name: string): void {
    const kind = this.#programs[index]!.get(name)?.kind;
    if ((kind === "domain" || kind === "virtualAccount") && this.random.chance(0.8)) {
      this.#change(index, name, { protect: false });
      this.#steps.push({ do: "state", in: index, name, edit: "unprotect" });
    }
  }

  #remove(index: number, name: string): void {
    this.#programs[index]!.delete(name);
    this.#steps.push({ do: "remove", in: index, name });
  }

  #rename(index: number, name: string): void {
    const program = this.#programs[index]!;
    const resource = program.get(name)!;
    const [first, second] = names[resource.kind];
    const to = name === first ? second : first;
    if (program.has(to)) return;
    this.#unprotect(index, name);
    program.delete(name);
    program.set(to, { ...resource, name: to });
    this.#steps.push({ do: "rename", in: index, name, to, alias: this.random.chance(0.4) });
    if (this.random.chance(0.4)) this.#change(index, to, { adopt: true });
    if (this.#isDivided && this.random.chance(0.5)) this.#change(index, to, { provider: this.random.pick(explicitProviders) });
  }
}
