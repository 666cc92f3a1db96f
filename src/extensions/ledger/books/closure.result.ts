import { Field } from 'type-graphql';
import { AccountCannotBeClosedErrorType } from '../../../bank/account-closures/close-payment-account.result.ts';
import { errorTypesOf } from '../../../platform/graphql/vocabulary/domain-error.type.ts';
import { BalanceType } from './balance.type.ts';
import { closureRefusals } from './closure.errors.ts';

const balance = (description: string) => ({ type: () => BalanceType, nullable: true, description }) as const;

export const PocketHasBalanceErrorType = errorTypesOf(closureRefusals)('POCKET_HAS_BALANCE', {
  balance: balance('The balance of the pocket; null where the provider did not say.'),
});

Field(() => BalanceType, {
  nullable: true,
  description: 'The balance of the account; null where only the provider knows it.',
})(AccountCannotBeClosedErrorType.prototype, 'balance');
