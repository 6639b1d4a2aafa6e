import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Writable } from "node:stream";
import {
  type Sender,
  senderSchema,
  stateOf,
  type SystemSources,
  systemSources,
  thisProcess,
} from "../../provider/journal/sender.js";

const fail = (code: string): never => {
  throw Object.assign(new Error(code), { code });
};

/** A system without processes that reports nothing. */
const blank: SystemSources = {
  platform: "win32",
  pid: 42,
  host: () => "ci",
  signal: () => fail("ESRCH"),
  readFile: () => fail("ENOENT"),
  readLink: () => fail("ENOENT"),
  run: () => fail("ENOENT"),
};

const initial = "pid:[4026531836]";

/** Fields 3 to 22 of /proc/<pid>/stat, and more. */
const stat = (state: string, start: string) =>
  `42 (a) Z ) (name) ${state} 1 42 42 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 11 0 ${start} 99 98\n`;

/** A Linux system with one process, number 42. */
function linux({ state = "S", start = "1000", boot = "boot-1", space = initial, pid = 42 } = {}): SystemSources {
  return {
    ...blank,
    platform: "linux",
    signal: (asked) => {
      if (asked !== pid) fail("ESRCH");
    },
    readFile: (path) => {
      if (path === "/proc/sys/kernel/random/boot_id") return `${boot}\n`;
      if (path === `/proc/${pid}/stat`) return stat(state, start);
      return fail("ENOENT");
    },
    readLink: (path) => {
      assert.equal(path, "/proc/self/ns/pid");
      return space;
    },
  };
}

/** A macOS system with one process, number 42. */
const mac = ({ state = "Ss+", start = "Sun Nov 22 15:23:18 2026", boot = "UUID-1" } = {}): SystemSources => ({
  ...blank,
  platform: "darwin",
  signal: () => undefined,
  run: (command, args) => {
    if (command === "/usr/sbin/sysctl") return `${boot}\n`;
    assert.deepEqual(args.slice(-2), ["-p", "42"]);
    return `${state}   ${start}    \n`;
  },
});

/** As a file has it. */
const written = (sender: Sender): unknown => JSON.parse(JSON.stringify(sender));

const windows: SystemSources = { ...blank, signal: () => undefined };

describe("the identity of the process that wrote a file", () => {
  it("uses all that the system knows, and nothing else", () => {
    assert.deepEqual(written(thisProcess(linux())), {
      host: "ci",
      pid: 42,
      startedAt: "1000",
      boot: "boot-1",
      pidSpace: initial,
    });
    assert.deepEqual(written(thisProcess(mac())), { host: "ci", pid: 42, startedAt: "Sun Nov 22 15:23:18 2026", boot: "UUID-1" });
    assert.deepEqual(written(thisProcess(windows)), { host: "ci", pid: 42 });
    const nameless = { ...blank, host: () => assert.fail() };
    assert.deepEqual(written(thisProcess(nameless)), { host: "", pid: 42 });
    assert.equal(stateOf(thisProcess(nameless), nameless), "unknown");
  });

  it("is read back from JSON, even as earlier versions wrote it", () => {
    for (const sender of [thisProcess(), thisProcess(linux()), { host: "ci", pid: 1 }])
      assert.deepEqual(senderSchema.parse(written(sender)), written(sender));
  });
});

describe("whether the process that wrote a file has ended", () => {
  const own = thisProcess(linux());
  const apple = thisProcess(mac());
  const within = (space: string, more: object = {}) => linux({ space: `pid:[${space}]`, ...more });
  const boxed = thisProcess(within("1"));
  const elsewhere: Sender = { ...own, host: "other" };
  const earlier: Sender = { host: "ci", pid: 42 };
  const forbidden = () => fail("EPERM");
  const little = (path: string) => (path === "/proc/42/stat" ? "42 (node) S" : linux().readFile(path));
  const cases: readonly [name: string, sender: Sender, now: SystemSources, expected: string][] = [
    ["the same process", own, linux(), "running"],
    ["no such process", own, linux({ pid: 43 }), "ended"],
    ["a zombie", own, linux({ state: "Z" }), "ended"],
    ["a process that is being removed", own, linux({ state: "X" }), "ended"],
    ["its number reused", own, linux({ start: "2000" }), "ended"],
    ["the machine started again", own, linux({ boot: "boot-2" }), "ended"],
    ["another host", elsewhere, linux({ pid: 43 }), "unknown"],
    ["another host, started again", elsewhere, linux({ boot: "boot-2" }), "unknown"],
    ["another container", boxed, within("2"), "unknown"],
    ["another container, in which no process has its number", boxed, within("2", { pid: 43 }), "unknown"],
    ["a container of that host name on another machine", boxed, within("1", { boot: "boot-2" }), "unknown"],
    ["a container, seen from a machine of that host name", boxed, linux({ boot: "boot-2" }), "unknown"],
    ["the number reused in a container", boxed, within("1", { start: "2000" }), "ended"],
    ["an earlier version, no such process", earlier, linux({ pid: 43 }), "ended"],
    ["an earlier version, a zombie", earlier, linux({ state: "Z" }), "ended"],
    ["an earlier version, a process of that number", earlier, linux(), "unknown"],
    ["somebody else's process, of which only signals tell", own, { ...linux({ pid: 43 }), signal: forbidden }, "unknown"],
    ["a process of which Linux tells less", own, { ...linux(), readFile: little }, "unknown"],
    ["macOS: the same process", apple, mac(), "running"],
    ["macOS: a zombie", apple, mac({ state: "Z" }), "ended"],
    ["macOS: its number reused", apple, mac({ start: "Sun Nov 22 16:00:00 2026" }), "ended"],
    ["macOS: the machine started again", apple, mac({ boot: "UUID-2" }), "ended"],
    ["macOS: no ps", apple, { ...mac(), run: blank.run }, "unknown"],
    ["Windows: no such process", thisProcess(windows), blank, "ended"],
    ["Windows: a process of that number", thisProcess(windows), windows, "unknown"],
  ];
  for (const [name, sender, now, expected] of cases)
    it(`${name}: ${expected}`, () => assert.equal(stateOf(sender, now), expected));

  it("is known for running processes and zombies", async function () {
    if (!["linux", "darwin"].includes(process.platform)) this.skip();
    assert.equal(stateOf(thisProcess()), "running");
    // `cat` replaces the shell as the parent, and does not wait for any child.
    const script = "cat <&3 >/dev/null & echo $!; exec cat";
    const parent = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "pipe", "inherit", "pipe"] });
    const exit = once(parent, "exit");
    try {
      const lines = createInterface({ input: parent.stdout! })[Symbol.asyncIterator]();
      const pid = Number((await lines.next()).value);
      parent.stdin!.write("replaced\n");
      assert.equal((await lines.next()).value, "replaced");
      const child = thisProcess({ ...systemSources, pid });
      assert.equal(stateOf(child), "running");
      (parent.stdio[3] as Writable).end();
      while (stateOf(child) === "running") await sleep(5);
      assert.equal(stateOf(child), "ended");
      assert.doesNotThrow(() => process.kill(pid, 0), "it is no zombie");
      const { startedAt: _, ...earlier } = child;
      assert.equal(stateOf(earlier), "ended");
    } finally {
      parent.kill("SIGKILL");
      await exit;
    }
  });
});
