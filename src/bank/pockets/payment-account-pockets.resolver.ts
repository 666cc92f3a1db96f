import { Arg, Args, Ctx, Extensions, FieldResolver, Resolver, Root } from 'type-graphql';
import { accountsReadByNumber } from '../accounts/payment-account.loader.ts';
import { accountByNumber } from '../accounts/payment-account.rows.ts';
import { PaymentAccountType } from '../accounts/payment-account.type.ts';
import { isStorableText } from '../../kernel/text.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import type { ShownPages } from '../../platform/graphql/paging/page-reading.ts';
import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import { ArgTimeOrder, TimeOrder } from '../../platform/graphql/paging/time-order.enum.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import type { RefreshList } from '../elsewhere.port.ts';
import { AccountPocketFilter } from './pocket-filter.input.ts';
import { accountPocketFilter, filteredPocketsOfAccount, pocketsOfAccount, type PocketRow } from './pocket.rows.ts';
import { pocketColumns, PocketConnectionType, PocketType } from './pocket.type.ts';

const pockets = new PagedList<PocketRow, PocketType>({
  ordering: 'pockets',
  keyset: pocketsOfAccount,
  keyOf: (row) => [row.createdAt, row.id],
  toNode: (row) => new PocketType(row),
  shown: pocketColumns,
});

/** Reads the first or last pockets of an account that is queried by number in the same round trip as the account. */
const pages: ShownPages = {
  list: pockets,
  readEarly({ context, ownerArgs: { number }, args }) {
    const isPlain = args['filter'] == null && args['orderBy'] !== TimeOrder.OLDEST;
    if (isPlain && typeof number === 'string' && isStorableText(number))
      pockets.readEarly(context, accountByNumber(principalOf(context).partnerId, number), args);
  },
};

@Resolver(() => PaymentAccountType)
export class PaymentAccountPocketsResolver {
  private readonly refresh: RefreshList | undefined;

  /** @param refresh undefined if what is stored here is all there is */
  constructor(refresh: RefreshList | undefined) {
    this.refresh = refresh;
  }

  @RequiresScopes(Scope.POCKET_READ)
  @Extensions({ pages })
  @FieldResolver(() => PocketConnectionType, { description: 'The pockets of the account.' })
  async pockets(
    @Root() account: PaymentAccountType,
    @Arg('filter', () => AccountPocketFilter, { nullable: true, description: 'Which pockets; all if absent.' })
    filter: AccountPocketFilter | null,
    @ArgTimeOrder('By `createdAt`.') orderBy: TimeOrder,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof PocketConnectionType>> {
    const { partnerId } = principalOf(context);
    if (accountsReadByNumber(context).has(account.id)) await this.refresh?.(context, account);
    return new PocketConnectionType(
      await pockets.page(context, { ...pocketsOf(partnerId, account, filter), args, orderBy }),
    );
  }
}

/** Returns which pockets of an account: all, those of a time, or those of a filter, of which the account is a part. */
function pocketsOf(partnerId: string, { id, number }: PaymentAccountType, filter: AccountPocketFilter | null) {
  const all = { owner: id, ownerByKey: accountByNumber(partnerId, number) };
  const filters = accountPocketFilter.valuesOf(Object.assign({}, filter, { account: [id] }));
  const times = filters.slice(0, 2);
  const count = (values: typeof filters) => values.filter((value) => value !== null).length;
  if (count(filters) > 1 + count(times))
    return { ...all, filters, within: { keyset: filteredPocketsOfAccount, owner: partnerId } };
  return count(times) === 0 ? all : { ...all, filters: times };
}
