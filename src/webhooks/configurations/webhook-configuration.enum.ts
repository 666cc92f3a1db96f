/** Whether a configuration receives messages. */
export const WebhookConfigurationStatus = { ENABLED: 'ENABLED', DISABLED: 'DISABLED' } as const;
export type WebhookConfigurationStatus = (typeof WebhookConfigurationStatus)[keyof typeof WebhookConfigurationStatus];

/** Format of a message body. */
export const WebhookFormat = {
  STANDARD: 'STANDARD',
  CLOUDEVENTS: 'CLOUDEVENTS',
  ENVELOPES: 'ENVELOPES',
} as const;
export type WebhookFormat = (typeof WebhookFormat)[keyof typeof WebhookFormat];

/** Whether a message is signed with the secret of its configuration or the key of its partner. */
export const WebhookSignatureScheme = { V1: 'V1', V1A: 'V1A' } as const;
export type WebhookSignatureScheme = (typeof WebhookSignatureScheme)[keyof typeof WebhookSignatureScheme];
