import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { paymentAccountLoader } from '../accounts/payment-account.loader.ts';
import { PaymentAccountType } from '../accounts/payment-account.type.ts';
import { Scope } from '../../platform/auth/scope.ts';
import type { RequestContext } from '../../platform/requests/request-context.ts';
import type { NodeSource } from '../../platform/graphql/vocabulary/node.resolver.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { partiesOf } from './cash-in-parties.ts';
import { CashInPartyType } from './cash-in-party.type.ts';
import { findCashIns } from './cash-in.loader.ts';
import { CashInType } from './cash-in.type.ts';

/** A cash-in shows its account, so it requires the account's scope. */
export const cashInNodes: NodeSource = {
  scope: Scope.ACCOUNT_READ,
  find: async (context, ids) => (await findCashIns(context, ids)).map((row) => new CashInType(row)),
};

@Resolver(() => CashInType)
export class CashInResolver {
  private readonly secrets: SecretBox;

  constructor(secrets: SecretBox) {
    this.secrets = secrets;
  }

  @FieldResolver(() => CashInPartyType, { nullable: true, description: 'Who paid; null if that is not known.' })
  payer(@Root() cashIn: CashInType): CashInPartyType | null {
    const { payer } = partiesOf(this.secrets, cashIn);
    return payer && new CashInPartyType(payer);
  }

  @FieldResolver(() => CashInPartyType, {
    nullable: true,
    description: 'Who was paid: the holder of the account, as the payment names them; null if that is not known.',
  })
  payee(@Root() cashIn: CashInType): CashInPartyType | null {
    const { payee } = partiesOf(this.secrets, cashIn);
    return payee && new CashInPartyType(payee);
  }

  @FieldResolver(() => PaymentAccountType, { description: 'The payment account that received the money.' })
  account(
    @Root() cashIn: CashInType,
    @Ctx() context: RequestContext,
  ): PaymentAccountType | Promise<PaymentAccountType | undefined> {
    return paymentAccountLoader(context).load(cashIn.accountId);
  }
}
