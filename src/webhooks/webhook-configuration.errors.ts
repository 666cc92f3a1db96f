import { refuse, type InvalidInput } from '../kernel/domain-error.ts';

export function configurationAlreadyExists() {
  return refuse('WEBHOOK_CONFIGURATION_ALREADY_EXISTS', {});
}

export function configurationNotFound() {
  return refuse('WEBHOOK_CONFIGURATION_NOT_FOUND', {});
}

/** Everything that createWebhookConfiguration may answer instead of a configuration. */
export type CreateConfigurationRefusal = InvalidInput | ReturnType<typeof configurationAlreadyExists>;
/** Everything that deleteWebhookConfiguration may answer instead of having deleted it. */
export type ConfigurationNotFound = ReturnType<typeof configurationNotFound>;
/** Everything that updateWebhookConfiguration may answer instead of a configuration. */
export type UpdateConfigurationRefusal = CreateConfigurationRefusal | ConfigurationNotFound;
