import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { paymentAccountLoader } from '../accounts/payment-account.loader.ts';
import { PaymentAccountType } from '../accounts/payment-account.type.ts';
import type { RequestContext } from '../../platform/graphql/operations/request-context.ts';
import { CashInType } from './cash-in.type.ts';

@Resolver(() => CashInType)
export class CashInResolver {
  @FieldResolver(() => PaymentAccountType, { description: 'The payment account that the money came into.' })
  account(
    @Root() cashIn: CashInType,
    @Ctx() context: RequestContext,
  ): PaymentAccountType | Promise<PaymentAccountType | undefined> {
    return paymentAccountLoader(context).load(cashIn.accountId);
  }
}
