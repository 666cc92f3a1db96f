import { Arg, Args, Ctx, Query, Resolver } from 'type-graphql';
import { isStorableText } from '../../kernel/text.ts';
import { RequiresScopes } from '../../platform/auth/requires-scopes.decorator.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { NodeSource } from '../../platform/graphql/vocabulary/node.resolver.ts';
import { PageArgs } from '../../platform/graphql/paging/page.args.ts';
import { PagedList, type Page } from '../../platform/graphql/paging/paged-list.ts';
import { principalOf, requesterOf, type RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { asking, type ProviderSide } from '../../provider/intents/provider-side.ts';
import { decided } from '../../platform/graphql/operations/decided.ts';
import { Undecided } from '../../kernel/undecided.ts';
import { findPaymentAccounts, paymentAccountLoader } from './payment-account.loader.ts';
import {
  FIND_PAYMENT_ACCOUNT_BY_NUMBER,
  paymentAccountsOfPartner,
  type PaymentAccountRow,
} from './payment-account.rows.ts';
import { knowAccount } from './provider-account.ts';
import { PaymentAccountConnectionType, PaymentAccountType } from './payment-account.type.ts';

const accounts = new PagedList<PaymentAccountRow, PaymentAccountType>({
  ordering: 'paymentAccounts',
  keyset: paymentAccountsOfPartner,
  keyOf: (row) => [row.number],
  toNode: (row) => new PaymentAccountType(row),
});

export const paymentAccountNodes: NodeSource = {
  scope: Scope.ACCOUNT_READ,
  find: async (context, ids) => (await findPaymentAccounts(context, ids)).map((row) => new PaymentAccountType(row)),
};

/** How long a read waits for the provider at most, in milliseconds. */
const READ_TIMEOUT_MS = 2_000;

export interface PaymentAccountNeeds {
  /** Undefined where this gateway is the bank itself. */
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
    description: 'A payment account of the partner by its number; null where there is none.',
  })
  async paymentAccount(
    @Arg('number', () => String, { description: 'Account number, including the digit.' }) number: string,
    @Ctx() context: RequestContext,
  ): Promise<PaymentAccountType | null> {
    if (!isStorableText(number)) return null;
    const values = { partnerId: principalOf(context).partnerId, number };
    const [row] = await context.database.run(FIND_PAYMENT_ACCOUNT_BY_NUMBER, values);
    if (row === undefined && this.provider !== undefined && (await isImported(this.provider, context, number)))
      return this.paymentAccount(number, context);
    if (row === undefined) return null;
    const account = new PaymentAccountType(row);
    paymentAccountLoader(context).remember(account);
    return account;
  }

  @RequiresScopes(Scope.ACCOUNT_READ)
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

/**
 * Whether the provider has an account that is known here from now on.
 * @throws GraphQLError where the provider does not say
 */
async function isImported(provider: ProviderSide, context: RequestContext, number: string): Promise<boolean> {
  const { database } = context;
  const requester = requesterOf(context);
  const ask = asking(provider, requester, { priority: 'READ', timeoutMs: READ_TIMEOUT_MS });
  const { partnerId } = requester;
  const outcome = await knowAccount(provider, { database, partnerId, number, ask });
  return decided(outcome === 'unanswered' ? Undecided.unanswered() : outcome === 'known');
}
