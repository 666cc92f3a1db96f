import { LockMode } from '@mikro-orm/core';
import { accountNotFound } from '../accounts/account.errors.ts';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { FIND_PAYMENT_ACCOUNTS, type PaymentAccountRow } from '../accounts/payment-account.rows.ts';
import { customerNotFound } from '../customers/customer.errors.ts';
import { lockCustomer } from '../customers/lock-customer.ts';
import { storedRow } from '../../platform/statements/stored-row.ts';
import { FIND_CUSTOMERS, type CustomerRow } from '../customers/customer.rows.ts';
import { Holder } from '../customers/holder.entity.ts';
import { DomainError, type InvalidInput } from '../../kernel/domain-error.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { Pocket } from '../pockets/pocket.entity.ts';
import { pocketNotFound } from '../pockets/pocket.errors.ts';
import { FIND_POCKETS, LOCK_ACCOUNT_OF_POCKET, type PocketRow } from '../pockets/pocket.rows.ts';
import { newStatus, refuseStatus, type NewStatus, type StatusRequest } from './new-status.value.ts';

/** What has another status now. */
export type StatusSubject =
  | { readonly kind: 'pocket'; readonly row: PocketRow }
  | { readonly kind: 'account'; readonly row: PaymentAccountRow }
  | { readonly kind: 'customer'; readonly row: CustomerRow };

export type SetStatusRefusal =
  InvalidInput | ReturnType<typeof pocketNotFound | typeof accountNotFound | typeof customerNotFound>;

/** Why the bank says that a pocket has its status. */
const POCKET_REASONS = { ACTIVE: 'HOLDER_REQUEST', DORMANT: 'INACTIVITY', LOCKED: 'BANK_DECISION' } as const;

/** Sets a status that no mutation of partners reaches. What is CLOSED stays so. */
export async function setStatus(
  database: Database,
  partnerId: string,
  request: StatusRequest,
): Promise<StatusSubject | SetStatusRefusal> {
  const wanted = newStatus(request);
  if (wanted instanceof DomainError) return wanted;
  return database.transaction<StatusSubject | SetStatusRefusal>((transaction) => set(transaction, partnerId, wanted));
}

function set(
  transaction: Transaction,
  partnerId: string,
  wanted: NewStatus,
): Promise<StatusSubject | SetStatusRefusal> {
  switch (wanted.kind) {
    case 'pocket':
      return setOfPocket(transaction, partnerId, wanted);
    case 'account':
      return setOfAccount(transaction, partnerId, wanted);
    case 'customer':
      return setOfCustomer(transaction, partnerId, wanted);
  }
}

const LOCKED = { lockMode: LockMode.PESSIMISTIC_WRITE };

async function setOfPocket(
  transaction: Transaction,
  partnerId: string,
  { number, status }: Extract<NewStatus, { kind: 'pocket' }>,
): Promise<StatusSubject | SetStatusRefusal> {
  // Before the pocket, as whatever moves its money: once it is LOCKED, none moves.
  await transaction.run(LOCK_ACCOUNT_OF_POCKET, { partnerId, number });
  const pocket = await transaction.entities.findOne(Pocket, { partnerId, number }, LOCKED);
  if (pocket === null) return pocketNotFound();
  if (pocket.status === 'CLOSED') return refuseStatus();
  pocket.status = status;
  pocket.reason = POCKET_REASONS[status];
  await transaction.entities.flush();
  return { kind: 'pocket', row: await storedRow(transaction, FIND_POCKETS, pocket) };
}

async function setOfAccount(
  transaction: Transaction,
  partnerId: string,
  { number, status }: Extract<NewStatus, { kind: 'account' }>,
): Promise<StatusSubject | SetStatusRefusal> {
  const account = await transaction.entities.findOne(PaymentAccount, { partnerId, number }, LOCKED);
  if (account === null) return accountNotFound(number);
  if (account.status === 'CLOSED') return refuseStatus();
  account.status = status;
  account.reason = status === 'BLOCKED' ? 'BANK_DECISION' : null;
  await transaction.entities.flush();
  return {
    kind: 'account',
    row: await storedRow(transaction, FIND_PAYMENT_ACCOUNTS, account),
  };
}

/** The relationship with the holder of the customer's accounts follows. */
async function setOfCustomer(
  transaction: Transaction,
  partnerId: string,
  { documentNumber, status }: Extract<NewStatus, { kind: 'customer' }>,
): Promise<StatusSubject | SetStatusRefusal> {
  const { entities } = transaction;
  const customer = await lockCustomer(entities, { partnerId, documentNumber });
  if (customer === null) return customerNotFound();
  if (customer.status !== 'APPROVED' && customer.status !== 'BLOCKED') return refuseStatus();
  customer.status = status;
  const holder = await entities.findOne(Holder, { partnerId, documentValue: documentNumber });
  if (holder !== null) {
    holder.registrationStatus = status;
    holder.status = status === 'BLOCKED' ? 'BLOCKED' : 'ACTIVE';
  }
  await entities.flush();
  return { kind: 'customer', row: await storedRow(transaction, FIND_CUSTOMERS, customer) };
}
