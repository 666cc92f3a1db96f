import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { DomainError } from '../../kernel/domain-error.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { WithoutDatabase } from '../../platform/database/caller.ts';
import { onBehalfOf, requesterOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { pingWebhookConfiguration } from './ping-webhook-configuration.ts';
import { sendSampleEvent } from './send-sample-event.ts';
import type { TestDependencies } from './send-test-message.ts';
import { PingWebhookConfigurationInput, SendSampleEventInput } from './test-message.input.ts';
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
    @Arg('input', () => PingWebhookConfigurationInput, { description: 'Which configuration.' })
    { configurationId }: PingWebhookConfigurationInput,
    @Ctx() context: RequestContext,
  ): Promise<PingWebhookConfigurationSuccessType | DomainError> {
    const dependencies = onBehalfOf(this.dependencies, context);
    const result = await pingWebhookConfiguration(dependencies, requesterOf(context), configurationId);
    return result instanceof DomainError ? result : new PingWebhookConfigurationSuccessType(result);
  }

  @RequiresScopes(Scope.WEBHOOK_WRITE)
  @Mutation(() => SendSampleEventResult, {
    nullable: true,
    description:
      'Sends the sample of an event now, with `metadata.sample` true, and returns the result. It is not listed as a message.',
  })
  async sendSampleEvent(
    @Arg('input', () => SendSampleEventInput, { description: 'Which sample, and where to.' })
    wanted: SendSampleEventInput,
    @Ctx() context: RequestContext,
  ): Promise<SendSampleEventSuccessType | DomainError> {
    const result = await sendSampleEvent(onBehalfOf(this.dependencies, context), requesterOf(context), wanted);
    return result instanceof DomainError ? result : new SendSampleEventSuccessType(result);
  }
}
