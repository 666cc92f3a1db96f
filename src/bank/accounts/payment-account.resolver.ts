import { Arg, Args, Ctx, Extensions, Query, Resolver } from 'type-graphql';
import { isStorableText } from '../../kernel/text.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { NodeSource } from '../../platform/graphql/vocabulary/node.resolver.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import type { ShownPages } from '../../platform/graphql/paging/page-reading.ts';
import type { Page } from '../../platform/graphql/paging/page-content.ts';
import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import { principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { readHere, type ReadThrough } from '../elsewhere.port.ts';
import { accountsReadByNumber, findPaymentAccounts, paymentAccountLoader } from './payment-account.loader.ts';
import {
  FIND_PAYMENT_ACCOUNT_BY_NUMBER,
  paymentAccountFilter,
  paymentAccountsOfPartner,
  type PaymentAccountRow,
} from './payment-account.rows.ts';
import { PaymentAccountFilter } from './payment-account-filter.input.ts';
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

@Resolver()
export class PaymentAccountResolver {
  private readonly read: ReadThrough<PaymentAccountRow>;

  constructor(read: ReadThrough<PaymentAccountRow> = readHere) {
    this.read = read;
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
    const find = async () => (await context.database.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, values))[0];
    const row = await this.read(context, number, find);
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
    @Arg('filter', () => PaymentAccountFilter, { nullable: true, description: 'Which accounts; all if absent.' })
    filter: PaymentAccountFilter | null,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof PaymentAccountConnectionType>> {
    const page: Page<PaymentAccountType> = await accounts.page(context, {
      owner: principalOf(context).partnerId,
      args,
      filters: paymentAccountFilter.valuesOf(filter),
    });
    return new PaymentAccountConnectionType(page);
  }
}
