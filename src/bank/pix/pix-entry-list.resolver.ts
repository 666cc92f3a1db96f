import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import { ArgTimeOrder, type TimeOrder } from '../../platform/graphql/paging/time-order.enum.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { PixEntryFilter } from './pix-entry-filter.input.ts';
import { pixEntryFilter, pixEntriesOfPartner, type ListedPixEntry } from './pix-entry-list.rows.ts';
import { PixEntryConnectionType, PixEntryType } from './pix-entry.type.ts';

const keys = new PagedList<ListedPixEntry, PixEntryType>({
  ordering: 'pixEntries',
  keyset: pixEntriesOfPartner,
  keyOf: (row) => [row.createdAt, row.id],
  toNode: (row) => new PixEntryType(row),
});

@Resolver()
export class PixEntryListResolver {
  @RequiresScopes(Scope.PIX_ENTRIES_READ)
  @Query(() => PixEntryConnectionType, { description: 'The addressing keys of the accounts of the partner.' })
  async pixEntries(
    @Arg('filter', () => PixEntryFilter, { nullable: true, description: 'Which keys; all if absent.' })
    filter: PixEntryFilter | null,
    @ArgTimeOrder('By `createdAt`.') orderBy: TimeOrder,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof PixEntryConnectionType>> {
    const owner = principalOf(context).partnerId;
    const filters = pixEntryFilter.valuesOf(filter);
    return new PixEntryConnectionType(await keys.page(context, { owner, args, orderBy, filters }));
  }
}
