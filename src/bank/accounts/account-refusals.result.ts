import { errorTypesOf } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { accountRefusals } from './account.errors.ts';

const errorTypeOf = errorTypesOf(accountRefusals);

export const AccountNotFoundErrorType = errorTypeOf('ACCOUNT_NOT_FOUND', {
  accountNumber: { type: () => String, description: 'The number that was sent.' },
});

export const InvalidAccountStatusErrorType = errorTypeOf('INVALID_ACCOUNT_STATUS');

export const InvalidAccountHolderStatusErrorType = errorTypeOf('INVALID_ACCOUNT_HOLDER_STATUS');
