import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import type { BudgetLeft } from '../../platform/limits/budget.ts';
import type { Lookups } from '../../platform/limits/lookup-budgets.ts';
import type { PartnerRates } from '../../platform/limits/partner-rates.ts';
import { BudgetType } from './budget.type.ts';
import { ViewerType } from './viewer.type.ts';

/** Limits of partners. */
export interface ViewerDependencies {
  readonly rates: PartnerRates | undefined;
  readonly lookups: Lookups;
}

@Resolver(() => ViewerType)
export class ViewerResolver {
  private readonly dependencies: ViewerDependencies;

  constructor(dependencies: ViewerDependencies) {
    this.dependencies = dependencies;
  }

  @RequiresScopes()
  @Query(() => ViewerType, { description: 'Partner, company key and scopes of the token.' })
  viewer(@Ctx() context: RequestContext): ViewerType {
    return new ViewerType(principalOf(context), context.sandbox);
  }

  @FieldResolver(() => [BudgetType], {
    description: "The partner's rate limits and what is left of them, READS first; without what is not limited.",
  })
  async budgets(@Root() { partner }: ViewerType): Promise<readonly BudgetLeft[]> {
    const { rates, lookups } = this.dependencies;
    return (await Promise.all([rates?.left(partner) ?? [], lookups.left(partner)])).flat();
  }
}
