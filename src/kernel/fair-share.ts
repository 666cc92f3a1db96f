/**
 * How much more an owner may have of what all share: never more than it leaves free. One that takes all that it may
 * leaves half to the next, and that one half of the rest.
 */
export function shareOf({ free, taken }: { readonly free: number; readonly taken: number }): number {
  return Math.max(0, Math.floor((free - taken + 1) / 2));
}
