import DataLoader from 'dataloader';
import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { CustomerType } from '../customers/customer.type.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import { PagedList } from '../../platform/graphql/paging/paged-list.ts';
import { perOperation, principalOf, type RequestContext } from '../../platform/requests/request-context.ts';
import { FIND_HOLDERS, paymentAccountsOfHolder, type PaymentAccountRow } from './payment-account.rows.ts';
import { PaymentAccountConnectionType, PaymentAccountType } from './payment-account.type.ts';

const accounts = new PagedList<PaymentAccountRow, PaymentAccountType>({
  ordering: 'accountsOfCustomer',
  keyset: paymentAccountsOfHolder,
  keyOf: (row) => [row.number],
  toNode: (row) => new PaymentAccountType(row),
});

/** The holder that stands for a customer without an account. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Loads the ids of the caller's holders by document. */
const holderIdLoader = perOperation(
  (context) =>
    new DataLoader<string, string | undefined>(async (documents) => {
      const values = { partnerId: principalOf(context).partnerId, ids: documents };
      const rows = await context.database.run(FIND_HOLDERS, values);
      const byDocument = new Map(rows.map(({ id, documentValue }) => [documentValue, id]));
      return documents.map((document) => byDocument.get(document));
    }),
);

@Resolver(() => CustomerType)
export class CustomerAccountsResolver {
  @RequiresScopes(Scope.ACCOUNT_READ)
  @FieldResolver(() => PaymentAccountConnectionType, {
    description: 'The payment accounts that the person holds, by number.',
  })
  async accounts(
    @Root() { document }: CustomerType,
    @Args(() => PageArgs) args: PageArgs,
    @Ctx() context: RequestContext,
  ): Promise<InstanceType<typeof PaymentAccountConnectionType>> {
    const owner = (await holderIdLoader(context).load(document.value)) ?? NOBODY;
    return new PaymentAccountConnectionType(await accounts.page(context, { owner, args }));
  }
}
