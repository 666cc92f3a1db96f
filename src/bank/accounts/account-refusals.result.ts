import { errorTypesOf } from '../../platform/graphql/vocabulary/domain-error.type.ts';
import { CustomerStatus } from '../customers/customer-status.enum.ts';
import { AccountStatus } from './account.enum.ts';
import { accountRefusals } from './account.errors.ts';

const errorTypeOf = errorTypesOf(accountRefusals);

export const AccountNotFoundErrorType = errorTypeOf('ACCOUNT_NOT_FOUND', {
  accountNumber: { type: () => String, description: 'The number that was sent.' },
});

export const InvalidAccountStatusErrorType = errorTypeOf('INVALID_ACCOUNT_STATUS', {
  accountStatus: {
    type: () => AccountStatus,
    nullable: true,
    description: 'Status of the account; null where the provider did not say.',
  },
});

export const InvalidAccountHolderStatusErrorType = errorTypeOf('INVALID_ACCOUNT_HOLDER_STATUS', {
  holderStatus: {
    type: () => CustomerStatus,
    nullable: true,
    description: 'Status of the holder; null where the provider did not say, or if there is no such customer.',
  },
});

export const ProductNotEligibleErrorType = errorTypeOf('PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM', {
  companyKey: { type: () => String, description: 'Company key, to give to the account manager.' },
});
