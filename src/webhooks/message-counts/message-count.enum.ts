/** What messages are counted by. */
export const WebhookMessageCountBy = {
  STATE: 'STATE',
  CONFIGURATION: 'CONFIGURATION',
  HOUR: 'HOUR',
  DAY: 'DAY',
} as const;
export type WebhookMessageCountBy = (typeof WebhookMessageCountBy)[keyof typeof WebhookMessageCountBy];
