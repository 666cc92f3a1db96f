import { Arg, Args, Ctx, Extensions, Query, Resolver } from 'type-graphql';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import type { ShownPages } from '../../platform/graphql/paging/page-reading.ts';
import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import { ArgTimeOrder, type TimeOrder } from '../../platform/graphql/paging/time-order.enum.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { PocketFilter } from './pocket-filter.input.ts';
import { pocketFilter, pocketsOfPartner, type ListedPocket } from './pocket.rows.ts';
import { pocketColumns, PocketConnectionType, PocketType } from './pocket.type.ts';

const pockets = new PagedList<ListedPocket, PocketType>({
  ordering: 'pocketsOfPartner',
  keyset: pocketsOfPartner,
  keyOf: (row) => [row.createdAt, row.id],
  toNode: (row) => new PocketType({ ...row, owner: row.accountId }),
  shown: { columns: pocketColumns.columns },
});

@Resolver()
export class PocketListResolver {
  @RequiresScopes(Scope.POCKET_READ)
  @Extensions({ pages: { list: pockets } satisfies ShownPages })
  @Query(() => PocketConnectionType, { description: 'The pockets of the partner.' })
  async pockets(
    @Arg('filter', () => PocketFilter, { nullable: true, description: 'Which pockets; all if absent.' })
    filter: PocketFilter | null,
    @ArgTimeOrder('By `createdAt`.') orderBy: TimeOrder,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof PocketConnectionType>> {
    const owner = principalOf(context).partnerId;
    const filters = pocketFilter.valuesOf(filter);
    return new PocketConnectionType(await pockets.page(context, { owner, args, orderBy, filters }));
  }
}
