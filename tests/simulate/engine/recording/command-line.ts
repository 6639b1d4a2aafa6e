import type { Command } from "../types.js";

/** The command as a person types it, without the options that all recordings share. */
export function argumentsOf(command: Command): string[] {
  const {
    name,
    target,
    exclude,
    replace,
    targetReplace,
    targetDependents,
    excludeDependents,
    refresh,
    continueOnError,
    parallel,
  } = command;
  const each = (flag: string, urns: readonly string[] = []): string[] => urns.flatMap((urn) => [flag, urn]);
  const flag = (text: string, wanted: boolean | undefined): string[] => (wanted === true ? [text] : []);
  return [
    name,
    ...(name === "preview" ? [] : ["--yes", "--skip-preview"]),
    ...each("--target", target),
    ...each("--exclude", exclude),
    ...each("--replace", replace),
    ...each("--target-replace", targetReplace),
    ...flag("--target-dependents", targetDependents),
    ...flag("--exclude-dependents", excludeDependents),
    ...flag("--refresh", refresh),
    ...flag("--continue-on-error", continueOnError),
    ...(parallel === undefined ? [] : ["--parallel", String(parallel)]),
  ];
}
