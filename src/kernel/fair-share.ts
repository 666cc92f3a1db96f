/**
 * Returns how much more of a shared resource an owner may take: it must leave at least as much free as it holds. An
 * owner that takes its maximum leaves half to the next, which in turn leaves half of that.
 */
export function shareOf({ free, taken }: { readonly free: number; readonly taken: number }): number {
  return Math.max(0, Math.floor((free - taken + 1) / 2));
}
