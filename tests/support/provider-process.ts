import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { runtime } from "@pulumi/pulumi";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import {
  CheckRequest,
  type CheckResponse,
  ConfigureRequest,
  type ConfigureResponse,
  CreateRequest,
  type CreateResponse,
  DeleteRequest,
  DiffRequest,
  DiffResponse,
  ErrorResourceInitFailed,
  ReadRequest,
  type ReadResponse,
  UpdateRequest,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { providerText } from "../../provider/program/resource-class.js";
import type { Kind } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import { changeKey, ownerKey, providerKey } from "../../provider/values/reserved-properties.js";
import { credentials, EmptyClass, type Struct, StructClass } from "./protocol.js";

/** The checkout: the provider process finds the package from its working directory. */
const root = resolve(__dirname, "..", "..", "..");

const urn = "urn:pulumi:stack::project::pulumi-nodejs:dynamic/hosting:Test::test";

/** A call that failed and left the state as it was. */
class CallFailure extends Error {}

/** A call that failed after the object had come to be: the engine records it with these properties. */
export class InitFailure extends CallFailure {
  constructor(
    message: string,
    readonly id: string,
    readonly properties: Properties,
    readonly reasons: readonly string[],
  ) {
    super(message);
  }
}

export interface CheckResult {
  readonly inputs: Properties;
  readonly failures: readonly { readonly property: string; readonly reason: string }[];
}

export interface DiffResult {
  /** `unknown`: the engine compares the properties itself. */
  readonly changes: "none" | "some" | "unknown";
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

export interface ReadResult {
  readonly id: string;
  readonly state: Properties;
  readonly inputs: Properties;
}

const changesOf = {
  [DiffResponse.DiffChanges.DIFF_NONE]: "none",
  [DiffResponse.DiffChanges.DIFF_SOME]: "some",
  [DiffResponse.DiffChanges.DIFF_UNKNOWN]: "unknown",
} as const;

interface ServiceError extends Error {
  readonly details: string;
  readonly metadata: { get(key: string): readonly (Buffer | string)[] };
}

/** Calls by callback, as all generated clients have them. */
type Unary<Request, Response> = (request: Request, callback: (error: ServiceError | null, response: Response) => void) => unknown;

/** Beyond this something hangs, and the test names the call instead of running into its own timeout. */
const longestCall = 60_000;

/**
 * Pulumi's dynamic provider process with the built package in it, spoken to as the engine does: the text that finds the
 * provider comes with the properties of every call, and has to come back.
 */
export class ProviderProcess {
  readonly #child: ChildProcess;
  readonly #client: ResourceProviderClient;
  readonly #output: string[] = [];
  /** Holds the journal. */
  readonly #folder: string;
  /** What the state says of its owner, by kind and id: it differs from creation to creation, and the tests are about the rest. */
  readonly #owners = new Map<string, unknown>();
  #configurations = 0;

  private constructor(child: ChildProcess, client: ResourceProviderClient, output: string[], folder: string) {
    this.#folder = folder;
    this.#child = child;
    this.#client = client;
    this.#output = output;
  }

  /** Who has which object is forgotten, as where all of them are others from now on. */
  forgetClaims(): void {
    rmSync(join(this.#folder, "claims"), { recursive: true, force: true });
  }

  /** Starts a process that sees no variables of the caller but these and `PATH`, for the engine at that address. */
  static async start(environment: Readonly<Record<string, string>> = {}, engine = "127.0.0.1:0"): Promise<ProviderProcess> {
    const main = require.resolve("@pulumi/pulumi/cmd/dynamic-provider/index.js");
    const folder = await mkdtemp(join(tmpdir(), "pulumi-hosting-"));
    const child = spawn(process.execPath, ["--require", require.resolve("./end-with-parent.js"), main, engine], {
      cwd: root,
      env: { PATH: process.env["PATH"], HOSTING_JOURNAL: folder, ...environment },
      stdio: "pipe",
    });
    try {
      const output: string[] = [];
      child.stderr.setEncoding("utf8").on("data", (text: string) => output.push(text));
      const lines = createInterface({ input: child.stdout });
      const ended = once(child, "exit").then(() => {
        throw new Error(`the provider process ended before it listened: ${output.join("")}`);
      });
      const [port] = (await Promise.race([once(lines, "line"), ended])) as [string];
      ended.catch(() => undefined);
      lines.on("line", (line) => output.push(`${line}\n`));
      const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
      return new ProviderProcess(child, client, output, folder);
    } catch (error) {
      child.kill("SIGKILL");
      await rm(folder, { recursive: true });
      throw error;
    }
  }

  /**
   * Everything printed since the last time, on either stream. What was printed before an answer may arrive after it, but
   * not after the answer to the call made here.
   */
  async printed(): Promise<string> {
    await this.#call("getPluginInfo", new EmptyClass());
    return this.#output.splice(0).join("");
  }

  /** Ends the process. Fails where it had ended by itself. */
  async stop(): Promise<void> {
    this.#client.close();
    const { exitCode, signalCode } = this.#child;
    try {
      if (exitCode !== null || signalCode !== null)
        throw new Error(`the provider process ended with ${exitCode ?? signalCode}: ${this.#output.join("")}`);
      const exit = once(this.#child, "exit");
      this.#child.kill("SIGKILL");
      await exit;
    } finally {
      await rm(this.#folder, { recursive: true });
    }
  }

  /** Waits until the process ends by itself. Returns its exit code. */
  async ended(): Promise<number | null> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === null && signalCode === null) await once(this.#child, "exit");
    this.#client.close();
    await rm(this.#folder, { recursive: true, force: true });
    return this.#child.exitCode;
  }

  /** Pulumi configures each text once, so that the calls after this one come with another that means the same. */
  async configure(config: Readonly<Record<string, string>>): Promise<void> {
    this.#configurations += 1;
    const request = new ConfigureRequest();
    request.setArgs(StructClass.fromJavaScript({ ...config }));
    await this.#call("configure", request);
  }

  async check(kind: Kind, news: Properties, olds: Properties = {}): Promise<CheckResult> {
    const request = new CheckRequest();
    request.setUrn(urn);
    request.setNews(this.#struct(kind, news));
    // The engine sends nothing at all for what does not exist yet.
    request.setOlds(Object.keys(olds).length === 0 ? StructClass.fromJavaScript({}) : this.#struct(kind, olds));
    const response = await this.#call("check", request);
    return {
      inputs: this.#properties(kind, response.getInputs()),
      failures: response.getFailuresList().map((failure) => ({ property: failure.getProperty(), reason: failure.getReason() })),
    };
  }

  async diff(kind: Kind, id: string, state: Properties, news: Properties): Promise<DiffResult> {
    const request = new DiffRequest();
    request.setUrn(urn);
    request.setId(id);
    request.setOlds(this.#struct(kind, this.#owned(kind, id, state)));
    request.setNews(this.#struct(kind, news));
    const response = await this.#call("diff", request);
    return {
      changes: changesOf[response.getChanges()],
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
    };
  }

  async create(kind: Kind, inputs: Properties): Promise<{ id: string; state: Properties }> {
    const request = new CreateRequest();
    request.setUrn(urn);
    request.setProperties(this.#struct(kind, inputs));
    const response = await this.#call("create", request);
    return { id: response.getId(), state: this.#state(kind, response.getId(), response.getProperties()) };
  }

  /** `undefined`: gone. */
  async read(kind: Kind, id: string, state: Properties = {}): Promise<ReadResult | undefined> {
    const request = new ReadRequest();
    request.setUrn(urn);
    request.setId(id);
    request.setProperties(this.#struct(kind, this.#owned(kind, id, state)));
    const response = await this.#call("read", request);
    if (response.getId() === "") return undefined;
    return {
      id: response.getId(),
      state: this.#state(kind, response.getId(), response.getProperties()),
      inputs: this.#properties(kind, response.getInputs()),
    };
  }

  /** What the state of an object says of its owner. */
  ownerOf(kind: Kind, id: string): Properties {
    return { [ownerKey]: this.#owners.get(`${kind} ${id}`) };
  }

  async update(kind: Kind, id: string, state: Properties, news: Properties): Promise<Properties> {
    const request = new UpdateRequest();
    request.setUrn(urn);
    request.setId(id);
    request.setOlds(this.#struct(kind, this.#owned(kind, id, state)));
    request.setNews(this.#struct(kind, news));
    return this.#state(kind, id, (await this.#call("update", request)).getProperties());
  }

  async delete(kind: Kind, id: string, state: Properties): Promise<void> {
    const request = new DeleteRequest();
    request.setUrn(urn);
    request.setId(id);
    request.setProperties(this.#struct(kind, this.#owned(kind, id, state)));
    await this.#call("delete", request);
  }

  #text(kind: Kind): string {
    return `${providerText(kind)}//${this.#configurations}`;
  }

  #struct(kind: Kind, values: Properties): Struct {
    return StructClass.fromJavaScript({ ...values, [providerKey]: this.#text(kind) });
  }

  #state(kind: Kind, id: string, values: Struct | undefined): Properties {
    const { [ownerKey]: owner, [changeKey]: _, ...rest } = this.#properties(kind, values);
    if (owner !== undefined) this.#owners.set(`${kind} ${id}`, owner);
    return rest;
  }

  #owned(kind: Kind, id: string, state: Properties): Properties {
    const owner = this.#owners.get(`${kind} ${id}`);
    return owner === undefined || Object.keys(state).length === 0 ? state : { [ownerKey]: owner, ...state };
  }

  /** The properties of an answer without the text, which has to be there; the engine sends them back without marks, too. */
  #properties(kind: Kind, values: Struct | undefined): Properties {
    const { [providerKey]: text, ...rest } = (values?.toJavaScript() ?? {}) as Record<string, unknown>;
    assert.ok(String(text).startsWith(`${providerText(kind)}//`), "the text that finds the provider did not come back");
    return unmarked(rest) as Properties;
  }

  #call<Name extends keyof Calls>(name: Name, request: Calls[Name][0]): Promise<Calls[Name][1]> {
    const unary = this.#client[name] as unknown as Unary<Calls[Name][0], Calls[Name][1]>;
    return new Promise((done, fail) => {
      const timer = setTimeout(() => {
        fail(new Error(`${name} did not answer. The process printed: ${this.#output.join("")}`));
      }, longestCall).unref();
      unary.call(this.#client, request, (error, response) => {
        clearTimeout(timer);
        if (error === null) done(response);
        else fail(failure(error));
      });
    });
  }
}

interface Calls {
  getPluginInfo: [InstanceType<typeof EmptyClass>, unknown];
  configure: [ConfigureRequest, ConfigureResponse];
  check: [CheckRequest, CheckResponse];
  diff: [DiffRequest, DiffResponse];
  create: [CreateRequest, CreateResponse];
  read: [ReadRequest, ReadResponse];
  update: [UpdateRequest, UpdateResponse];
  delete: [DeleteRequest, unknown];
}

/** Values as they are, without the marks of what is secret. */
function unmarked(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(unmarked);
  const members = value as Readonly<Record<string, unknown>>;
  if (members[runtime.specialSigKey] === runtime.specialSecretSig) return members["value"];
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, unmarked(member)]));
}

function failure(error: ServiceError): CallFailure {
  const [packed] = error.metadata.get("grpc-status-details-bin");
  if (packed === undefined) return new CallFailure(error.details);
  const [detail] = Status.deserializeBinary(Buffer.from(packed as Buffer)).getDetailsList();
  const init = ErrorResourceInitFailed.deserializeBinary(detail!.getValue_asU8());
  const recorded = unmarked(init.getProperties()?.toJavaScript() ?? {}) as Properties;
  return new InitFailure(error.details, init.getId(), recorded, init.getReasonsList());
}
