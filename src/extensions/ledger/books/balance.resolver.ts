import { Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql';
import { PaymentAccountType } from '../../../bank/accounts/payment-account.type.ts';
import { PocketType } from '../../../bank/pockets/pocket.type.ts';
import { RequiresScopes } from '../../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../../platform/auth/scope.ts';
import { DateTimeScalar } from '../../../platform/graphql/vocabulary/scalars.ts';
import type { RequestContext } from '../../../platform/requests/request-context.ts';
import type { BooksElsewhere, RefreshBalance } from './books.port.ts';
import { balanceLoader } from './balance.loader.ts';
import { BalanceType } from './balance.type.ts';
import { ACCOUNT_CURRENCY, balanceOf, NO_MONEY } from './balance.value.ts';

interface Owner {
  readonly id: string;
  readonly number: string;
  readonly currency?: string;
}

/** Adds balances to accounts or pockets. */
function balanceResolver(
  { type, scope, refresh }: { type: ClassType<Owner>; scope: Scope; refresh: RefreshBalance | undefined },
  { refuseBooks }: BooksElsewhere,
): object {
  @Resolver(() => type)
  class BalanceResolver {
    @RequiresScopes(scope)
    @FieldResolver(() => BalanceType, { description: 'How much money there is.' })
    async balance(@Root() { id, number, currency = ACCOUNT_CURRENCY }: Owner, @Ctx() context: RequestContext) {
      await refresh?.(context, { id, number });
      return new BalanceType(balanceOf((await balanceLoader(context).load(id)) ?? NO_MONEY, currency));
    }

    @RequiresScopes(scope)
    @FieldResolver(() => DateTimeScalar, {
      nullable: true,
      description: 'When `balance.available` last changed; null: there was never money.',
    })
    async lastMovementAt(@Root() { id }: Owner, @Ctx() context: RequestContext): Promise<string | null> {
      refuseBooks?.();
      return (await balanceLoader(context).load(id))?.lastEntryAt ?? null;
    }
  }
  return new BalanceResolver();
}

export const balanceResolvers = (elsewhere: BooksElsewhere) => [
  balanceResolver(
    { type: PaymentAccountType, scope: Scope.ACCOUNT_READ, refresh: elsewhere.balanceOfAccount },
    elsewhere,
  ),
  balanceResolver({ type: PocketType, scope: Scope.POCKET_READ, refresh: elsewhere.balanceOfPocket }, elsewhere),
];
