import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { resolve, join } from "node:path";
import { createInterface } from "node:readline";
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
import type { Kind } from "../../provider/values/kinds.js";
import type { Properties } from "../../provider/values/properties.js";
import { credentials, EmptyClass, type Struct, StructClass } from "./protocol.js";
import {
  CallFailure,
  type CheckResult,
  type DiffResult,
  InitFailure,
  type Link,
  ProviderCalls,
  type ReadResult,
  unmarked,
} from "./provider-calls.js";

/** The checkout: the provider process finds the package from its working directory. */
const root = resolve(__dirname, "..", "..", "..");

const urn = "urn:pulumi:stack::project::pulumi-nodejs:dynamic/hosting:Test::test";

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

/** After this time something hangs; the error names the call, unlike the test's own timeout. */
const longestCall = 60_000;

interface Started {
  readonly child: ChildProcess;
  readonly link: GrpcLink;
  /** Contains the journal. */
  readonly folder: string;
}

/** Pulumi's dynamic provider process with the built package, called as the engine calls it. */
export class ProviderProcess extends ProviderCalls {
  readonly #started: Started;

  private constructor(started: Started) {
    super(started.link, started.folder);
    this.#started = started;
  }

  /** Starts a process that sees only these variables and `PATH`, for the engine at that address. */
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
      return new ProviderProcess({ child, link: new GrpcLink(child, port, output), folder });
    } catch (error) {
      child.kill("SIGKILL");
      await rm(folder, { recursive: true });
      throw error;
    }
  }

  /** Runs a test with a process of its own, which ends with it. */
  static async during(
    environment: Readonly<Record<string, string>>,
    test: (provider: ProviderProcess) => Promise<unknown>,
  ): Promise<void> {
    const provider = await ProviderProcess.start(environment);
    try {
      await test(provider);
    } finally {
      await provider.stop();
    }
  }

  /** As Pulumi does at the end of a command. */
  interrupt(): void {
    this.#started.child.kill("SIGINT");
  }

  /** Waits until the process ends by itself. Returns its exit code. */
  async ended(): Promise<number | null> {
    const { child, link, folder } = this.#started;
    const { exitCode, signalCode } = child;
    if (exitCode === null && signalCode === null) await once(child, "exit");
    link.close();
    await rm(folder, { recursive: true, force: true });
    return child.exitCode;
  }
}

/** Calls by Pulumi's protocol. */
class GrpcLink implements Link {
  readonly #client: ResourceProviderClient;

  constructor(
    private readonly child: ChildProcess,
    port: string,
    private readonly output: string[],
  ) {
    this.#client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  }

  close(): void {
    this.#client.close();
  }

  /** What was printed before an answer may arrive after it, but not after the answer to this call. */
  async printed(): Promise<string> {
    await this.#call("getPluginInfo", new EmptyClass());
    return this.output.splice(0).join("");
  }

  /** Ends the process. Fails if it had already ended. */
  async stop(): Promise<void> {
    this.close();
    const { exitCode, signalCode } = this.child;
    if (exitCode !== null || signalCode !== null)
      throw new Error(`the provider process ended with ${exitCode ?? signalCode}: ${this.output.join("")}`);
    const exit = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await exit;
  }

  async configure(config: Readonly<Record<string, string>>): Promise<void> {
    const request = new ConfigureRequest();
    request.setArgs(structOf(config));
    await this.#call("configure", request);
  }

  async check(_: Kind, news: Properties, olds: Properties): Promise<CheckResult> {
    const request = new CheckRequest();
    request.setUrn(urn);
    request.setNews(structOf(news));
    request.setOlds(structOf(olds));
    const response = await this.#call("check", request);
    return {
      inputs: propertiesOf(response.getInputs()),
      failures: response.getFailuresList().map((failure) => ({ property: failure.getProperty(), reason: failure.getReason() })),
    };
  }

  async diff(_: Kind, id: string, olds: Properties, news: Properties): Promise<DiffResult> {
    const request = new DiffRequest();
    request.setUrn(urn);
    request.setId(id);
    request.setOlds(structOf(olds));
    request.setNews(structOf(news));
    const response = await this.#call("diff", request);
    return {
      changes: changesOf[response.getChanges()],
      replaces: response.getReplacesList(),
      deleteBeforeReplace: response.getDeletebeforereplace(),
    };
  }

  async create(_: Kind, inputs: Properties): Promise<{ id: string; state: Properties }> {
    const request = new CreateRequest();
    request.setUrn(urn);
    request.setProperties(structOf(inputs));
    const response = await this.#call("create", request);
    return { id: response.getId(), state: propertiesOf(response.getProperties()) };
  }

  async read(_: Kind, id: string, state: Properties): Promise<ReadResult> {
    const request = new ReadRequest();
    request.setUrn(urn);
    request.setId(id);
    request.setProperties(structOf(state));
    const response = await this.#call("read", request);
    return {
      id: response.getId(),
      state: propertiesOf(response.getProperties()),
      inputs: propertiesOf(response.getInputs()),
    };
  }

  async update(_: Kind, id: string, olds: Properties, news: Properties): Promise<Properties> {
    const request = new UpdateRequest();
    request.setUrn(urn);
    request.setId(id);
    request.setOlds(structOf(olds));
    request.setNews(structOf(news));
    return propertiesOf((await this.#call("update", request)).getProperties());
  }

  async delete(_: Kind, id: string, state: Properties): Promise<void> {
    const request = new DeleteRequest();
    request.setUrn(urn);
    request.setId(id);
    request.setProperties(structOf(state));
    await this.#call("delete", request);
  }

  #call<Name extends keyof Calls>(name: Name, request: Calls[Name][0]): Promise<Calls[Name][1]> {
    const unary = this.#client[name] as unknown as Unary<Calls[Name][0], Calls[Name][1]>;
    return new Promise((done, fail) => {
      const timer = setTimeout(() => {
        fail(new Error(`${name} did not answer. The process printed: ${this.output.join("")}`));
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

const structOf = (values: Properties): Struct => StructClass.fromJavaScript({ ...values });

const propertiesOf = (values: Struct | undefined): Properties => values?.toJavaScript() ?? {};

function failure(error: ServiceError): CallFailure {
  const [packed] = error.metadata.get("grpc-status-details-bin");
  if (packed === undefined) return new CallFailure(error.details);
  const [detail] = Status.deserializeBinary(Buffer.from(packed as Buffer)).getDetailsList();
  const init = ErrorResourceInitFailed.deserializeBinary(detail!.getValue_asU8());
  const recorded = unmarked(init.getProperties()?.toJavaScript() ?? {}) as Properties;
  return new InitFailure(error.details, init.getId(), recorded, init.getReasonsList());
}
