/** State of a message, as partners see it. */
export const WebhookMessageState = { SUCCESS: 'SUCCESS', FAILED: 'FAILED', HOLD: 'HOLD' } as const;
export type WebhookMessageState = (typeof WebhookMessageState)[keyof typeof WebhookMessageState];

/**
 * State of a message, as it is stored. What partners see follows from it and from the configuration's breaker, so that
 * opening a breaker rewrites no message.
 */
export const DeliveryProgress = {
  /** Held before its first attempt. */
  WAITING: 'WAITING',
  SUCCESS: 'SUCCESS',
  /** Failed, with no retry to come. */
  FAILED: 'FAILED',
  /** Failed, with a retry to come. */
  RETRYING: 'RETRYING',
  /** Delivered before, to be sent again. */
  RESENDING: 'RESENDING',
} as const;
export type DeliveryProgress = (typeof DeliveryProgress)[keyof typeof DeliveryProgress];
