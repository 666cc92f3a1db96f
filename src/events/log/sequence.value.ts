/** Where an event stands among those of its partner. */
interface Placed {
  readonly epoch: number;
  readonly partnerPosition: string | number;
}

/** The place of an event as its partner is told it: epoch and position, such as `2.1841`. */
export function sequenceOf({ epoch, partnerPosition }: Placed): string {
  return `${epoch}.${partnerPosition}`;
}

/** What a message that has none before it says in the place of a sequence. */
export const NO_PREVIOUS = 'none';

/** The epoch of what a partner's next events are numbered in, in SQL; it may have one of its own, ahead of everybody's. */
export const nextEpochOf = (partnerId: string) =>
  `greatest((select epoch from event_head), (select epoch from partner_event_head where partner_id = ${partnerId}))`;

/** The same of a row of `event` in SQL. */
export const EVENT_SEQUENCE = `event.epoch || '.' || event.partner_position`;
