import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import {
  GetRootResourceResponse,
  type LogRequest,
  LogSeverity,
  SetRootResourceResponse,
} from "@pulumi/pulumi/proto/engine_pb.js";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb.js";
import {
  type RegisterResourceRequest,
  RegisterResourceResponse,
  type SupportsFeatureRequest,
  SupportsFeatureResponse,
} from "@pulumi/pulumi/proto/resource_pb.js";
import type { Properties } from "../../../provider/values/properties.js";
import { EmptyClass, ServerClass, ServerCredentials, status, StructClass } from "../../../tests/support/protocol.js";

/** The project and the stack of all programs. */
const stub = "bench";

/** What the Pulumi CLI 3.259 says that it supports. */
const features = new Set([
  "secrets",
  "resourceReferences",
  "outputValues",
  "aliasSpecs",
  "replacementTrigger",
  "deletedWith",
  "replaceWith",
  "transforms",
  "invokeTransforms",
  "parameterization",
  "resourceHooks",
  "errorHooks",
  "sendsOptionsToHooks",
]);

/** A resource as a program registered it. */
export interface Registered {
  readonly type: string;
  readonly name: string;
  /** In the form of Pulumi's protocol: with marks of secrets. */
  readonly inputs: Properties;
}

export interface StubOptions {
  /** Whether the program runs in a preview, in which new resources have no ids. */
  readonly isPreview: boolean;
  /** What a created resource with this id has in addition to its inputs. */
  readonly outputsOf: (id: string) => Properties;
}

/** Answers by method. A method without one is refused. */
type Answers = Readonly<Record<string, (request: never) => object>>;

interface Call {
  readonly request: unknown;
}

type Reply = (error: { readonly code: number; readonly details: string } | null, response?: object) => void;

/**
 * Pulumi's engine, as far as a program and a provider process need it: every resource is new, and its inputs are its outputs. It
 * answers at once, so that what is measured is the process that calls it.
 */
export class StubEngine {
  readonly #registered: RegisterResourceRequest[] = [];
  readonly #server = new ServerClass();
  /** Names of the methods that were called and that this engine does not have. */
  readonly refused: string[] = [];
  /** Warnings and errors. */
  readonly messages: string[] = [];
  #address = "";

  private constructor(private readonly options: StubOptions) {}

  static async start(options: StubOptions): Promise<StubEngine> {
    const engine = new StubEngine(options);
    await engine.#listen();
    return engine;
  }

  /** Of both its services. */
  get address(): string {
    return this.#address;
  }

  get registered(): readonly Registered[] {
    return this.#registered.map((request) => ({
      type: request.getType(),
      name: request.getName(),
      inputs: request.getObject()?.toJavaScript() ?? {},
    }));
  }

  close(): void {
    this.#server.forceShutdown();
  }

  async #listen(): Promise<void> {
    this.#server.addService(
      ResourceMonitorService,
      this.#handlers(ResourceMonitorService, {
        supportsFeature: (request: SupportsFeatureRequest) =>
          new SupportsFeatureResponse().setHassupport(features.has(request.getId())),
        registerResource: (request: RegisterResourceRequest) => this.#register(request),
        registerResourceOutputs: () => new EmptyClass(),
        signalAndWaitForShutdown: () => new EmptyClass(),
      }),
    );
    this.#server.addService(
      EngineService,
      this.#handlers(EngineService, {
        log: (request: LogRequest) => {
          if (request.getSeverity() >= LogSeverity.WARNING) this.messages.push(request.getMessage());
          return new EmptyClass();
        },
        getRootResource: () => new GetRootResourceResponse().setUrn(urnOf("pulumi:pulumi:Stack", `${stub}-${stub}`)),
        setRootResource: () => new SetRootResourceResponse(),
      }),
    );
    const port = await new Promise<number>((done, fail) => {
      this.#server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
        error === null ? done(bound) : fail(error),
      );
    });
    this.#address = `127.0.0.1:${port}`;
  }

  /** For every method of a service: Pulumi's SDK takes some refusals for an older engine, so they are noted. */
  #handlers(service: object, answers: Answers): object {
    const refuse = (method: string, reply: Reply): void => {
      this.refused.push(method);
      reply({ code: status.UNIMPLEMENTED, details: `The engine of the benchmark does not have ${method}.` });
    };
    return Object.fromEntries(
      Object.keys(service).map((method) => {
        const answer = answers[method] as ((request: unknown) => object) | undefined;
        return [
          method,
          ({ request }: Call, reply: Reply) => {
            if (answer === undefined) refuse(method, reply);
            else reply(null, answer(request));
          },
        ];
      }),
    );
  }

  #register(request: RegisterResourceRequest): RegisterResourceResponse {
    this.#registered.push(request);
    const name = request.getName();
    const response = new RegisterResourceResponse().setUrn(urnOf(request.getType(), name)).setObject(request.getObject());
    if (this.options.isPreview || !request.getCustom()) return response;
    const outputs = StructClass.fromJavaScript({ ...this.options.outputsOf(name), ...request.getObject()?.toJavaScript() });
    return response.setId(name).setObject(outputs);
  }
}

const urnOf = (type: string, name: string): string => `urn:pulumi:${stub}::${stub}::${type}::${name}`;
