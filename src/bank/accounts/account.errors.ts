import { refuse } from '../../kernel/domain-error.ts';

export function accountNotFound(accountNumber: string) {
  return refuse('ACCOUNT_NOT_FOUND', { accountNumber });
}

export function invalidAccountStatus() {
  return refuse('INVALID_ACCOUNT_STATUS', {});
}

/** Why nothing can be done on an account, whatever it is. */
export type AccountRefusal = ReturnType<typeof accountNotFound | typeof invalidAccountStatus>;

export function invalidAccountHolderStatus() {
  return refuse('INVALID_ACCOUNT_HOLDER_STATUS', {});
}
