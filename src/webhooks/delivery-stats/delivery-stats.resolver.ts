import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { badArgument } from '../../platform/graphql/errors/client-error.ts';
import type { RequestContext } from '../../platform/requests/request-context.ts';
import { SearchDateScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { periodProblem } from '../archive/message-search.value.ts';
import { WebhookConfigurationType } from '../configurations/webhook-configuration.type.ts';
import { deliveryStatsLoader } from './delivery-stats.loader.ts';
import { DeliveryStatsType } from './delivery-stats.type.ts';

@Resolver(() => WebhookConfigurationType)
export class DeliveryStatsResolver {
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
