import { sql } from 'kysely';
import { accountNotFound, invalidAccountStatus, type AccountRefusal } from '../accounts/account.errors.ts';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { Bank } from '../accounts/bank.entity.ts';
import { Holder } from '../customers/holder.entity.ts';
import { PixEntry } from '../pix/pix-entry.entity.ts';
import type { EventLog } from '../../events/log/event-log.ts';
import type { Booked } from '../money.port.ts';
import type { Random } from '../../kernel/random.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DomainError, type InvalidInput } from '../../kernel/domain-error.ts';
import type { IdempotencyKeyReused } from '../../kernel/idempotency-key-reused.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { AtCommit, Database, Transaction } from '../../platform/database/database.ts';
import { claimOf, oncePerKey, type Made, type TakeKey } from '../../platform/idempotency/once-per-key.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { columnsOf, compiled, text, type RowOf } from '../../platform/statements/compiled.ts';
import { CashIn } from './cash-in.entity.ts';
import { CashInRail } from './cash-in.enum.ts';
import { sealedParties, type CashInParties, type CashInParty } from './cash-in-parties.ts';
import { cashInEvents, type CashInReception } from './cash-in.events.ts';
import { FIND_CASH_INS, type CashInRow } from './cash-in.rows.ts';
import { drawEndToEndId } from './end-to-end-id.value.ts';
import { newCashIn, type CashInRequest } from './new-cash-in.value.ts';

/**
 * Locks the account, so that its events have the order of commits, and its status cannot change before the commit. Finds
 * its holder, its bank and its oldest addressing key.
 */
const LOCK_ACCOUNT = compiled(
  'lock_account_for_cash_in',
  { entities: [PaymentAccount, Holder, Bank, PixEntry], parameters: { partnerId: text, accountNumber: text } },
  (tables, { partnerId, accountNumber }) =>
    tables
      .selectFrom('PaymentAccount as account')
      .innerJoin('Holder as holder', 'holder.id', 'account.holderId')
      .innerJoin('Bank as bank', 'bank.ispb', 'account.bankIspb')
      .leftJoinLateral(
        (from) =>
          from
            .selectFrom('PixEntry as entry')
            .select(['entry.keyType', 'entry.keyValue'])
            .whereRef('entry.accountId', '=', 'account.id')
            .orderBy('entry.createdAt')
            .orderBy('entry.id')
            .limit(sql<number>`1`)
            .as('key'),
        (join) => join.onTrue(),
      )
      .select(columnsOf('account', ['id', 'branch', 'number', 'status', 'type']))
      .select(['bank.ispb as bankIspb', 'bank.code as bankCode', 'bank.name as bankName'])
      .select(['holder.documentValue as holderDocumentValue', 'holder.documentType as holderDocumentType'])
      .select(['holder.type as holderType', 'holder.name as holderName'])
      .select(['key.keyType as keyType', 'key.keyValue as keyValue'])
      .where('account.partnerId', '=', partnerId)
      .where('account.number', '=', accountNumber)
      .forNoKeyUpdate('account'),
);

/** Currency of all cash-ins (ours: both rails carry no other). */
const CASH_IN_CURRENCY = 'BRL';
/** Name of the mutation in keys and intents; no other receives cash-ins. */
export const SIMULATE_CASH_IN = 'simulateCashIn';

/** Who pays, from an account at an institution, which assigns the end-to-end identification of an instant payment. */
interface PayerOf extends CashInParty {
  readonly account: CashInParty['account'] & { readonly bank: object };
}

export interface ReceiveCashInCommand extends CashInRequest {
  readonly payer: PayerOf;
  readonly idempotencyKey?: string | null;
}

/** Why a cash-in is refused. */
export type ReceiveCashInRefusal = InvalidInput | IdempotencyKeyReused | AccountRefusal;

export interface ReceiveCashInDependencies {
  readonly database: Database;
  readonly eventLog: EventLog;
  readonly clock: Clock;
  readonly random: Random;
  /** Seals the parties. */
  readonly secrets: SecretBox;
  readonly booked: Booked;
}

/** A cash-in, checked. What is absent of its parties is the holder of the account, and its oldest key. */
export interface CashInReceipt extends Omit<CashInRequest, 'clearAfterSeconds'> {
  /** Name of the mutation in keys. */
  readonly mutation: string;
  readonly idempotencyKey: string | null;
  /** What a repetition with the key must have in common. */
  readonly input: object;
  readonly parties: Pick<CashInParties, 'payer'> & Partial<CashInParties>;
  /** Undefined: it is drawn, as the payer's institution would. */
  readonly endToEndId?: string | undefined;
  readonly isCleared: boolean;
  /** After how many seconds it is cleared that is not yet; null: when that is said. */
  readonly clearAfterSeconds: number | null;
}

/** Simulates that money is received into an account of the partner. */
export async function receiveCashIn(
  dependencies: ReceiveCashInDependencies,
  requester: Requester,
  { payer, idempotencyKey = null, ...request }: ReceiveCashInCommand,
): Promise<Made<CashInRow> | ReceiveCashInRefusal> {
  const wanted = newCashIn(request);
  if (wanted instanceof DomainError) return wanted;
  const { clearAfterSeconds = 0, ...terms } = wanted;
  return takeCashIn(dependencies, requester, {
    ...terms,
    mutation: SIMULATE_CASH_IN,
    idempotencyKey,
    input: wanted,
    parties: { payer },
    isCleared: clearAfterSeconds === 0,
    clearAfterSeconds,
  });
}

/**
 * Receives money into an account of the partner. The cash-in, its events and its entries are committed together; a
 * refusal stores nothing. Refusals have this order: account, status.
 */
export async function takeCashIn(
  dependencies: ReceiveCashInDependencies,
  requester: Requester,
  receipt: CashInReceipt,
): Promise<Made<CashInRow> | Exclude<ReceiveCashInRefusal, InvalidInput>> {
  const { database, clock, random } = dependencies;
  const { partnerId } = requester;
  const { mutation, idempotencyKey: key, input } = receipt;
  const now = clock.now();
  const id = random.timeOrderedUuid(now);
  const claim = claimOf({ partnerId, mutation, resultId: id, now, key, input });
  const receiving = { ...dependencies, requester, receipt, id };
  return oncePerKey(database, claim, {
    make: (transaction, take) => receiveInTransaction(transaction, { ...receiving, take }),
    find: FIND_CASH_INS,
  });
}

interface Receiving extends ReceiveCashInDependencies {
  readonly requester: Requester;
  readonly receipt: CashInReceipt;
  /** Id of the cash-in. */
  readonly id: string;
  readonly take: TakeKey;
}

async function receiveInTransaction(
  transaction: Transaction,
  receiving: Receiving,
): Promise<AccountRefusal | AtCommit<Made<CashInRow>>> {
  const { requester, receipt, id, take, clock, random, secrets } = receiving;
  const { partnerId } = requester;
  const { accountNumber, amount, rail, endToEndId } = receipt;
  const [, [account]] = await transaction.pipeline((pipelined) =>
    Promise.all([take(pipelined), pipelined.run(LOCK_ACCOUNT, { partnerId, accountNumber })]),
  );
  if (account === undefined) return accountNotFound(accountNumber);
  if (account.status !== 'ACTIVE') return invalidAccountStatus(account.status);
  const at = clock.now();
  const parties = { ...receiverOf(account, rail), ...receipt.parties };
  const ispb = parties.payer?.account.bank?.ispb ?? account.bankIspb;
  const cashIn = {
    id,
    accountId: account.id,
    rail,
    amount,
    createdAt: at.toISOString(),
    currency: CASH_IN_CURRENCY,
    parties: sealedParties(secrets, id, parties),
    endToEndId: rail === CashInRail.PIX ? (endToEndId ?? drawEndToEndId(ispb, at, random)) : null,
  };
  return insert(transaction, receiving, { cashIn, rail, account, requester, at });
}

/** The holder of the account, and its oldest key: transfers have none. */
function receiverOf(account: RowOf<typeof LOCK_ACCOUNT>, rail: CashInRail): Omit<CashInParties, 'payer'> {
  const { branch, number, type, bankIspb: ispb, bankCode: code, bankName, keyType, keyValue } = account;
  return {
    payee: {
      document: { value: account.holderDocumentValue, type: account.holderDocumentType },
      type: account.holderType,
      name: account.holderName,
      account: { branch, number, type, bank: { ispb, code, name: bankName } },
    },
    key: rail === CashInRail.PIX && keyType && keyValue ? { type: keyType, value: keyValue } : null,
  };
}

async function insert(
  transaction: Transaction,
  { eventLog, random, booked, receipt: { isCleared, clearAfterSeconds } }: Receiving,
  reception: CashInReception & { readonly cashIn: CashInRow },
): Promise<AtCommit<Made<CashInRow>>> {
  const { cashIn, requester, at } = reception;
  const { partnerId, correlationId } = requester;
  const { id: cashInId, accountId, amount } = cashIn;
  const { received, cleared } = cashInEvents(reception, random);
  const clearAt = clearAfterSeconds === null ? null : new Date(at.getTime() + clearAfterSeconds * 1_000);
  transaction.entities.create(CashIn, { ...cashIn, partnerId, createdAt: at });
  await transaction.entities.flush();
  transaction.afterCommit(eventLog.wake);
  return transaction.pipelineWithCommit(async (pipelined) => {
    await Promise.all([
      eventLog.record(pipelined, received),
      ...(isCleared ? [eventLog.record(pipelined, cleared)] : []),
      booked(pipelined, { partnerId, accountId, cashInId, amount, at, correlationId, isCleared, clearAt }),
    ]);
    return { row: cashIn, replayed: false };
  });
}
