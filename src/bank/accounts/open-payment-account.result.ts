import { Field, ObjectType } from 'type-graphql';
import { CustomerNotFoundErrorType } from '../customers/customer-refusals.result.ts';
import { InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';
import { IdempotencyKeyReusedErrorType, ReplayableType } from '../../platform/graphql/vocabulary/once-per-key.type.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';
import { InvalidAccountHolderStatusErrorType, ProductNotEligibleErrorType } from './account-refusals.result.ts';
import type { PaymentAccountRow } from './payment-account.rows.ts';
import { PaymentAccountType } from './payment-account.type.ts';

@ObjectType('OpenPaymentAccountSuccess', { description: 'The account was opened.', simpleResolvers: true })
export class OpenPaymentAccountSuccessType extends ReplayableType {
  @Field(() => PaymentAccountType, { description: 'The account.' })
  readonly account: PaymentAccountType;

  constructor({ row, replayed }: Made<PaymentAccountRow>) {
    super(replayed);
    this.account = new PaymentAccountType(row);
  }
}

export const OpenPaymentAccountResult = resultUnion({
  name: 'OpenPaymentAccountResult',
  description: 'The account, or an error.',
  types: () => [
    OpenPaymentAccountSuccessType,
    InvalidInputErrorType,
    IdempotencyKeyReusedErrorType,
    CustomerNotFoundErrorType,
    InvalidAccountHolderStatusErrorType,
    ProductNotEligibleErrorType,
  ],
});
