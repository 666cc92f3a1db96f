import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { DomainError } from '../../kernel/domain-error.ts';
import { EventName } from '../../kernel/domain-event.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { badArgument } from '../../platform/graphql/operations/client-error.ts';
import type { WithoutDatabase } from '../../platform/database/caller.ts';
import { onBehalfOf, requesterOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { SearchDateScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { periodProblem } from '../archive/message-search.value.ts';
import { WebhookConfigurationType } from '../configurations/webhook-configuration.type.ts';
import { breakerLoader } from '../breaker/webhook-breaker.loader.ts';
import { deliveryStatsLoader } from './delivery-stats.loader.ts';
import { DeliveryStatsType } from './delivery-stats.type.ts';
import { pingWebhookConfiguration } from './ping-webhook-configuration.ts';
import { sendSampleEvent } from './send-sample-event.ts';
import type { TestDependencies } from './send-test-message.ts';
import {
  PingWebhookConfigurationResult,
  PingWebhookConfigurationSuccessType,
  SendSampleEventResult,
  SendSampleEventSuccessType,
} from './test-message.result.ts';
import { WebhookBreakerType } from '../breaker/webhook-breaker.type.ts';

@Resolver(() => WebhookConfigurationType)
export class WebhookDeliveriesResolver {
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

  @FieldResolver(() => WebhookBreakerType, { description: 'State of its circuit breaker.' })
  breaker(
    @Root() configuration: WebhookConfigurationType,
    @Ctx() context: RequestContext,
  ): Promise<WebhookBreakerType | undefined> {
    return breakerLoader(context).load(configuration.id);
  }

  @FieldResolver(() => DeliveryStatsType, { description: 'Statistics of its attempts in a period.' })
  deliveryStats(
    @Root() configuration: WebhookConfigurationType,
    @Arg('startDate', () => SearchDateScalar, {
      description: 'First day, in UTC; at most six calendar months ago.',
    })
    startDate: string,
    @Arg('endDate', () => SearchDateScalar, { description: 'Last day, in UTC; not before startDate.' })
    endDate: string,
    @Ctx() context: RequestContext,
  ): Promise<DeliveryStatsType> {
    const problem = periodProblem({ startDate, endDate }, context.clock.now());
    if (problem !== undefined) throw badArgument(problem.field, problem.problem);
    return deliveryStatsLoader(context).load({ configurationId: configuration.id, startDate, endDate });
  }
}
