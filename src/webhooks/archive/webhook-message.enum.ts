/** How a message stands, as partners see it (seed, States). */
export const WebhookMessageState = { SUCCESS: 'SUCCESS', FAILED: 'FAILED', HOLD: 'HOLD' } as const;
export type WebhookMessageState = (typeof WebhookMessageState)[keyof typeof WebhookMessageState];

/**
 * How a message stands, as it is stored. What partners see follows from it and from the configuration's breaker, so
 * that opening a breaker rewrites no message.
 */
export const DeliveryProgress = {
  /** Held before its first try. */
  WAITING: 'WAITING',
  SUCCESS: 'SUCCESS',
  /** Failed, with no try to come. */
  FAILED: 'FAILED',
  /** Failed, with a try to come. */
  RETRYING: 'RETRYING',
  /** Once a success, to be sent again. */
  RESENDING: 'RESENDING',
} as const;
export type DeliveryProgress = (typeof DeliveryProgress)[keyof typeof DeliveryProgress];
