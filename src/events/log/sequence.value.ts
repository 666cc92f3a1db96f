/** Epoch and position of an event. */
interface EventPosition {
  readonly epoch: number;
  readonly position: string | number;
}

/** Returns the sequence of an event, as its partner sees it: epoch and position, such as `2.1841`. */
export function sequenceOf({ epoch, position }: EventPosition): string {
  return `${epoch}.${position}`;
}

/** Stands for the previous sequence in a message that has none before it. */
export const NO_PREVIOUS = 'none';

/** Returns SQL for the epoch of a partner's next events; it may have its own, ahead of the log's. */
export const nextEpochOf = (partnerId: string) =>
  `greatest((select epoch from event_head), (select epoch from partner_event_head where partner_id = ${partnerId}))`;

/** Returns SQL for a partner's last position in epochs below one: later ones of these were lost. */
export const lastPositionBefore = (partnerId: string, epoch: string) => `coalesce(
  (select min(opened_after) from event_epoch where partner_id = ${partnerId} and epoch >= ${epoch}),
  (select position from partner_event_head where partner_id = ${partnerId}), 0)`;

/** The sequence of a row of `event`, in SQL. */
export const EVENT_SEQUENCE = `event.epoch || '.' || event.position`;
