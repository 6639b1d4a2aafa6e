/**
 * The names in the text of an option, which commas separate.
 *
 * @throws Error that tells the possible names if one of them is another
 */
export function namesOption<T extends string>(option: string, text: string, possible: readonly T[]): T[] {
  return text.split(",").map((part) => {
    const name = possible.find((each) => each === part);
    if (name === undefined) throw new Error(`--${option} ${part}: there is none of that name; there are ${possible.join(", ")}`);
    return name;
  });
}

/**
 * The number in the text of an option.
 *
 * @throws Error if it is not a whole number, or less than `least`, or more than `most`
 */
export function numberOption(name: string, text: string, least: number, most = Infinity): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  const range = most === Infinity ? `of at least ${least}` : `from ${least} to ${most}`;
  throw new Error(`--${name} ${text}: must be a whole number ${range}`);
}
