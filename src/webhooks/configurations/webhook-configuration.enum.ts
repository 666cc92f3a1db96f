/** Whether a configuration receives messages. */
export const WebhookConfigurationStatus = { ENABLED: 'ENABLED', DISABLED: 'DISABLED' } as const;
export type WebhookConfigurationStatus = (typeof WebhookConfigurationStatus)[keyof typeof WebhookConfigurationStatus];
