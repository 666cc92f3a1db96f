import { refuserOf, type InvalidInput, type RefusalTable } from '../../kernel/domain-error.ts';

/** Errors of webhook configurations. */
export const configurationRefusals = {
  WEBHOOK_CONFIGURATION_ALREADY_EXISTS: {
    origin: 'GATEWAY',
    status: 409,
    message: 'A webhook configuration with this context, event name and uri already exists.',
    portuguese: 'Já existe uma configuração de webhook com este contexto, nome de evento e uri.',
    condition: 'the partner already has a configuration with this uri and one of these event names',
    path: ['uri'],
  },
  TOO_MANY_WEBHOOK_CONFIGURATIONS: {
    origin: 'GATEWAY',
    status: 422,
    message: 'Too many webhook configurations: a partner may have <limit>.',
    portuguese: 'Configurações de webhook demais: um parceiro pode ter <limit>.',
    condition: 'the partner has reached its limit of webhook configurations',
  },
  WEBHOOK_CONFIGURATION_NOT_FOUND: {
    origin: 'GATEWAY',
    status: 404,
    message: 'Webhook configuration not found.',
    portuguese: 'Configuração de webhook não encontrada.',
    condition: 'the partner has no webhook configuration with this id',
    path: ['configurationId'],
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(configurationRefusals);

export function configurationAlreadyExists() {
  return refuse('WEBHOOK_CONFIGURATION_ALREADY_EXISTS', {});
}

/** @param limit maximum number per partner */
export function tooManyConfigurations(limit: number) {
  return refuse('TOO_MANY_WEBHOOK_CONFIGURATIONS', { limit }, { limit: String(limit) });
}

export function configurationNotFound() {
  return refuse('WEBHOOK_CONFIGURATION_NOT_FOUND', {});
}

/** All errors of createWebhookConfiguration. */
export type CreateConfigurationRefusal =
  InvalidInput | ReturnType<typeof configurationAlreadyExists> | ReturnType<typeof tooManyConfigurations>;
/** The only error of deleteWebhookConfiguration. */
export type ConfigurationNotFound = ReturnType<typeof configurationNotFound>;
/** All errors of updateWebhookConfiguration. */
export type UpdateConfigurationRefusal =
  InvalidInput | ReturnType<typeof configurationAlreadyExists> | ConfigurationNotFound;
