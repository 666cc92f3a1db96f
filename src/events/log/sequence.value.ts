/** Position of an event among those of its partner. */
interface OwnPosition {
  readonly epoch: number;
  readonly partnerPosition: string | number;
}

/** Returns the sequence of an event, as its partner sees it: epoch and position, such as `2.1841`. */
export function sequenceOf({ epoch, partnerPosition }: OwnPosition): string {
  return `${epoch}.${partnerPosition}`;
}

/** Stands for the previous sequence in a message that has none before it. */
export const NO_PREVIOUS = 'none';

/** Returns SQL for the epoch of a partner's next events; it may have its own, ahead of the log's. */
export const nextEpochOf = (partnerId: string) =>
  `greatest((select epoch from event_head), (select epoch from partner_event_head where partner_id = ${partnerId}))`;

/** The sequence of a row of `event`, in SQL. */
export const EVENT_SEQUENCE = `event.epoch || '.' || event.partner_position`;
