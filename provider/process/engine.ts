import { connect, type ClientHttp2Session } from "node:http2";
import { setTimeout as sleep } from "node:timers/promises";
import { logPath, logRequest, type Severity, rootIn, rootPath, rootRequest } from "../pulumi/protocol.js";
import type { StackIdentity } from "../journal/journal-events.js";
import { ProviderError } from "../values/errors.js";
import { urnOf } from "../values/reserved-properties.js";

/** Timeouts for the engine, in milliseconds. It runs on the same machine, so it is slow only if the machine is. */
const usualTimeouts = {
  connection: 10_000,
  answer: 10_000,
  /** For the program to register its stack, which it does before its resources. */
  registration: 2_000,
};

/** Pause between two requests for the stack, in milliseconds. */
const pause = 50;

/** A resource, by its class and its name within its parents. */
export interface NamedResource {
  readonly className: string;
  readonly name: string;
}

/** The engine did not name the stack. Without it, no later run could recognize what this run creates. */
const unnamed = (reason: string): ProviderError =>
  new ProviderError(`Pulumi's engine did not name the stack that it works on (${reason}), so nothing was sent. Run again.`);

/**
 * The engine that started this process. If it is killed, Pulumi's dynamic provider process keeps running. Without a state to
 * write to, that process could only interfere with the next run.
 */
export class PulumiEngine {
  /** Undefined if no engine started this process. */
  readonly #address: string | undefined;
  #session: Promise<ClientHttp2Session | undefined> | undefined;
  #stack: Promise<StackIdentity> | undefined;
  /** The stack, once the engine has named it. */
  #named: StackIdentity | undefined;
  #gone = false;

  /**
   * @param address host and port, as given to this process; if it is not an address or its port is 0, there is no engine
   * @param onGone called once, when the engine cannot be reached or can no longer be reached
   */
  constructor(
    address: string,
    private readonly onGone: () => void,
    private readonly timeouts = usualTimeouts,
  ) {
    this.#address = /^[^:\s]+:0*[1-9]\d*$/.test(address) ? address : undefined;
  }

  watch(): void {
    if (this.#address !== undefined) this.#session ??= this.#connect(this.#address);
  }

  /**
   * The stack of the command; undefined if no engine started this process.
   *
   * @throws if the engine does not name it; the next call asks again
   */
  stack(): Promise<StackIdentity | undefined> {
    if (this.#address === undefined) return Promise.resolve(undefined);
    this.watch();
    if (this.#stack === undefined) {
      const asked = this.#ask(this.#address);
      asked.catch(() => (this.#stack = undefined));
      this.#stack = asked;
    }
    return this.#stack;
  }

  /** Shows a message with the resource that it is about, or else with the stack. False if that failed. */
  async log(message: string, severity: Severity, about: NamedResource | undefined): Promise<boolean> {
    this.watch();
    const session = await this.#session;
    if (session === undefined) return false;
    // A destroy registers no stack, and nobody waits for one.
    const stack = about && (await this.#registered(session))?.stack;
    const urn = stack === undefined ? "" : urnOf(stack, about!.className, about!.name);
    return (await call(session, logPath, logRequest(message, severity, urn), this.timeouts.answer)) !== undefined;
  }

  /** The stack, if the program has registered it; undefined if the call failed. It does not change, so it is asked for until it is known. */
  async #registered(session: ClientHttp2Session): Promise<{ readonly stack?: StackIdentity | undefined } | undefined> {
    if (this.#named !== undefined) return { stack: this.#named };
    const answer = await call(session, rootPath, rootRequest(), this.timeouts.answer);
    return answer && { stack: (this.#named = stackIn(answer)) };
  }

  async #connect(address: string): Promise<ClientHttp2Session | undefined> {
    const session = await open(address, this.timeouts.connection);
    if (session !== undefined) {
      // A connection may also end while the engine still runs.
      session.once("close", () => {
        this.#session = this.#connect(address);
      });
    } else if (!this.#gone) {
      this.#gone = true;
      this.onGone();
    }
    return session;
  }

  async #ask(address: string): Promise<StackIdentity> {
    const end = Date.now() + this.timeouts.registration;
    for (;;) {
      const session = await this.#session;
      if (session === undefined) throw unnamed(`nothing listens at ${address}`);
      const answer = await this.#registered(session);
      const late = Date.now() > end;
      if (answer !== undefined) {
        if (answer.stack !== undefined) return answer.stack;
        if (late) throw unnamed(`${address} names no stack`);
      } else if (late || !isOver(session)) throw unnamed(`the call to ${address} failed`);
      await sleep(pause);
    }
  }
}

/** The stack in an answer of the engine; undefined if none is registered. */
function stackIn(answer: Uint8Array): StackIdentity | undefined {
  const [, stack, project] = /^urn:pulumi:(.*?)::(.*?)::/.exec(rootIn(answer)) ?? [];
  return stack === undefined || project === undefined ? undefined : { stack, project };
}

/** Whether a connection accepts no more calls. Its close event may still be pending. */
const isOver = (session: ClientHttp2Session): boolean => session.closed || session.destroyed;

/**
 * Calls `expire` after that time, but only once everything that has arrived is handled: on a loaded machine, timers fire first.
 */
function afterArrivals(milliseconds: number, expire: () => void): NodeJS.Timeout {
  return setTimeout(() => setImmediate(() => setImmediate(expire)), milliseconds);
}

/** A new connection that does not keep the process alive; undefined if none opens in time. */
function open(address: string, timeout: number): Promise<ClientHttp2Session | undefined> {
  return new Promise((resolve) => {
    const session = connect(`http://${address}`);
    session.unref();
    const timer = afterArrivals(timeout, () => {
      if (session.connecting) session.destroy();
    });
    const settle = (result: ClientHttp2Session | undefined) => {
      clearTimeout(timer);
      resolve(result);
    };
    session.once("connect", () => settle(session));
    session.on("error", () => settle(undefined));
    session.once("close", () => settle(undefined));
  });
}

/** One unary gRPC call; undefined if it fails. */
function call(session: ClientHttp2Session, path: string, message: Uint8Array, timeout: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve) => {
    if (isOver(session)) return resolve(undefined);
    const stream = session.request({
      ":method": "POST",
      ":path": path,
      "content-type": "application/grpc",
      te: "trailers",
    });
    const pieces: Buffer[] = [];
    const timer = afterArrivals(timeout, () => stream.destroy());
    stream.on("data", (piece: Buffer) => pieces.push(piece));
    stream.on("error", () => resolve(undefined));
    stream.on("close", () => {
      clearTimeout(timer);
      resolve(unframed(Buffer.concat(pieces)));
    });
    stream.end(framed(message));
  });
}

/** Length of the flag and the length field before every message. */
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
