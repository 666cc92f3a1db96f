import { Arg, Args, Ctx, Extensions, Query, Resolver } from 'type-graphql';
import { isStorableText } from '../../kernel/text.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { NodeSource } from '../../platform/graphql/vocabulary/node.resolver.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import type { ShownPages } from '../../platform/graphql/paging/page-reading.ts';
import type { Page } from '../../platform/graphql/paging/page-content.ts';
import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import { principalOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import type { ProviderSide } from '../../provider/intents/provider-side.ts';
import { readThrough } from '../../provider/reads/read-through.loader.ts';
import { accountsReadByNumber, findPaymentAccounts, paymentAccountLoader } from './payment-account.loader.ts';
import {
  FIND_PAYMENT_ACCOUNT_BY_NUMBER,
  paymentAccountsOfPartner,
  type PaymentAccountRow,
} from './payment-account.rows.ts';
import { fetchAccount, fetchedAs } from './provider-account.ts';
import { paymentAccountColumns, PaymentAccountConnectionType, PaymentAccountType } from './payment-account.type.ts';

const accounts = new PagedList<PaymentAccountRow, PaymentAccountType>({
  ordering: 'paymentAccounts',
  keyset: paymentAccountsOfPartner,
  keyOf: (row) => [row.number],
  toNode: (row) => new PaymentAccountType(row),
  shown: paymentAccountColumns,
});

export const paymentAccountNodes: NodeSource = {
  scope: Scope.ACCOUNT_READ,
  find: async (context, ids) => (await findPaymentAccounts(context, ids)).map((row) => new PaymentAccountType(row)),
};

export interface PaymentAccountNeeds {
  /** Undefined if this gateway itself is the bank. */
  readonly provider: ProviderSide | undefined;
}

@Resolver()
export class PaymentAccountResolver {
  private readonly provider: ProviderSide | undefined;

  constructor({ provider }: PaymentAccountNeeds) {
    this.provider = provider;
  }

  @RequiresScopes(Scope.ACCOUNT_READ)
  @Query(() => PaymentAccountType, {
    nullable: true,
    description: 'A payment account of the partner by its number; null if there is none.',
  })
  async paymentAccount(
    @Arg('number', () => String, { description: 'Account number, including the digit.' }) number: string,
    @Ctx() context: RequestContext,
  ): Promise<PaymentAccountType | null> {
    if (!isStorableText(number)) return null;
    const values = { partnerId: principalOf(context).partnerId, number };
    const { provider } = this;
    const row = await readThrough(provider, context, {
      find: async () => (await context.database.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, values))[0],
      fetch: async (by) => fetchedAs(await fetchAccount(context, { ...by, ...values })),
    });
    if (row === undefined) return null;
    const account = new PaymentAccountType(row);
    paymentAccountLoader(context).remember(account);
    accountsReadByNumber(context).add(account.id);
    return account;
  }

  @RequiresScopes(Scope.ACCOUNT_READ)
  @Extensions({ pages: { list: accounts } satisfies ShownPages })
  @Query(() => PaymentAccountConnectionType, { description: 'The payment accounts of the partner, by number.' })
  async paymentAccounts(
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof PaymentAccountConnectionType>> {
    const page: Page<PaymentAccountType> = await accounts.page(context, {
      owner: principalOf(context).partnerId,
      args,
    });
    return new PaymentAccountConnectionType(page);
  }
}
