import { placeOf } from './sequence.ts';
import type { Gap } from './tracker.ts';

/** Positions that one mutation sends again at most. */
const POSITIONS_MAX = 100_000;

/** Has what is missing sent again; the variables are those of `rangesOf`, and `configurationId`. */
export const SEND_AGAIN = `mutation SendAgain($configurationId: ID!, $from: String!, $to: String!) {
  reprocessWebhookMessagesByRange(configurationId: $configurationId, from: $from, to: $to) {
    __typename
    ... on ReprocessWebhookMessagesByRangeSuccess { matched }
    ... on DomainError { code message }
  }
}`;

/** What is to be sent again to close gaps, in parts that the gateway takes. */
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
