const never = new Promise<never>(() => undefined);

const isObject = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function";

/**
 * The members that a process calls: after it was killed, they neither send nor answer.
 *
 * @param owner what the target is a member of
 */
export function mortal<T extends object>(target: T, isAlive: () => boolean, owner?: object): T {
  const heard = async (answer: Promise<unknown>): Promise<unknown> => {
    const [outcome] = await Promise.allSettled([answer]);
    if (!isAlive()) return never;
    return outcome.status === "fulfilled" ? outcome.value : Promise.reject(outcome.reason as Error);
  };
  const wrapped = (value: unknown, of?: object): unknown => (isObject(value) ? mortal(value, isAlive, of) : value);
  return new Proxy(target, {
    get: (object, name) => wrapped(Reflect.get(object, name), object),
    apply(call, self, args) {
      if (!isAlive()) return never;
      const result: unknown = Reflect.apply(call as () => unknown, owner ?? self, args);
      return result instanceof Promise ? heard(result) : wrapped(result);
    },
  });
}
