import { Field, ObjectType } from 'type-graphql';
import { InvalidAccountHolderStatusErrorType } from '../../bank/accounts/account-refusals.result.ts';
import type { PaymentAccountRow } from '../../bank/accounts/payment-account.rows.ts';
import { PaymentAccountType } from '../../bank/accounts/payment-account.type.ts';
import { InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';
import { IdempotencyKeyReusedErrorType, ReplayableType } from '../../platform/graphql/vocabulary/once-per-key.type.ts';
import type { Made } from '../../platform/idempotency/once-per-key.ts';

@ObjectType('OpenSandboxAccountSuccess', { description: 'The account was opened.', simpleResolvers: true })
export class OpenSandboxAccountSuccessType extends ReplayableType {
  @Field(() => PaymentAccountType, { description: 'The account.' })
  readonly account: PaymentAccountType;

  constructor({ row, replayed }: Made<PaymentAccountRow>) {
    super(replayed);
    this.account = new PaymentAccountType(row);
  }
}

export const OpenSandboxAccountResult = resultUnion({
  name: 'OpenSandboxAccountResult',
  description: 'The account, or an error.',
  types: () => [
    OpenSandboxAccountSuccessType,
    InvalidInputErrorType,
    IdempotencyKeyReusedErrorType,
    InvalidAccountHolderStatusErrorType,
  ],
});
