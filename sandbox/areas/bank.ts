/** Banks by the first four digits of their code, which identify the region and the group. All other banks have an invented BIC. */
const bicOf = (bankCode: string): string =>
  `SNDB${bankCode.slice(0, 4).replace(/[0-9]/g, (digit) => "ABCDEFGHIJ"[Number(digit)]!)}XXX`;

/** IBAN and invented BIC of a German bank account; undefined if the numbers are not valid. */
export function convert(
  accountNumber: string | undefined,
  bankCode: string | undefined,
): { iban: string; bic: string } | undefined {
  const account = accountNumber?.replace(/\s/g, "") ?? "";
  const bank = bankCode?.replace(/\s/g, "") ?? "";
  if (!/^[0-9]{1,10}$/.test(account) || !/^[1-8][0-9]{7}$/.test(bank) || /^0+$/.test(account)) return undefined;
  const number = `${bank}${account.padStart(10, "0")}`;
  // D is 13 and E is 14. With the right check digits, the whole number leaves a remainder of 1 when divided by 97.
  const check = 98n - (BigInt(`${number}131400`) % 97n);
  return { iban: `DE${String(check).padStart(2, "0")}${number}`, bic: bicOf(bank) };
}
