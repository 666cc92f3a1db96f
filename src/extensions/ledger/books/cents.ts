/** Returns the sum of two amounts with two decimals; never a double. */
export function sumOf(one: string, other: string): string {
  const cents = String(centsOf(one) + centsOf(other)).padStart(3, '0');
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`;
}

/** Returns an amount that is not negative, with two decimals, in cents. */
export function centsOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}
