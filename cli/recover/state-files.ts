/** What to do about a file of the backend that Pulumi cannot read, as its message tells; undefined for other failures. */
export function remedyFor(said: string): string | undefined {
  if (/could not import deployment: unexpected end of JSON input/.test(said))
    return (
      "The lock file of the stack is empty, as a full disk leaves it; nothing was written. Make room, delete the file with `pulumi cancel` " +
      "once it is certain that no update runs, and run again."
    );
  if (!/failed to load checkpoint: EOF/.test(said)) return undefined;
  return (
    "Pulumi was killed while it wrote the state: the file beside it, `.pulumi/stacks/<project>/<stack>.json.attrs`, is empty, and the state " +
    "itself is whole. Delete that `.attrs` file, and run again."
  );
}
