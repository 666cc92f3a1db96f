import { placeOf } from './sequence.ts';
import type { Gap } from './tracker.ts';

/** Maximum number of positions that one mutation resends. */
const POSITIONS_MAX = 100_000;

/** A mutation that resends missing messages; its variables are a range of `rangesOf` and `configurationId`. */
export const SEND_AGAIN = `mutation SendAgain($configurationId: ID!, $from: String!, $to: String!) {
  reprocessWebhookMessagesByRange(input: { configurationId: $configurationId, from: $from, to: $to }) {
    __typename
    ... on ReprocessWebhookMessagesByRangeSuccess { matched }
    ... on DomainError { code message }
  }
}`;

/** Returns the ranges to resend to close gaps, in parts that the gateway accepts. */
export function rangesOf(gaps: readonly Gap[]): readonly Gap[] {
  return gaps.flatMap(({ from, to }) => {
    const [first, last] = [placeOf(from), placeOf(to)];
    const count = Math.ceil((last.position - first.position + 1) / POSITIONS_MAX);
    return Array.from({ length: count }, (_, nth) => {
      const begin = first.position + nth * POSITIONS_MAX;
      const end = Math.min(last.position, begin + POSITIONS_MAX - 1);
      return { from: `${last.epoch}.${begin}`, to: `${last.epoch}.${end}` };
    });
  });
}
