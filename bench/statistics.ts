/** The middle value, or the mean of the two in the middle; NaN for none. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = NaN, high = NaN] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ];
  return (low + high) / 2;
}

/** The median of what two lists are to each other, value by value. */
export function medianRatio(values: readonly number[], others: readonly number[]): number {
  return medianOf(values.map((value, nth) => value / (others[nth] ?? NaN)));
}
