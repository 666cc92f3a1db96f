import { Arg, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import { DomainError } from '../../kernel/domain-error.ts';
import { EventName } from '../../kernel/domain-event.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { WithoutDatabase } from '../../platform/database/caller.ts';
import { onBehalfOf, requesterOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { pingWebhookConfiguration } from './ping-webhook-configuration.ts';
import { sendSampleEvent } from './send-sample-event.ts';
import type { TestDependencies } from './send-test-message.ts';
import {
  PingWebhookConfigurationResult,
  PingWebhookConfigurationSuccessType,
  SendSampleEventResult,
  SendSampleEventSuccessType,
} from './test-message.result.ts';

@Resolver()
export class TestMessageResolver {
  private readonly dependencies: WithoutDatabase<TestDependencies>;

  constructor(dependencies: WithoutDatabase<TestDependencies>) {
    this.dependencies = dependencies;
  }

  @RequiresScopes(Scope.WEBHOOK_WRITE)
  @Mutation(() => PingWebhookConfigurationResult, {
    nullable: true,
    description: 'Sends a signed test message now and returns the result. It is not listed as a message.',
  })
  async pingWebhookConfiguration(
    @Arg('id', () => ID, { description: 'Id of the configuration, a UUID.' }) id: string,
    @Ctx() context: RequestContext,
  ): Promise<PingWebhookConfigurationSuccessType | DomainError> {
    const result = await pingWebhookConfiguration(onBehalfOf(this.dependencies, context), requesterOf(context), id);
    return result instanceof DomainError ? result : new PingWebhookConfigurationSuccessType(result);
  }

  @RequiresScopes(Scope.WEBHOOK_WRITE)
  @Mutation(() => SendSampleEventResult, {
    nullable: true,
    description:
      'Sends the sample of an event now, with `metadata.sample` true, and returns the result. It is not listed as a message.',
  })
  async sendSampleEvent(
    @Arg('configurationId', () => ID, {
      description: 'Id of the configuration, a UUID; the event need not be one of its events.',
    })
    configurationId: string,
    @Arg('name', () => EventName, { description: 'The event whose sample is sent; OTHER has none.' }) name: EventName,
    @Arg('rehearsal', () => Boolean, {
      defaultValue: false,
      description: 'Signs as after a rotation: with the newest secret, and the next key of the partner.',
    })
    rehearsal: boolean,
    @Ctx() context: RequestContext,
  ): Promise<SendSampleEventSuccessType | DomainError> {
    const wanted = { configurationId, name, rehearsal };
    const result = await sendSampleEvent(onBehalfOf(this.dependencies, context), requesterOf(context), wanted);
    return result instanceof DomainError ? result : new SendSampleEventSuccessType(result);
  }
}
