import { LockMode } from '@mikro-orm/core';
import type { ClosureReason } from '../accounts/account.enum.ts';
import { accountNotFound, invalidAccountStatus } from '../accounts/account.errors.ts';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { FIND_PAYMENT_ACCOUNTS, type PaymentAccountRow } from '../accounts/payment-account.rows.ts';
import type { MayClose } from '../money.port.ts';
import { PixEntry } from '../pix/pix-entry.entity.ts';
import { Pocket } from '../pockets/pocket.entity.ts';
import type { Clock } from '../../kernel/clock.ts';
import { refuseInput, type DomainError } from '../../kernel/domain-error.ts';
import type { Random } from '../../kernel/random.ts';
import type { Requester } from '../../kernel/requester.ts';
import { faultOf, isFilled } from '../../kernel/text.ts';
import type { EventLog } from '../../events/log/event-log.ts';
import { Unchanged, type Database, type Transaction } from '../../platform/database/database.ts';
import { accountCannotBeClosed } from './account-closure.errors.ts';
import { accountWasClosed } from './account-closure.events.ts';
import { storedRow } from '../../platform/statements/stored-row.ts';

export interface ClosePaymentAccountDependencies {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
  readonly mayClose: MayClose;
}

export interface ClosePaymentAccountCommand {
  readonly accountNumber: string;
  readonly reason: ClosureReason;
}

export interface ClosedAccount {
  readonly row: PaymentAccountRow;
  /** False if it was CLOSED before. */
  readonly changed: boolean;
}

/** Refuses a number that no account can have. */
export function refuseNoAccountNumber(number: string) {
  if (isFilled(number)) return undefined;
  return refuseInput([{ path: ['accountNumber'], code: faultOf(number), message: 'Give the number of an account.' }]);
}

/**
 * Closes an account without open pockets and keys for good. Account and event commit together, under the lock of the
 * account, which new pockets and keys wait for: none comes into a closed account.
 */
export async function closePaymentAccount(
  dependencies: ClosePaymentAccountDependencies,
  requester: Requester,
  { accountNumber: number, reason }: ClosePaymentAccountCommand,
): Promise<ClosedAccount | DomainError> {
  const refusal = refuseNoAccountNumber(number);
  if (refusal !== undefined) return refusal;
  const { partnerId } = requester;
  return dependencies.database.transaction<ClosedAccount | DomainError>(async (transaction) => {
    const { entities } = transaction;
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const account = await entities.findOne(PaymentAccount, { partnerId, number }, { lockMode });
    if (account === null) return accountNotFound(number);
    if (account.status === 'BLOCKED') return invalidAccountStatus(account.status);
    if (account.status === 'ACTIVE') {
      const accountId = account.id;
      const openPockets = await entities.count(Pocket, { accountId, status: { $ne: 'CLOSED' } });
      const pixEntries = await entities.count(PixEntry, { accountId });
      const subject = { kind: 'account', partnerId, id: accountId, openPockets, pixEntries } as const;
      const veto = await dependencies.mayClose(transaction, subject);
      if (veto !== undefined) return veto;
      if (openPockets + pixEntries > 0) return accountCannotBeClosed({ openPockets, pixEntries });
    }
    return applyClosure(transaction, { ...dependencies, requester, reason }, account);
  });
}

interface Closing extends Omit<ClosePaymentAccountDependencies, 'database' | 'mayClose'> {
  readonly requester: Requester;
  readonly reason: ClosureReason;
}

/** Closes a locked account, unless that was done before. */
export async function applyClosure(
  transaction: Transaction,
  { requester, reason, eventLog, clock, random }: Closing,
  account: PaymentAccount,
): Promise<ClosedAccount | Unchanged<ClosedAccount>> {
  if (account.status === 'CLOSED')
    return new Unchanged({ row: await storedRow(transaction, FIND_PAYMENT_ACCOUNTS, account), changed: false });
  account.status = 'CLOSED';
  account.reason = reason;
  await transaction.entities.flush();
  const row = await storedRow(transaction, FIND_PAYMENT_ACCOUNTS, account);
  await eventLog.record(transaction, accountWasClosed({ account, reason, requester, at: clock.now() }, random));
  transaction.afterCommit(eventLog.wake);
  return { row, changed: true };
}
