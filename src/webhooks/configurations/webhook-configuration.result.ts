import { createUnionType, Field, ID, Int, ObjectType } from 'type-graphql';
import { errorTypesOf, InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { configurationRefusals } from './webhook-configuration.errors.ts';
import type { ConfigurationChanged } from './create-webhook-configuration.ts';
import { WebhookConfigurationType } from './webhook-configuration.type.ts';

const errorTypeOf = errorTypesOf(configurationRefusals);

const AlreadyExistsErrorType = errorTypeOf('WEBHOOK_CONFIGURATION_ALREADY_EXISTS');
const TooManyConfigurationsErrorType = errorTypeOf('TOO_MANY_WEBHOOK_CONFIGURATIONS', {
  limit: { type: () => Int, description: 'Maximum number per partner.' },
});
export const ConfigurationNotFoundErrorType = errorTypeOf('WEBHOOK_CONFIGURATION_NOT_FOUND');

@ObjectType('CreateWebhookConfigurationSuccess', {
  description: 'The configuration was created, and is ENABLED.',
  simpleResolvers: true,
})
export class CreateWebhookConfigurationSuccessType {
  @Field(() => WebhookConfigurationType, { description: 'The configuration.' })
  readonly configuration: WebhookConfigurationType;

  @Field(() => String, {
    nullable: true,
    description: 'Signing secret, `whsec_` and base64. It is shown only once.',
  })
  readonly signingSecret: string | null;

  constructor({ configuration, signingSecret }: ConfigurationChanged) {
    this.configuration = new WebhookConfigurationType(configuration);
    this.signingSecret = signingSecret;
  }
}

@ObjectType('UpdateWebhookConfigurationSuccess', {
  description: 'The configuration was changed.',
  simpleResolvers: true,
})
export class UpdateWebhookConfigurationSuccessType {
  @Field(() => WebhookConfigurationType, { description: 'The configuration.' })
  readonly configuration: WebhookConfigurationType;

  @Field(() => String, {
    nullable: true,
    description: 'Signing secret, if it was changed; null otherwise.',
  })
  readonly signingSecret: string | null;

  constructor({ configuration, signingSecret }: ConfigurationChanged) {
    this.configuration = new WebhookConfigurationType(configuration);
    this.signingSecret = signingSecret;
  }
}

@ObjectType('DeleteWebhookConfigurationSuccess', {
  description: 'The configuration was deleted.',
  simpleResolvers: true,
})
export class DeleteWebhookConfigurationSuccessType {
  @Field(() => ID, { description: 'Id of what was deleted.' })
  readonly configurationId: string;

  constructor(configurationId: string) {
    this.configurationId = configurationId;
  }
}

export const CreateWebhookConfigurationResult = createUnionType({
  name: 'CreateWebhookConfigurationResult',
  description: 'The configuration, or an error.',
  types: () => [
    CreateWebhookConfigurationSuccessType,
    InvalidInputErrorType,
    AlreadyExistsErrorType,
    TooManyConfigurationsErrorType,
  ],
});

export const UpdateWebhookConfigurationResult = createUnionType({
  name: 'UpdateWebhookConfigurationResult',
  description: 'The changed configuration, or an error.',
  types: () => [
    UpdateWebhookConfigurationSuccessType,
    InvalidInputErrorType,
    AlreadyExistsErrorType,
    ConfigurationNotFoundErrorType,
  ],
});

export const DeleteWebhookConfigurationResult = createUnionType({
  name: 'DeleteWebhookConfigurationResult',
  description: 'What was deleted, or an error.',
  types: () => [DeleteWebhookConfigurationSuccessType, ConfigurationNotFoundErrorType],
});
