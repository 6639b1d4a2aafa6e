/**
 * Whether a condition of a job or a step holds: comparisons with `==` and `!=`, joined by `&&` and `||`, without parentheses.
 *
 * @param valueOf a name as written
 */
export function holds(condition: string, valueOf: (name: string) => string | boolean): boolean {
  const operand = (text: string) => /^(['"])(.*)\1$/.exec(text.trim())?.[2] ?? valueOf(text.trim());
  const term = (text: string): boolean => {
    const [left = "", operator, right = ""] = text.split(/(==|!=)/);
    if (operator === undefined) return operand(left) === true;
    return (operand(left) === operand(right)) === (operator === "==");
  };
  return condition.split("||").some((all) => all.split("&&").every(term));
}
