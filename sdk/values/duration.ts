const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Whether a text is a duration such as `90s`, `1m30s`, `1.5h` or `2d`. */
export const isDuration = (text: string): boolean => /^(\d+(\.\d+)?(ms|s|m|h|d))+$/.test(text);

/** Milliseconds of a duration such as `1m30s`. */
export const milliseconds = (text: string): number =>
  Array.from(text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/g)).reduce(
    (total, [, amount, unit]) => total + Number(amount) * units[unit as keyof typeof units],
    0,
  );

/** How long a whole call may take with its repetitions, unless the caller says otherwise. */
export const callTimeoutText = "5m";

/** Milliseconds after which a request that was first sent then is sent no more. */
export const callTimeout = milliseconds(callTimeoutText);
