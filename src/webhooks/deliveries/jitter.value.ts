import type { Random } from '../../kernel/random.ts';

/** Waits are spread by so many thousandths to both sides: what failed together comes back apart. */
const SPREAD_THOUSANDTHS = 200;

/** A factor from 0.8 to 1.2 for a wait. */
export function spread(random: Random): number {
  return random.integer(1_000 - SPREAD_THOUSANDTHS, 1_000 + SPREAD_THOUSANDTHS) / 1_000;
}
