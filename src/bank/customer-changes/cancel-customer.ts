import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { CustomerContact } from '../customers/customer-contact.entity.ts';
import { CustomerRegistration } from '../customers/customer-registration.entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import { customerNotFound } from '../customers/customer.errors.ts';
import { Holder } from '../customers/holder.entity.ts';
import { refuseNoCpf } from '../customers/refuse-no-cpf.ts';
import type { Requester } from '../../kernel/requester.ts';
import { Unchanged, type Transaction } from '../../platform/database/database.ts';
import type { CustomerCancelReason } from './customer-cancel-reason.enum.ts';
import {
  customerHasOpenAccounts,
  invalidCustomerStatus,
  type CancelCustomerRefusal,
} from './customer-change.errors.ts';
import { customerWasCanceled } from './customer-change.events.ts';
import type { ChangeCustomerDependencies, ChangedCustomer } from './update-customer.ts';
import { lockCustomer } from '../customers/lock-customer.ts';
import { FIND_CUSTOMERS } from '../customers/customer.rows.ts';
import { storedRow } from '../../platform/statements/stored-row.ts';

/** Most accounts that a refusal shows. */
const SHOWN_ACCOUNTS_MAX = 100;

export interface CancelCustomerCommand {
  /** CPF of the customer. */
  readonly documentNumber: string;
  readonly reason: CustomerCancelReason;
}

/**
 * Ends the relationship with an approved customer, who has no open account. The contacts are free, and the person may be
 * registered again; a registration under analysis ends with it. All of it and the event commit together.
 */
export async function cancelCustomer(
  dependencies: ChangeCustomerDependencies,
  requester: Requester,
  command: CancelCustomerCommand,
): Promise<ChangedCustomer | CancelCustomerRefusal> {
  const { documentNumber } = command;
  const refusal = refuseNoCpf(documentNumber);
  if (refusal !== undefined) return refusal;
  return dependencies.database.transaction<ChangedCustomer | CancelCustomerRefusal>(async (transaction) => {
    const customer = await lockCustomer(transaction.entities, { partnerId: requester.partnerId, documentNumber });
    if (customer === null) return customerNotFound();
    if (customer.status !== 'APPROVED' && customer.status !== 'CANCELED') return invalidCustomerStatus(customer.status);
    const accountIds = customer.status === 'CANCELED' ? [] : await openAccountsOf(transaction, customer);
    if (accountIds.length > 0) return customerHasOpenAccounts(accountIds);
    return applyCancellation(transaction, { ...dependencies, requester, ...command }, customer);
  });
}

async function openAccountsOf({ entities }: Transaction, { partnerId, documentNumber }: Customer): Promise<string[]> {
  const holder = await entities.findOne(Holder, { partnerId, documentValue: documentNumber });
  if (holder === null) return [];
  const accounts = await entities.find(
    PaymentAccount,
    { partnerId, holderId: holder.id, status: { $ne: 'CLOSED' } },
    { orderBy: { number: 'asc' }, limit: SHOWN_ACCOUNTS_MAX },
  );
  return accounts.map(({ id }) => id);
}

interface Cancelling extends Omit<ChangeCustomerDependencies, 'database'>, CancelCustomerCommand {
  readonly requester: Requester;
}

/** Cancels the customer, unless that was done before. */
export async function applyCancellation(
  transaction: Transaction,
  { requester, reason, clock, random, eventLog }: Cancelling,
  customer: Customer,
): Promise<ChangedCustomer | Unchanged<ChangedCustomer>> {
  if (customer.status === 'CANCELED')
    return new Unchanged({ row: await storedRow(transaction, FIND_CUSTOMERS, customer), changed: false });
  const { entities } = transaction;
  const { partnerId, documentNumber, pendingRegistrationId } = customer;
  const at = clock.now();
  if (pendingRegistrationId) {
    const pending = await entities.findOneOrFail(CustomerRegistration, pendingRegistrationId);
    Object.assign(pending, { status: 'CANCELED', decidedAt: at, dueAt: null });
  }
  Object.assign(customer, { status: 'CANCELED', pendingRegistrationId: null, updatedAt: at });
  for (const contact of await entities.find(CustomerContact, { customerId: customer.id })) entities.remove(contact);
  const holder = await entities.findOne(Holder, { partnerId, documentValue: documentNumber });
  if (holder !== null) holder.registrationStatus = 'CANCELED';
  await entities.flush();
  const row = await storedRow(transaction, FIND_CUSTOMERS, customer);
  await eventLog.record(transaction, customerWasCanceled({ customer, requester, at, reason }, random));
  transaction.afterCommit(eventLog.wake);
  return { row, changed: true };
}
