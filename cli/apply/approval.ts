import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, constants } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { inLine } from "../../sdk/redaction/text.js";
import type { ApplyFlags } from "../options.js";
import { CommandError, exitCodes, UsageError } from "../shared/exit.js";
import { readText, reasonOf } from "../shared/input.js";

/** An approval is an SSH signature of one line with the digest and the stack, as `ssh-keygen -Y sign -n hosting` makes it. */
export type ApprovalFlags = Pick<ApplyFlags, "approval" | "approvers" | "not" | "force">;

export interface Approvable {
  readonly digest: string;
  /** With its project, as a review names it. */
  readonly stack: string;
}

/** What a signature for another purpose, such as one of git, does not have. */
const namespace = "hosting";

/**
 * Who has approved what is to be applied; undefined if no approval is asked for.
 * @throws UsageError
 * @throws CommandError if it is not approved
 */
export async function approverOf(
  flags: ApprovalFlags,
  { digest, stack }: Approvable,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const { approval, approvers, not: excluded = [], force } = flags;
  if (approvers === undefined) {
    if (approval !== undefined || excluded.length > 0) throw new UsageError("--approval and --not require --approvers");
    return undefined;
  }
  if (force !== undefined)
    throw new UsageError("--force and --approvers cannot be used together: an approval covers only what was reviewed");
  if (excluded.includes("")) throw new UsageError("--not must name an identity: it is empty");
  await readText("--approvers", approvers);
  const refused = (reason: string) =>
    new CommandError(
      `Not approved: ${reason}. Nothing was run. Let an approver sign this line with ` +
        `\`ssh-keygen -Y sign -n ${namespace}\`:\n${digest} ${stack}`,
      exitCodes.exceeded,
    );
  if (approval === undefined) throw refused("--approval is missing");
  await access(approval, constants.R_OK).catch((error: unknown) => {
    throw refused(`--approval ${approval} cannot be read: ${reasonOf(error)}`);
  });

  const files = ["-f", approvers, "-s", approval];
  const found = await sshKeygen(["-Y", "find-principals", ...files], "", environment);
  const signers = found.output.split("\n").filter((each) => each !== "");
  if (found.code !== 0 || signers.length === 0) throw refused(`${approval} is not signed by anybody in ${approvers}`);
  const isBy = async (identity: string) => {
    const flagsOfIt = ["-Y", "verify", ...files, "-I", identity, "-n", namespace];
    return (await sshKeygen(flagsOfIt, `${digest} ${stack}\n`, environment)).code === 0;
  };
  // A key can be listed for several identities, so ssh-keygen is asked about the excluded ones too.
  for (const identity of excluded)
    if (signers.some((each) => each.toLowerCase() === identity.toLowerCase()) || (await isBy(identity)))
      throw refused(`${approval} is by ${inLine(identity)}, whom --not excludes`);
  for (const identity of signers) if (await isBy(identity)) return inLine(identity);
  throw refused(`${approval} is signed by ${inLine(signers.join(", "))}, but not for this digest of this stack, or not validly`);
}

async function sshKeygen(args: readonly string[], input: string, environment: NodeJS.ProcessEnv) {
  const child = spawn("ssh-keygen", args, { env: environment, stdio: ["pipe", "pipe", "ignore"] });
  // It may end before it has read its input.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  try {
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, "close") as Promise<[number | null]>]);
    return { output, code };
  } catch (error) {
    throw new UsageError(`--approvers needs \`ssh-keygen\` of OpenSSH, which could not be started: ${reasonOf(error)}`);
  }
}
