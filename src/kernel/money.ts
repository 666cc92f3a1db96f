/** Up to 14 digits and two decimals: 99999999999999.99 at most, what `numeric(16,2)` holds (ours). */
const AMOUNT = /^(\d{1,14})(?:\.(\d{1,2}))?$/;

/**
 * A decimal as an amount of money in its normal form, with two decimals, such as `10.50` for `10.5`. Undefined when it
 * has more than two decimals, is above 99999999999999.99 or below `minimumCents`. It is never a double on its way.
 */
export function amountOf(decimal: string, minimumCents: number): string | undefined {
  const [, whole, fraction = ''] = AMOUNT.exec(decimal) ?? [];
  if (whole === undefined) return undefined;
  const cents = fraction.padEnd(2, '0');
  return BigInt(whole + cents) >= BigInt(minimumCents) ? `${whole}.${cents}` : undefined;
}
