import { accountNotFound, invalidAccountStatus, type AccountRefusal } from '../accounts/account.errors.ts';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DomainError, type InvalidInput } from '../../kernel/domain-error.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { AtCommit, Database, Sql, Transaction } from '../../platform/database/database.ts';
import { columnsOf, compiled, insertion, text } from '../../platform/statements/compiled.ts';
import { CashIn } from './cash-in.entity.ts';
import { CashInRail } from './cash-in.enum.ts';
import { cashInEvents, type CashInReception } from './cash-in.events.ts';
import type { CashInRow } from './cash-in.rows.ts';
import { drawEndToEndId } from './end-to-end-id.value.ts';
import { newCashIn, type CashInRequest } from './new-cash-in.value.ts';

/** Locks the account: its events follow its commits, and its status stays what was read until the money is in. */
const LOCK_ACCOUNT = compiled(
  'lock_account_for_cash_in',
  { entities: [PaymentAccount], parameters: { partnerId: text, accountNumber: text } },
  (tables, { partnerId, accountNumber }) =>
    tables
      .selectFrom('PaymentAccount as account')
      .select(columnsOf('account', ['id', 'branch', 'number', 'status']))
      .where('account.partnerId', '=', partnerId)
      .where('account.number', '=', accountNumber)
      .forNoKeyUpdate(),
);

const INSERT_CASH_IN = insertion('insert_cash_in', CashIn, [
  ...(['id', 'partnerId', 'accountId', 'rail', 'amount', 'currency', 'endToEndId', 'createdAt'] as const),
]);

/** Currency of all money that comes in (ours: both rails carry no other). */
const CASH_IN_CURRENCY = 'BRL';

export interface ReceiveCashInCommand extends CashInRequest {
  /** The institution that pays, which gives an instant payment its end-to-end identification. */
  readonly payerIspb: string;
}

/** Why money cannot come in. */
export type ReceiveCashInRefusal = InvalidInput | AccountRefusal;

export interface ReceiveCashInDependencies {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Takes money into an account of the partner. The cash-in and its events commit together; a refusal leaves nothing
 * behind. The order of refusals: input, account, status.
 */
export async function receiveCashIn(
  dependencies: ReceiveCashInDependencies,
  requester: Requester,
  command: ReceiveCashInCommand,
): Promise<CashInRow | ReceiveCashInRefusal> {
  const wanted = newCashIn(command);
  if (wanted instanceof DomainError) return wanted;
  const { accountNumber } = wanted;
  return dependencies.database.transaction<CashInRow | ReceiveCashInRefusal>(async (transaction) => {
    const { partnerId } = requester;
    const [account] = await transaction.run(LOCK_ACCOUNT, { partnerId, accountNumber });
    if (account === undefined) return accountNotFound(accountNumber);
    if (account.status !== 'ACTIVE') return invalidAccountStatus();
    const { clock, random } = dependencies;
    const at = clock.now();
    const { amount, rail } = wanted;
    const cashIn = {
      id: random.timeOrderedUuid(at),
      accountId: account.id,
      amount,
      currency: CASH_IN_CURRENCY,
      endToEndId: rail === CashInRail.PIX ? drawEndToEndId(command.payerIspb, at, random) : null,
    };
    return insert(transaction, dependencies, { cashIn, rail, account, requester, at });
  });
}

function insert(
  transaction: Transaction,
  { eventLog, random }: ReceiveCashInDependencies,
  reception: CashInReception,
): AtCommit<CashInRow> {
  const events = cashInEvents(reception, random);
  transaction.afterCommit(eventLog.wake);
  return transaction.pipelineWithCommit(async (pipelined) => {
    await Promise.all([
      insertCashIn(pipelined, reception),
      ...events.map((event) => eventLog.record(pipelined, event)),
    ]);
    return reception.cashIn;
  });
}

async function insertCashIn(sql: Sql, { cashIn, rail, requester, at }: CashInReception): Promise<void> {
  const { partnerId } = requester;
  await sql.run(INSERT_CASH_IN, { ...cashIn, partnerId, rail, createdAt: at.toISOString() });
}
