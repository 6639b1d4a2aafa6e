/** What to do about a backend file that Pulumi cannot read, by its message; undefined for other failures. */
export function remedyFor(said: string): string | undefined {
  if (/could not import deployment: unexpected end of JSON input/.test(said))
    return (
      "The lock file of the stack is empty, which a full disk causes. Nothing was written. Free some space, delete the lock file with " +
      "`pulumi cancel` once you are certain that no update is running, and run again."
    );
  if (!/failed to load checkpoint: EOF/.test(said)) return undefined;
  return (
    "Pulumi was killed while it wrote the state. The file next to it, `.pulumi/stacks/<project>/<stack>.json.attrs`, is empty; the state " +
    "itself is intact. Delete that `.attrs` file, and run again."
  );
}
