/** What to do about a state of the file backend that Pulumi cannot read, as its message tells; undefined for other failures. */
export function remedyFor(said: string): string | undefined {
  if (!/failed to load checkpoint: EOF/.test(said)) return undefined;
  return (
    "Pulumi was killed while it wrote the state: the file beside it, `.pulumi/stacks/<project>/<stack>.json.attrs`, is empty, and the state " +
    "itself is whole. Delete that `.attrs` file, and run again."
  );
}
