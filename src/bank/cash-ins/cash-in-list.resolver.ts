import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import { ArgTimeOrder, type TimeOrder } from '../../platform/graphql/paging/time-order.enum.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { CashInFilter } from './cash-in-filter.input.ts';
import { cashInFilter, cashInsOfPartner, type ListedCashIn } from './cash-in.rows.ts';
import { CashInConnectionType, CashInType } from './cash-in.type.ts';

const cashIns = new PagedList<ListedCashIn, CashInType>({
  ordering: 'cashIns',
  keyset: cashInsOfPartner,
  keyOf: (row) => [row.createdAt, row.id],
  toNode: (row) => new CashInType(row),
});

@Resolver()
export class CashInListResolver {
  @RequiresScopes(Scope.ACCOUNT_READ)
  @Query(() => CashInConnectionType, { description: 'The cash-ins of the accounts of the partner.' })
  async cashIns(
    @Arg('filter', () => CashInFilter, { nullable: true, description: 'Which cashIns; all if absent.' })
    filter: CashInFilter | null,
    @ArgTimeOrder('By `createdAt`.') orderBy: TimeOrder,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof CashInConnectionType>> {
    const owner = principalOf(context).partnerId;
    const filters = cashInFilter.valuesOf(filter);
    return new CashInConnectionType(await cashIns.page(context, { owner, args, orderBy, filters }));
  }
}
