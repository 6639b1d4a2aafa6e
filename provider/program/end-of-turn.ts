let turn: Promise<void> | undefined;

/** Resolves once the program has declared all that it declares at once. Shared, because a program may declare thousands of resources. */
export const endOfTurn = (): Promise<void> =>
  (turn ??= new Promise((resolve) =>
    setImmediate(() => {
      turn = undefined;
      resolve();
    }),
  ));
