import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ApprovalFlags, approverOf } from "../../cli/apply/approval.js";
import { CommandError, exitCodes } from "../../cli/shared/exit.js";
import { temporaryFolder } from "../support/folder.js";

const digest = `v2.${"0".repeat(32)}`;
const stack = "shop/production";
const refusal = (reason: RegExp) => (error: unknown) =>
  error instanceof CommandError && error.exitCode === exitCodes.exceeded && reason.test(error.message);
const misuse = (reason: RegExp) => (error: unknown) =>
  error instanceof CommandError && error.exitCode === exitCodes.usage && reason.test(error.message);

describe("an approval of what hosting apply applies", () => {
  const folder = temporaryFolder();
  const file = (name: string) => join(folder.path, name);
  const approvedBy = (flags: ApprovalFlags, environment: NodeJS.ProcessEnv = process.env) =>
    approverOf({ approvers: file("approvers"), ...flags }, { digest, stack }, environment);

  function sshKeygen(args: readonly string[], input = ""): string {
    const { status, stdout, stderr } = spawnSync("ssh-keygen", args, { input, encoding: "utf8" });
    assert.equal(status, 0, stderr);
    return stdout;
  }
  const keyOf = async (name: string) => (await readFile(file(`${name}.pub`), "utf8")).trim();
  async function signed(by: string, line: string, namespace = "hosting"): Promise<string> {
    const signature = file("approval.sig");
    await writeFile(signature, sshKeygen(["-Y", "sign", "-n", namespace, "-f", file(by)], line));
    return signature;
  }

  before(async function () {
    if (spawnSync("ssh-keygen", ["-?"]).error !== undefined) this.skip();
    for (const name of ["alice", "author", "outsider", "git"]) sshKeygen(["-q", "-t", "ed25519", "-N", "", "-f", file(name)]);
    await writeFile(
      file("approvers"),
      [
        "# those who may approve",
        `alice@agency.example ${await keyOf("alice")}`,
        `author@agency.example,boss@agency.example ${await keyOf("author")}`,
        `only-git@agency.example namespaces="git" ${await keyOf("git")}`,
        "",
      ].join("\n"),
    );
  });

  it("is accepted from whom the file lists, for this digest of this stack", async () => {
    const approval = await signed("alice", `${digest} ${stack}\n`);
    assert.equal(await approvedBy({ approval }), "alice@agency.example");
    assert.equal(await approvedBy({ approval, not: ["author@agency.example"] }), "alice@agency.example");
  });

  const attacks: readonly (readonly [name: string, by: string, line: string, reason: RegExp])[] = [
    ["another digest", "alice", `v2.${"1".repeat(32)} ${stack}\n`, /alice@agency\.example, but not for this digest/],
    ["the same stack of another project", "alice", `${digest} other/production\n`, /but not for this digest/],
    ["more than this line", "alice", `${digest} ${stack}\n${digest} shop/staging\n`, /but not for this digest/],
    ["this, by somebody who is not listed", "outsider", `${digest} ${stack}\n`, /not signed by anybody in/],
  ];
  for (const [name, by, line, reason] of attacks)
    it(`is refused if it is of ${name}`, async () => {
      const approval = await signed(by, line);
      await assert.rejects(approvedBy({ approval }), refusal(reason));
    });

  it("is refused if it was signed for another purpose", async () => {
    const approval = await signed("alice", `${digest} ${stack}\n`, "git");
    await assert.rejects(approvedBy({ approval }), refusal(/or not validly/));
  });

  for (const identity of ["author@agency.example", "boss@agency.example", "Author@Agency.example"])
    it(`is refused if it is by the author, who is ${identity}`, async () => {
      const approval = await signed("author", `${digest} ${stack}\n`);
      await assert.rejects(approvedBy({ approval, not: [identity] }), refusal(/whom --not excludes/));
    });

  it("is refused by the author whose key a second line lists for everybody", async () => {
    await writeFile(file("wide"), `boss@agency.example ${await keyOf("author")}\n*@agency.example ${await keyOf("author")}\n`);
    const approval = await signed("author", `${digest} ${stack}\n`);
    const flags = { approval, approvers: file("wide") };
    assert.equal(await approvedBy(flags), "boss@agency.example");
    await assert.rejects(approvedBy({ ...flags, not: ["author@agency.example"] }), refusal(/whom --not excludes/));
  });

  it("is refused if it was edited after it was signed", async () => {
    const approval = await signed("alice", `${digest} ${stack}\n`);
    const [begin, first, ...rest] = (await readFile(approval, "utf8")).split("\n");
    const at = rest.findIndex((line) => line.startsWith("---")) - 1;
    const flipped = rest[at]!.replace(/^./, (letter) => (letter === "A" ? "B" : "A"));
    await writeFile(approval, [begin, first, ...rest.with(at, flipped)].join("\n"));
    await assert.rejects(approvedBy({ approval }), refusal(/Not approved/));
  });

  it("is refused if there is none, and if the file has something else", async () => {
    await assert.rejects(approvedBy({}), refusal(/--approval is missing\..*\n\S+ shop\/production$/));
    await assert.rejects(approvedBy({ approval: file("missing.sig") }), refusal(/missing\.sig cannot be read/));
    await writeFile(file("text"), `${digest} ${stack}\n`);
    await assert.rejects(approvedBy({ approval: file("text") }), refusal(/not signed by anybody/));
  });

  it("is asked for only with the file of those who may approve", async () => {
    const none = { approvers: undefined } as unknown as ApprovalFlags;
    assert.equal(await approvedBy(none), undefined);
    await assert.rejects(approvedBy({ ...none, approval: "a" }), misuse(/require --approvers/));
    await assert.rejects(approvedBy({ ...none, not: ["a"] }), misuse(/require --approvers/));
    await assert.rejects(approvedBy({ approvers: file("missing") }), misuse(/--approvers .*missing cannot be read/));
  });

  it("does not cover what --force applies, nor an author who is not named", async () => {
    const approval = await signed("alice", `${digest} ${stack}\n`);
    await assert.rejects(approvedBy({ approval, force: "outage" }), misuse(/--force and --approvers/));
    await assert.rejects(approvedBy({ approval, not: [""] }), misuse(/--not/));
  });
});
