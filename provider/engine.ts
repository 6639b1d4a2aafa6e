import { connect, type ClientHttp2Session } from "node:http2";
import { GetRootResourceRequest, GetRootResourceResponse } from "@pulumi/pulumi/proto/engine_pb.js";

/** Beyond this the engine is taken not to tell; it listens on the same machine. */
const longestCall = 2_000;

/**
 * The engine that started this process, as far as it can be spoken to. When it is killed, Pulumi's dynamic provider process
 * lives on: without a state to write to, it could only do harm to what a next run does.
 */
export class Engine {
  readonly #address: string;
  readonly #onGone: () => void;
  #session: Promise<ClientHttp2Session | undefined> | undefined;
  #root: Promise<string | undefined> | undefined;

  /**
   * @param address host and port, as given to this process; where nothing listens there, nothing is known of any engine
   * @param onGone called once, when an engine that was there is there no more
   */
  constructor(address: string, onGone: () => void) {
    this.#address = address;
    this.#onGone = onGone;
  }

  /** Begins to watch. */
  watch(): void {
    this.#session ??= this.#connect();
  }

  /** Name of the stack that is worked on; a command that runs no program has none. */
  async stack(): Promise<{ readonly stack: string; readonly project: string } | undefined> {
    this.#root ??= this.#rootUrn();
    const [, stack, project] = /^urn:pulumi:(.*?)::(.*?)::/.exec((await this.#root) ?? "") ?? [];
    return stack === undefined || project === undefined ? undefined : { stack, project };
  }

  async #connect(): Promise<ClientHttp2Session | undefined> {
    const session = await open(this.#address);
    session?.once("close", () => void this.#lost());
    return session;
  }

  /** A connection can end for other reasons than that the engine has. */
  async #lost(): Promise<void> {
    this.#session = this.#connect();
    if ((await this.#session) === undefined) this.#onGone();
  }

  async #rootUrn(): Promise<string | undefined> {
    this.watch();
    const session = await this.#session;
    const answer =
      session && (await call(session, "/pulumirpc.Engine/GetRootResource", new GetRootResourceRequest().serializeBinary()));
    return answer && GetRootResourceResponse.deserializeBinary(answer).getUrn();
  }
}

/** A connection of its own that keeps no process alive; undefined where nothing listens. */
function open(address: string): Promise<ClientHttp2Session | undefined> {
  return new Promise((resolve) => {
    if (!/^[^:\s]+:\d+$/.test(address)) return resolve(undefined);
    const session = connect(`http://${address}`);
    session.unref();
    session.once("connect", () => resolve(session));
    session.on("error", () => resolve(undefined));
    session.once("close", () => resolve(undefined));
  });
}

/** One unary gRPC call; undefined where it fails. */
function call(session: ClientHttp2Session, path: string, message: Uint8Array): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    const fail = () => resolve(undefined);
    const stream = session.request({
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc",
      te: "trailers",
    });
    const pieces: Buffer[] = [];
    stream.setTimeout(longestCall, () => stream.destroy());
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    stream.on("error", fail);
    stream.on("close", () => resolve(unframed(Buffer.concat(pieces))));
    stream.end(framed(message));
  });
}

/** Flag and length go before every message. */
const prefixLength = 5;

function framed(message: Uint8Array): Buffer {
  const prefix = Buffer.alloc(prefixLength);
  prefix.writeUInt32BE(message.byteLength, 1);
  return Buffer.concat([prefix, message]);
}

const unframed = (frame: Buffer): Uint8Array | undefined =>
  frame.byteLength < prefixLength || frame.byteLength < prefixLength + frame.readUInt32BE(1)
    ? undefined
    : frame.subarray(prefixLength, prefixLength + frame.readUInt32BE(1));
