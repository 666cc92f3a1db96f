/** Where an event stands among those of its partner. */
interface Placed {
  readonly epoch: number;
  readonly partnerPosition: string | number;
}

/** The place of an event as its partner is told it: epoch and position, such as `2.1841`. */
export function sequenceOf({ epoch, partnerPosition }: Placed): string {
  return `${epoch}.${partnerPosition}`;
}

/** The same of a row of `event` in SQL. */
export const EVENT_SEQUENCE = `event.epoch || '.' || event.partner_position`;
