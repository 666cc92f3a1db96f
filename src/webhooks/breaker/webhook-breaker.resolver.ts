import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../platform/requests/request-context.ts';
import { WebhookConfigurationType } from '../configurations/webhook-configuration.type.ts';
import { breakerLoader } from './webhook-breaker.loader.ts';
import { WebhookBreakerType } from './webhook-breaker.type.ts';

@Resolver(() => WebhookConfigurationType)
export class WebhookBreakerResolver {
  @FieldResolver(() => WebhookBreakerType, { description: 'State of its circuit breaker.' })
  breaker(
    @Root() configuration: WebhookConfigurationType,
    @Ctx() context: RequestContext,
  ): Promise<WebhookBreakerType | undefined> {
    return breakerLoader(context).load(configuration.id);
  }
}
