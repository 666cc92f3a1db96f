import { refuse, type InvalidInput } from '../../kernel/domain-error.ts';

export function configurationAlreadyExists() {
  return refuse('WEBHOOK_CONFIGURATION_ALREADY_EXISTS', {});
}

/** @param limit how many a partner may have */
export function tooManyConfigurations(limit: number) {
  return refuse('TOO_MANY_WEBHOOK_CONFIGURATIONS', { limit }, { limit: String(limit) });
}

export function configurationNotFound() {
  return refuse('WEBHOOK_CONFIGURATION_NOT_FOUND', {});
}

/** Everything that createWebhookConfiguration may answer instead of a configuration. */
export type CreateConfigurationRefusal =
  InvalidInput | ReturnType<typeof configurationAlreadyExists> | ReturnType<typeof tooManyConfigurations>;
/** Everything that deleteWebhookConfiguration may answer instead of having deleted it. */
export type ConfigurationNotFound = ReturnType<typeof configurationNotFound>;
/** Everything that updateWebhookConfiguration may answer instead of a configuration. */
export type UpdateConfigurationRefusal =
  InvalidInput | ReturnType<typeof configurationAlreadyExists> | ConfigurationNotFound;
