import { errorTypeOf } from '../../platform/graphql/vocabulary/domain-error.type.ts';

export const AccountNotFoundErrorType = errorTypeOf('ACCOUNT_NOT_FOUND', {
  accountNumber: { type: () => String, description: 'The number that was sent.' },
});

export const InvalidAccountStatusErrorType = errorTypeOf('INVALID_ACCOUNT_STATUS');

export const InvalidAccountHolderStatusErrorType = errorTypeOf('INVALID_ACCOUNT_HOLDER_STATUS');
