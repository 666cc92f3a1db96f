import { Field, Int, ObjectType } from 'type-graphql';
import { AccountNotFoundErrorType, InvalidAccountStatusErrorType } from '../accounts/account-refusals.result.ts';
import { PaymentAccountType } from '../accounts/payment-account.type.ts';
import { errorTypesOf, InvalidInputErrorType } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { resultUnion } from '../../platform/graphql/vocabulary/result-union.ts';
import { accountClosureRefusals } from './account-closure.errors.ts';
import type { ClosedAccount } from './close-payment-account.ts';

@ObjectType('ClosePaymentAccountSuccess', { description: 'The account is CLOSED.', simpleResolvers: true })
export class ClosePaymentAccountSuccessType {
  @Field(() => PaymentAccountType, { description: 'The account.' })
  readonly account: PaymentAccountType;

  @Field(() => Boolean, { description: 'False if it was CLOSED before: nothing was done.' })
  readonly changed: boolean;

  constructor({ row, changed }: ClosedAccount) {
    this.account = new PaymentAccountType(row);
    this.changed = changed;
  }
}

const inTheWay = (description: string) =>
  ({ type: () => Int, nullable: true, description: `${description}; null where only the provider knows it.` }) as const;

export const AccountCannotBeClosedErrorType = errorTypesOf(accountClosureRefusals)('ACCOUNT_CANNOT_BE_CLOSED', {
  openPockets: inTheWay('Number of pockets that are not CLOSED'),
  pixEntries: inTheWay('Number of addressing keys'),
});

export const ClosePaymentAccountResult = resultUnion({
  name: 'ClosePaymentAccountResult',
  description: 'The closed account, or an error.',
  types: () => [
    ClosePaymentAccountSuccessType,
    InvalidInputErrorType,
    AccountNotFoundErrorType,
    InvalidAccountStatusErrorType,
    AccountCannotBeClosedErrorType,
  ],
});
