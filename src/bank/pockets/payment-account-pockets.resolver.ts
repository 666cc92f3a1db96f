import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { PaymentAccountType } from '../accounts/payment-account.type.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import type { RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { pocketsOfAccount, type PocketRow } from './pocket.rows.ts';
import { PocketConnectionType, PocketType } from './pocket.type.ts';

const pockets = new PagedList<PocketRow, PocketType>({
  ordering: 'pockets',
  keyset: pocketsOfAccount,
  keyOf: (row) => [row.createdAt, row.id],
  toNode: (row) => new PocketType(row),
});

@Resolver(() => PaymentAccountType)
export class PaymentAccountPocketsResolver {
  @RequiresScopes(Scope.POCKET_READ)
  @FieldResolver(() => PocketConnectionType, { description: 'The pockets of the account, newest first.' })
  async pockets(
    @Root() account: PaymentAccountType,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof PocketConnectionType>> {
    return new PocketConnectionType(await pockets.page(context, { owner: account.id, args }));
  }
}
