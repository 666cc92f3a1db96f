import type { customerNotFound } from '../customers/customer.errors.ts';
import type { CustomerStatus } from '../customers/customer-status.enum.ts';
import type {
  emailAlreadyInUse,
  invalidOccupation,
  phoneAlreadyInUse,
  phoneCountryCodeNotAllowed,
} from '../registrations/registration.errors.ts';
import { refuserOf, type InvalidInput, type RefusalTable } from '../../kernel/domain-error.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';

/** Errors of changes of customers. */
export const customerChangeRefusals = {
  INVALID_CUSTOMER_STATUS: {
    origin: 'GATEWAY',
    status: 422,
    message: 'Customer status is not APPROVED.',
    portuguese: 'O cliente não está aprovado.',
    condition: 'the customer is not APPROVED',
    path: ['documentNumber'],
  },
  CUSTOMER_HAS_OPEN_ACCOUNTS: {
    origin: 'GATEWAY',
    status: 422,
    message: 'Customer has accounts that are not CLOSED.',
    portuguese: 'O cliente tem contas que não estão encerradas.',
    condition: 'the customer holds accounts that are not CLOSED',
    path: ['documentNumber'],
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(customerChangeRefusals);

/** @param customerStatus null if only the provider knows it */
export function invalidCustomerStatus(customerStatus: CustomerStatus | null) {
  return refuse('INVALID_CUSTOMER_STATUS', { customerStatus });
}

/** @param accountIds of the accounts that are open, as far as they are known here */
export function customerHasOpenAccounts(accountIds: readonly string[]) {
  return refuse('CUSTOMER_HAS_OPEN_ACCOUNTS', { accountIds });
}

/** All errors that updateCustomer can return. */
export type UpdateCustomerRefusal =
  | InvalidInput
  | TooManyLookups
  | ReturnType<
      | typeof customerNotFound
      | typeof invalidCustomerStatus
      | typeof phoneCountryCodeNotAllowed
      | typeof phoneAlreadyInUse
      | typeof emailAlreadyInUse
      | typeof invalidOccupation
    >;

/** All errors that cancelCustomer can return. */
export type CancelCustomerRefusal =
  InvalidInput | ReturnType<typeof customerNotFound | typeof invalidCustomerStatus | typeof customerHasOpenAccounts>;
