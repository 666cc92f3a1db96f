/** Returns the middle value, or the mean of the two middle ones; NaN for no values. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = NaN, high = NaN] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ];
  return (low + high) / 2;
}

/** Returns the median of the ratios of two lists, value by value. */
export function medianRatio(values: readonly number[], others: readonly number[]): number {
  return medianOf(values.map((value, nth) => value / (others[nth] ?? NaN)));
}
