/** Up to 14 digits and two decimals: at most 99999999999999.99, as in `numeric(16,2)` (ours). */
const AMOUNT = /^(\d{1,14})(?:\.(\d{1,2}))?$/;

/**
 * Normalizes a decimal to an amount of money with two decimals, such as `10.50` for `10.5`. Returns undefined if it has
 * more than two decimals, is above 99999999999999.99 or below `minimumCents`. It is never converted to a double.
 */
export function amountOf(decimal: string, minimumCents: number): string | undefined {
  const [, whole, fraction = ''] = AMOUNT.exec(decimal) ?? [];
  if (whole === undefined) return undefined;
  const cents = fraction.padEnd(2, '0');
  return BigInt(whole + cents) >= BigInt(minimumCents) ? `${whole}.${cents}` : undefined;
}
