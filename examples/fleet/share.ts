import { minutes, Room, type RoomOptions, windowLength } from "./room.js";

/** Requests that were sent, and when they no longer count. */
interface Sent {
  readonly requests: number;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/**
 * A part of a rate window that other runs use at the same time. This run sends no more than its part in any 15 minutes, so it does not need to
 * know when the provider's window begins or what the others have sent.
 */
export class Share extends Room {
  readonly #requests: number;
  readonly #sent: Sent[] = [];

  /** @param requests at most so many in 15 minutes; no work may need more */
  constructor(requests: number, options: RoomOptions) {
    super(options);
    this.#requests = this.left = requests;
  }

  protected override promiseFor(need: number): number {
    if (need > this.#requests) throw new Error(`The share of ${this.#requests} requests has no room for ${need}.`);
    return need;
  }

  protected override update(): Promise<void> {
    const now = this.shared.clock.now();
    while (this.#sent[0] !== undefined && this.#sent[0].until <= now) this.left += this.#sent.shift()!.requests;
    return Promise.resolve();
  }

  protected override nextRoom(): number {
    // If nothing is sent, running stacks hold everything, and one of them ends first.
    return this.#sent[0]?.until ?? this.shared.clock.now() + windowLength;
  }

  protected override end(promised: number, sent = promised): void {
    this.left += promised - sent;
    this.#sent.push({ requests: sent, until: this.shared.clock.now() + windowLength });
  }

  protected override announce(milliseconds: number): void {
    this.shared.tell(`The run has used its ${this.#requests} requests: waiting ${minutes(milliseconds)} until it may send more.`);
  }
}
