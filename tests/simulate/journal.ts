import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJournal, type Journal } from "../../provider/journal.js";
import type { Clock } from "../../sdk/clock.js";
import type { Life } from "./points.js";

/** No process has such a number: the largest that Linux gives is below. */
let pid = 2 ** 30;

interface Opening {
  readonly life: Life;
  readonly clock: Clock;
  readonly host: string;
  readonly engine: string;
}

/** The volume that the journals of one machine, or of several, lie on. */
export class JournalVolume {
  #folder = mkdtempSync(join(tmpdir(), "pulumi-hosting-"));
  #isSpoilt = false;

  open({ life, clock, engine }: Opening): Journal {
    const journal = openJournal({ folder: join(this.#folder, "journal"), engine, clock, pid: ++pid });
    const guard = (step: () => void, what: string) => {
      life.passNow(`before the journal notes ${what}`);
      if (!this.#isSpoilt) step();
      life.passNow(`after the journal has noted ${what}`);
    };
    return {
      left: (key) => journal.left(key),
      all: () => journal.all(),
      send: (note, durable) => {
        life.passNow("before the journal notes a creation");
        if (this.#isSpoilt) throw new Error("no space left on device");
        const sending = journal.send(note, durable);
        life.passNow("after the journal has noted a creation");
        return {
          answered: (id) => guard(() => sending.answered(id), "an answer"),
          over: () => guard(() => sending.over(), "an end"),
        };
      },
      seen: (kind, id) => guard(() => journal.seen(kind, id), "what a state shows"),
      settle: (creation) => guard(() => journal.settle(creation), "what is settled"),
    };
  }

  lose(): void {
    this.close();
    this.#folder = mkdtempSync(join(tmpdir(), "pulumi-hosting-"));
  }

  spoil(): void {
    this.#isSpoilt = true;
  }

  mend(): void {
    this.#isSpoilt = false;
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
