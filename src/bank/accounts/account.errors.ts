import type { CustomerStatus } from '../customers/customer-status.enum.ts';
import { refuserOf, type RefusalTable } from '../../kernel/domain-error.ts';
import type { AccountStatus } from './account.enum.ts';

/** Errors of payment accounts. */
export const accountRefusals = {
  ACCOUNT_NOT_FOUND: {
    origin: 'GATEWAY',
    status: 404,
    message: 'Account not found.',
    portuguese: 'Conta não encontrada.',
    condition: 'the partner has no payment account with this number',
    path: ['accountNumber'],
  },
  INVALID_ACCOUNT_STATUS: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Account status is not ACTIVE.',
    portuguese: 'A conta não está ativa.',
    condition: 'the account is not ACTIVE',
    path: ['accountNumber'],
    pathIn: {
      registerPixEntry: ['account', 'number'],
      changePixEntryAccount: ['account', 'number'],
      // Where books are kept, money moves between an account and the pocket that is named.
      saveToPocket: ['pocketNumber'],
      redeemFromPocket: ['pocketNumber'],
    },
  },
  INVALID_ACCOUNT_HOLDER_STATUS: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Account holder registration status is not APPROVED.',
    portuguese: 'O cadastro do titular da conta não está aprovado.',
    condition: 'the registration of the holder is not APPROVED',
    path: ['documentNumber'],
    pathIn: { registerPixEntry: ['account', 'number'], changePixEntryAccount: ['account', 'number'] },
  },
  PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM: {
    origin: 'PARTNER_API',
    status: 422,
    message:
      'Product not eligible for company accounts program under this company key <company_key>. Request the product setting to you account manager.',
    portuguese:
      'O produto não está habilitado no programa de contas da empresa <company_key>. Peça a habilitação ao seu gerente de conta.',
    condition: 'the account program of the partner does not have the product: pockets, or new accounts',
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(accountRefusals);

export function accountNotFound(accountNumber: string) {
  return refuse('ACCOUNT_NOT_FOUND', { accountNumber });
}

/** @param accountStatus null if only the provider knows it */
export function invalidAccountStatus(accountStatus: AccountStatus | null = null) {
  return refuse('INVALID_ACCOUNT_STATUS', { accountStatus });
}

/** Why an account refuses any operation. */
export type AccountRefusal = ReturnType<typeof accountNotFound | typeof invalidAccountStatus>;

/** @param holderStatus null if only the provider knows it, or if there is no such person */
export function invalidAccountHolderStatus(holderStatus: CustomerStatus | null = null) {
  return refuse('INVALID_ACCOUNT_HOLDER_STATUS', { holderStatus });
}

export function productNotEligible(companyKey: string) {
  const code = 'PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM';
  return refuse(code, { companyKey }, { company_key: companyKey });
}
